import assert from 'node:assert/strict'
import type { OrganizationMode } from '../../../src/domain/caller.ts'
import { eventually } from '../processes/embedded-directory.ts'
import type { TestVault } from './vault.ts'

/** An organization with an item, a transfer and a shipment in every possible state. */
export type FullVault = Awaited<ReturnType<typeof fillVault>>

/** Fills the vault through the API, except records older than the movement log. */
export async function fillVault(vault: TestVault, mode: OrganizationMode = 'live') {
  const { records } = vault
  const organizationId = await records.organization(undefined, mode)
  const { id: creatorTokenId, token: creator } = await records.token(organizationId)
  const { token: approver } = await records.token(organizationId)
  const from = await records.fboAccount(organizationId)
  const to = await records.fboAccount(organizationId)
  const third = await records.fboAccount(organizationId)
  const does = new Doing(vault, { creator, approver, from, to })
  /** An account that was created under a key, and erased. */
  const erased = await does.createAndErase()
  /** Item ids by what became of them. */
  const items: Record<string, string> = {}
  for (const name of ITEM_NAMES) items[name] = await does.takeIn()
  await does.change(items.held, 'hold', { reason: 'Disputed' })
  await does.change(items.released, 'hold', { reason: 'Disputed' })
  await does.change(items.released, 'release')
  await does.change(items.withdrawn, 'withdraw', { reason: 'Collected' })
  for (const declaredValueCents of ['300', '200']) {
    const values = [{ inventoryItemId: items.resting, declaredValueCents }]
    const appraised = { items: values, reason: 'Appraised' }
    await does.ask('post', '/v1/inventory-items/revalue', appraised)
  }
  const transfers = await makeTransfers(does, items)
  const shipments = await makeShipments(does, items)
  await records.outboundShipment(organizationId, from, { status: 'shipped', shippedAt: new Date() })
  await records.inventoryItem(organizationId, from, { status: 'on_hold' })
  await decidedBeforeTheLog(vault, { organizationId, from, to, item: items.resting as string })
  transfers.overdue = await does.transfer([items.overdue as string])
  await eventually(async () => {
    const [row] = await vault.sql`
      select expires_at < now() as over, status
      from transfer_batches where id = ${transfers.overdue as string}`
    assert.equal(row?.status, 'pending')
    return row?.over === true
  }, 'the expiry that nobody has noticed')
  const accounts = { from, to, third, erased }
  return { organizationId, ...accounts, creatorTokenId, items, transfers, shipments }
}

const ITEM_NAMES = [
  ...['resting', 'held', 'released', 'withdrawn', 'completed', 'pending', 'rejected'],
  ...['alsoRejected', 'cancelled', 'expired', 'overdue', 'packing', 'inspected', 'delivered'],
  ...['alsoDelivered', 'shipped', 'kept', 'heldBack'],
]

async function makeTransfers(does: Doing, items: Record<string, string>) {
  const ids = (...names: string[]) => names.map((name) => items[name] as string)
  const transfers: Record<string, string> = {
    completed: await does.transfer(ids('completed')),
    pending: await does.transfer(ids('pending')),
    rejected: await does.transfer(ids('rejected', 'alsoRejected')),
    cancelled: await does.transfer(ids('cancelled')),
  }
  const reason = 'Not today'
  await does.move('transfers', transfers.completed, 'approve')
  await does.move('transfers', transfers.rejected, 'reject', { reason })
  await does.move('transfers', transfers.cancelled, 'cancel', { reason })
  await does.ask('patch', '/v1/organization-policy', { transferExpirySeconds: 1 })
  transfers.expired = await does.transfer(ids('expired'))
  await eventually(async () => {
    const { data } = await does.ask('get', `/v1/transfers/${transfers.expired}`)
    return data.status === 'expired'
  }, 'the expiry of a transfer')
  return transfers
}

