import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HELD_STATUSES } from '../../src/inventory-items/inventory-item.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault

interface Holding {
  readonly inventoryItemId: string
  readonly status: string
  readonly activeTransferId: string | null
  readonly activeShipmentId: string | null
  readonly changedAt: string
}

function holdings(setup: TransferSetup, account: string, query = '') {
  const path = `/v1/fbo-accounts/${account}/holdings${query}`
  return api.get(path, { token: setup.approver.token })
}

/** Everything that an account holds, or held, read in pages of that many. */
async function held(setup: TransferSetup, account: string, asOf?: string, limit = 100) {
  const found: Holding[] = []
  const moment = asOf === undefined ? '' : `&asOf=${encodeURIComponent(asOf)}`
  for (let page = 1; ; page += 1) {
    const response = await holdings(setup, account, `?page=${page}&limit=${limit}${moment}`)
    assert.equal(response.status, 200, response.text)
    assert.equal(response.body.pagination.page, page)
    found.push(...response.body.data)
    if (!response.body.pagination.hasMore) return found
    assert.equal(response.body.data.length, limit)
  }
}

const idsOf = (found: readonly Holding[]) => found.map(({ inventoryItemId }) => inventoryItemId)

/** A moment before, in milliseconds, as the service writes moments. */
const before = (moment: string) => new Date(Date.parse(moment) - 1).toISOString()

const WATCH = { description: 'Watch', declaredValueCents: '700' }

async function takeIn(setup: TransferSetup, count: number): Promise<string[]> {
  const item = { fboAccountId: setup.source, ...WATCH }
  const body = { items: Array(count).fill(item) }
  const response = await api.post('/v1/inventory-items', { token: setup.creator.token, body })
  assert.equal(response.status, 201, response.text)
  return response.body.data.map(({ id }: { id: string }) => id)
}

async function change(setup: TransferSetup, id: string, verb: string): Promise<void> {
  const body = { reason: `To ${verb} it` }
  const path = `/v1/inventory-items/${id}/${verb}`
  const response = await api.post(path, { token: setup.creator.token, body })
  assert.equal(response.status, 200, response.text)
}

/** An account's holdings at a moment, computed here from the log item by item. */
async function heldByLog(setup: TransferSetup, account: string, asOf: string) {
  const rows = await sql`
    select movement.*, item.description, item.declared_value_cents
    from inventory_movements as movement
    join inventory_items as item
      on item.organization_id = movement.organization_id and item.id = inventory_item_id
    where movement.organization_id = ${setup.organizationId}
    order by inventory_item_id, number`
  const last = new Map(
    rows
      .filter(({ at }) => at.toISOString() <= asOf)
      .map((row) => [row.inventoryItemId as string, row]),
  )
  return [...last.values()].flatMap((row) => {
    const status = row.toStatus
    if (row.toFboAccountId !== account || !HELD_STATUSES.includes(status)) return []
    return [
      {
        inventoryItemId: row.inventoryItemId,
        status,
        description: row.description,
        declaredValueCents: row.declaredValueCents,
        activeTransferId: status === 'transfer_pending' ? row.transferBatchId : null,
        activeShipmentId: status === 'shipment_pending' ? row.outboundShipmentId : null,
        changedAt: row.at.toISOString(),
      },
    ]
  })
}

test('List Holdings returns every item that an account holds now, by id, with its holder', async () => {
  const setup = await TransferSetup.open(vault)
  const { organizationId, source } = setup
  const activeShipmentId = await records.outboundShipment(organizationId, source)
  const [free, held] = await takeIn(setup, 2)
  await change(setup, held as string, 'hold')
  const shipment = { status: 'shipment_pending', activeShipmentId }
  const waiting = await records.inventoryItem(organizationId, source, shipment)
  for (const status of ['shipped', 'delivered', 'withdrawn']) {
    await records.inventoryItem(organizationId, source, { status })
  }
  const transfer = await setup.transfer()
  await setup.items(1)
  const statuses = new Map<string, object>([
    [`${held}`, { status: 'on_hold', ...WATCH }],
    [`${free}`, { status: 'in_vault', ...WATCH }],
    [waiting, shipment],
    ...transfer.itemIds.map((id): [string, object] => [
      id,
      { status: 'transfer_pending', activeTransferId: transfer.id },
    ]),
  ])
  const items = await sql`
    select id, changed_at from inventory_items
    where fbo_account_id = ${source} and status = any(${[...HELD_STATUSES]}) order by id`
  const data = items.map(({ id, changedAt }) => ({
    inventoryItemId: id,
    status: 'in_vault',
    description: null,
    declaredValueCents: '0',
    activeTransferId: null,
    activeShipmentId: null,
    ...statuses.get(id),
    changedAt: changedAt.toISOString(),
  }))
  assert.equal(data.length, 6)
  const response = await withoutWriting(records, () => holdings(setup, source))
  assert.equal(response.status, 200)
  assert.equal(response.text, JSON.stringify({ data, pagination: { page: 1, hasMore: false } }))
})

