import { newId } from '../../../src/domain/ids.ts'
import type { ShipmentStatus } from '../../../src/domain/state-transitions.ts'
import { eventId } from '../../../src/history/events/event.ts'
import { passkeyRow } from '../passkeys/person-setup.ts'
import type { Records } from '../vault/records.ts'
import type { Sql } from '../vault/sql.ts'

/** Makes records of an organization that are in the state that an operation needs. */
export class World {
  readonly #sql: Sql
  readonly #records: Records
  /** The ids of records that an organization has once. */
  readonly #kept = new Map<string, Promise<string>>()

  constructor(sql: Sql, records: Records) {
    this.#sql = sql
    this.#records = records
  }

  async person(organizationId: string): Promise<string> {
    return await this.#records.person(organizationId, { roleIds: 'auditor' })
  }

  async suspendedPerson(organizationId: string): Promise<string> {
    const state = { state: 'suspended', suspendedAt: new Date() }
    return await this.#records.person(organizationId, { roleIds: 'auditor', ...state })
  }

  async boundPerson(organizationId: string): Promise<string> {
    const account = { issuer: 'https://id.example.com', subject: newId('key') }
    return await this.#records.person(organizationId, { roleIds: 'auditor', ...account })
  }

  /** The account of every item and shipment of the organization. */
  account(organizationId: string): Promise<string> {
    return this.#once(`account of ${organizationId}`, () =>
      this.#records.fboAccount(organizationId),
    )
  }

  otherAccount(organizationId: string): Promise<string> {
    return this.#once(`other of ${organizationId}`, () => this.#records.fboAccount(organizationId))
  }

  /** An account that holds nothing, with contact details. */
  async emptyAccount(organizationId: string): Promise<string> {
    return await this.#records.fboAccount(organizationId, { firstName: 'Ada' })
  }

  async item(organizationId: string, status = 'in_vault'): Promise<string> {
    const account = await this.account(organizationId)
    return await this.#records.inventoryItem(organizationId, account, { status })
  }

  /** A pending batch of one item, created by a token that cannot decide it. */
  async pendingTransfer(organizationId: string): Promise<string> {
    const id = newId('xfer')
    const fromFboAccountId = await this.account(organizationId)
    const toFboAccountId = await this.otherAccount(organizationId)
    const inventoryItemId = await this.#records.inventoryItem(organizationId, fromFboAccountId, {
      status: 'transfer_pending',
      activeTransferId: id,
    })
    const lines = { totalItems: 1, itemIds: [inventoryItemId], reasons: ['trade'] }
    const batch = { organizationId, id, fromFboAccountId, toFboAccountId, ...lines }
    await this.#sql`insert into transfer_batches ${this.#sql(batch)}`
    return id
  }

  /** A pending revaluation of one item, requested by a token that cannot decide it. */
  async revaluation(organizationId: string): Promise<string> {
    const id = newId('reval')
    const itemIds = [await this.item(organizationId)]
    const values = { totalItems: 1, itemIds, fromValuesCents: ['0'], toValuesCents: ['125000'] }
    const row = { organizationId, id, reason: 'New appraisal', createdAt: new Date(), ...values }
    await this.#sql`insert into revaluations ${this.#sql(row)}`
    return id
  }

  /** A shipment of one item; `on hold` is one that is packed and waits for its release. */
  async shipment(organizationId: string, state: ShipmentStatus | 'on hold'): Promise<string> {
    const account = await this.account(organizationId)
    const isOnHold = state === 'on hold'
    const isShipped = state === 'shipped' || state === 'delivered'
    const id = await this.#records.outboundShipment(organizationId, account, {
      status: isOnHold ? 'packing' : state,
      ...(isOnHold ? { heldAt: new Date(), holdReason: 'Held' } : {}),
      ...(isShipped ? { shippedAt: new Date(), totalItems: 1 } : {}),
    })
    const item = isShipped
      ? { status: state }
      : { status: 'shipment_pending', activeShipmentId: id }
    const inventoryItemId = await this.#records.inventoryItem(organizationId, account, item)
    if (isShipped) {
      const listed = { organizationId, outboundShipmentId: id, position: 1, inventoryItemId }
      await this.#sql`insert into outbound_shipment_items ${this.#sql(listed)}`
    }
    return id
  }

  /** A token without permissions, so every other one may rotate it. */
  async token(organizationId: string): Promise<string> {
    return (await this.#records.token(organizationId, [])).id
  }

  /** A role that nobody has, of who may change it. */
  async role(organizationId: string): Promise<string> {
    return await this.#records.role(organizationId, ['roles:manage'])
  }

  /** The person of every passkey and session of the organization. */
  holder(organizationId: string): Promise<string> {
    return this.#once(`holder of ${organizationId}`, () => this.person(organizationId))
  }

  async passkey(organizationId: string): Promise<string> {
    const id = newId('pkey')
    const personId = await this.holder(organizationId)
    const row = passkeyRow({ organizationId, personId, id, createdAt: new Date() })
    await this.#sql`insert into passkeys ${this.#sql(row)}`
    return id
  }

  async session(organizationId: string): Promise<string> {
    const id = newId('sess')
    const personId = await this.holder(organizationId)
    const accessTokenId = await this.token(organizationId)
    await this.#sql`
      insert into sessions (organization_id, id, secret_sha256, access_token_id, person_id,
        created_at, last_used_at, expires_at, address)
      values (${organizationId}, ${id}, sha256(${id}::bytea), ${accessTokenId}, ${personId}, now(),
        now(), now() + interval '1 hour', '192.0.2.7')`
    return id
  }

  /** An event of the organization: one of its tokens was issued. */
  async event(organizationId: string): Promise<string> {
    const tokenId = await this.token(organizationId)
    const [event] = await this.#sql<[{ number: number }]>`
      select number::float8 as number from events
      where organization_id = ${organizationId} and subject_id = ${tokenId}`
    return eventId(organizationId, event.number)
  }

  /** An import whose file comes. */
  async import(organizationId: string): Promise<string> {
    const id = newId('imp')
    const row = { organizationId, id, kind: 'fbo-accounts', attemptId: newId('imp') }
    await this.#sql`insert into imports ${this.#sql(row)}`
    return id
  }

  /** The webhook endpoint of every delivery of the organization. */
  webhook(organizationId: string): Promise<string> {
    return this.#once(`webhook of ${organizationId}`, () => this.newWebhook(organizationId))
  }

  /** An endpoint of its own, at the end of a feed of at least two events. */
  async newWebhook(organizationId: string): Promise<string> {
    for (const _ of [1, 2]) await this.event(organizationId)
    const id = newId('hook')
    const endpoint = { organizationId, id, url: 'https://example.com/hook' }
    const columns = { ...endpoint, encryptedSecret: 'x', createdAt: new Date() }
    await this.#sql`insert into webhook_endpoints ${this.#sql(columns)}`
    await this.#sql`
      insert into webhook_endpoint_health (organization_id, endpoint_id, position)
      select ${organizationId}, ${id}, max(number) from events
      where organization_id = ${organizationId}`
    return id
  }

  /** The first event of the organization: others follow. */
  firstEvent(organizationId: string): string {
    return eventId(organizationId, 1)
  }

  #once(what: string, make: () => Promise<string>): Promise<string> {
    const kept = this.#kept.get(what) ?? make()
    this.#kept.set(what, kept)
    return kept
  }
}