async function makeShipments(does: Doing, items: Record<string, string>) {
  const ids = (...names: string[]) => names.map((name) => items[name] as string)
  const reason = 'Not today'
  const moveOn = async (id: string | undefined, ...verbs: string[]) => {
    for (const verb of verbs) await does.move('outbound-shipments', id, verb)
  }
  const shipments: Record<string, string> = {
    packing: await does.ship(ids('packing')),
    cancelled: await does.ship(ids('inspected', 'kept')),
    delivered: await does.ship(ids('delivered', 'alsoDelivered')),
    shipped: await does.ship(ids('shipped')),
    held: await does.ship(ids('heldBack')),
  }
  await does.move('outbound-shipments', shipments.cancelled, 'cancel', { reason })
  shipments.submitted = await does.ship(ids('inspected'))
  await moveOn(shipments.submitted, 'inspect', 'submit')
  await does.move('outbound-shipments', shipments.held, 'hold', { reason })
  const carriage = { carrier: 'Brinks', trackingNumber: 'BX 1' }
  await moveOn(shipments.delivered, 'inspect', 'return-to-packing', 'inspect', 'submit', 'approve')
  await moveOn(shipments.shipped, 'inspect', 'submit', 'approve')
  await does.move('outbound-shipments', shipments.delivered, 'ship', carriage)
  await does.move('outbound-shipments', shipments.shipped, 'ship', carriage)
  await moveOn(shipments.delivered, 'deliver')
  return shipments
}

/** A batch of an earlier demo after the migration: decided, and in no log. */
async function decidedBeforeTheLog(
  { sql }: TestVault,
  record: { organizationId: string; from: string; to: string; item: string },
): Promise<void> {
  const { organizationId, from, to, item } = record
  await sql`
    insert into transfer_batches (organization_id, id, from_fbo_account_id, to_fbo_account_id,
      status, total_items, item_ids, reasons, created_at, decided_at)
    values (${organizationId}, 'xfer_old', ${to}, ${from}, 'completed', 1, array[${item}]::text[],
      '{trade}', now() - interval '1 year', now() - interval '1 year')`
}

type Who = Readonly<Record<'creator' | 'approver' | 'from' | 'to', string>>

/** Requests of two people, each of which must succeed. */
class Doing {
  readonly #vault: TestVault
  readonly #who: Who
  #taken = 0

  constructor(vault: TestVault, who: Who) {
    this.#vault = vault
    this.#who = who
  }

  async createAndErase(): Promise<string> {
    const { api } = this.#vault
    const { creator: token } = this.#who
    const created = await api.post('/v1/fbo-accounts', {
      token,
      body: { firstName: 'Ada', email: 'ada@example.com' },
      headers: { 'Idempotency-Key': 'account-that-was-erased' },
    })
    const { id } = created.body.data
    await this.ask('post', `/v1/fbo-accounts/${id}/erase`, { reason: 'Case 2026-118' })
    return id
  }

  async takeIn(): Promise<string> {
    this.#taken += 1
    const identifiers = [{ scheme: 'serial', value: `N ${this.#taken}` }]
    const metadata = { shelf: `${this.#taken}` }
    const body = { fboAccountId: this.#who.from, declaredValueCents: '100', identifiers, metadata }
    return (await this.ask('post', '/v1/inventory-items', body)).data.id
  }

  async transfer(ids: string[]): Promise<string> {
    const items = ids.map((inventoryItemId) => ({ inventoryItemId, reason: 'trade' }))
    const body = { fromFboAccountId: this.#who.from, toFboAccountId: this.#who.to, items }
    return (await this.ask('post', '/v1/transfers', body)).data.id
  }

  async ship(ids: string[]): Promise<string> {
    const items = ids.map((inventoryItemId) => ({ inventoryItemId }))
    const body = { fboAccountId: this.#who.from, items }
    return (await this.ask('post', '/v1/outbound-shipments', body)).data.id
  }

  async change(id: string | undefined, verb: string, body?: object): Promise<void> {
    await this.move('inventory-items', id, verb, body)
  }

  /** Approved by another token than the creator's: four eyes apply. */
  async move(collection: string, id: string | undefined, verb: string, body?: object) {
    await this.ask('post', `/v1/${collection}/${id}/${verb}`, body, this.#who.approver)
  }

  async ask(method: string, path: string, body?: object, token = this.#who.creator) {
    const request = { token, ...(body === undefined ? {} : { body }) }
    const response = await this.#vault.api.request(method.toUpperCase(), path, request)
    assert.ok(response.status < 300, `${method} ${path}: ${JSON.stringify(response.body)}`)
    return response.body
  }
}