test('asOf returns the holdings of that moment: intake, claim, move, hold, return, withdrawal', async () => {
  const setup = await TransferSetup.open(vault)
  const { source, destination } = setup
  const itemIds = (await takeIn(setup, 3)) as [string, string, string]
  const there = await setup.transfer({ itemIds })
  assert.equal((await setup.approve(there.id)).status, 200)
  await change(setup, itemIds[0], 'hold')
  await change(setup, itemIds[0], 'release')
  const itemId = itemIds[1]
  const back = await setup.transfer({
    itemIds: [itemId],
    to: source,
    more: { fromFboAccountId: destination },
  })
  assert.equal((await setup.approve(back.id)).status, 200)
  const rejected = await setup.transfer({ itemIds: [itemId] })
  assert.equal((await setup.reject(rejected.id)).status, 200)
  await change(setup, itemIds[2], 'withdraw')

  const moments = await sql`
    select distinct at from inventory_movements
    where organization_id = ${setup.organizationId} order by at`
  assert.ok(moments.length >= 9)
  const first = moments[0]?.at.toISOString()
  const last = moments.at(-1)?.at.toISOString()
  for (const account of [source, destination]) {
    for (const { at } of moments) {
      for (const asOf of [before(at.toISOString()), at.toISOString()]) {
        assert.deepEqual(await held(setup, account, asOf), await heldByLog(setup, account, asOf))
      }
    }
  }
  assert.deepEqual(await held(setup, source, before(first)), [])
  assert.deepEqual(idsOf(await held(setup, source, first)), itemIds.toSorted())
  assert.deepEqual(await held(setup, destination, first), [])
  assert.deepEqual(idsOf(await held(setup, source, last)), [itemIds[1]])
  assert.deepEqual(idsOf(await held(setup, destination, last)), [itemIds[0]])
  assert.deepEqual(
    idsOf(await held(setup, destination, before(last))),
    [itemIds[0], itemIds[2]].toSorted(),
  )
})

test('As of any moment, a completed transfer has moved all of its items or none', async () => {
  const setup = await TransferSetup.open(vault)
  const itemIds = await takeIn(setup, 20)
  const transfer = await setup.transfer({ itemIds })
  const response = await setup.approve(transfer.id)
  const { createdAt, decidedAt } = response.body.data
  const sorted = itemIds.toSorted()
  for (const [asOf, at, notAt] of [
    [createdAt, setup.source, setup.destination],
    [before(decidedAt), setup.source, setup.destination],
    [decidedAt, setup.destination, setup.source],
  ]) {
    assert.deepEqual(idsOf(await held(setup, at, asOf)), sorted)
    assert.deepEqual(await held(setup, notAt, asOf), [])
  }
  const pending = await held(setup, setup.source, before(decidedAt))
  assert.deepEqual(
    new Set(pending.map(({ activeTransferId }) => activeTransferId)),
    new Set([transfer.id]),
  )
})

test("asOf with the database's current time returns the same as no asOf", async () => {
  const setup = await TransferSetup.open(vault)
  const { organizationId, source } = setup
  const activeShipmentId = await records.outboundShipment(organizationId, source)
  const [, held, gone] = await takeIn(setup, 3)
  await change(setup, held as string, 'hold')
  await change(setup, gone as string, 'withdraw')
  const claimed = { status: 'shipment_pending', activeShipmentId }
  await records.inventoryItem(organizationId, source, claimed)
  await setup.transfer()
  assert.equal((await setup.approve((await setup.transfer()).id)).status, 200)
  for (const account of [source, setup.destination]) {
    const [clock] = await sql`select now() as now`
    const now = await holdings(setup, account)
    const asOf = await holdings(setup, account, `?asOf=${clock?.now.toISOString()}`)
    assert.ok(now.body.data.length >= 2)
    assert.equal(asOf.text, now.text)
  }
})

test('An expired claim ends at its due time, whenever it is processed', async () => {
  const setup = await TransferSetup.open(vault)
  const transfer = await setup.transfer()
  const expiredAt = await setup.expire(transfer.id)
  const statusesAt = async (asOf?: string) =>
    (await held(setup, setup.source, asOf)).map(({ status }) => status)
  assert.deepEqual(await statusesAt(before(expiredAt)), ['transfer_pending', 'transfer_pending'])
  assert.deepEqual(await statusesAt(expiredAt), ['in_vault', 'in_vault'])
  const other = await setup.transfer()
  await setup.expire(other.id)
  assert.deepEqual(await statusesAt(), ['in_vault', 'in_vault', 'in_vault', 'in_vault'])
})

test('asOf may have an offset and be finer than a millisecond', async () => {
  const setup = await TransferSetup.open(vault)
  const [id] = (await takeIn(setup, 1)) as [string]
  const at = (await records.item(id)).changedAt as Date
  const local = new Date(at.getTime() + 7_200_000).toISOString().replace('Z', '+02:00')
  assert.deepEqual(idsOf(await held(setup, setup.source, local)), [id])
  const finer = before(at.toISOString()).replace('Z', '999999Z')
  assert.deepEqual(await held(setup, setup.source, finer), [])
})
