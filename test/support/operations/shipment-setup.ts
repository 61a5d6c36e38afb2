import assert from 'node:assert/strict'
import type { Sql } from 'postgres'
import type { ApiClient, ApiResponse } from '../vault/api-client.ts'
import { SHOWN_STATUS } from '../vault/records.ts'
import type { TestVault } from '../vault/vault.ts'

/** The body of each verb that needs one. */
export const BODIES: Readonly<Record<string, object>> = {
  ship: { carrier: 'Brinks', service: 'Overnight', trackingNumber: 'BX 4417 2203 SE' },
  hold: { reason: 'Address to be confirmed' },
  cancel: { reason: 'The owner keeps it' },
}

/** The verbs that move a new shipment to each status. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  packing: [],
  inspecting: ['inspect'],
  pending_approval: ['inspect', 'submit'],
  approved: ['inspect', 'submit', 'approve'],
  shipped: ['inspect', 'submit', 'approve', 'ship'],
  delivered: ['inspect', 'submit', 'approve', 'ship', 'deliver'],
}

/** Whether a shipment is under way, on hold, or cancelled (after a hold). */
export type Standing = 'plain' | 'held' | 'cancelled'

/** The last members of a whole shipment that was given no directions. */
export const UNDIRECTED = {
  signatureRequired: false,
  insuredValueCents: null,
  recipient: null,
  metadata: {},
}

/** An organization with an account, a token that creates and moves shipments, and an approver's. */
export class ShipmentSetup {
  readonly #vault: TestVault
  readonly organizationId: string
  readonly fboAccountId: string
  readonly creator: { id: string; token: string }
  readonly approver: { id: string; token: string }

  private constructor(
    vault: TestVault,
    made: Pick<ShipmentSetup, 'organizationId' | 'fboAccountId' | 'creator' | 'approver'>,
  ) {
    this.#vault = vault
    this.organizationId = made.organizationId
    this.fboAccountId = made.fboAccountId
    this.creator = made.creator
    this.approver = made.approver
  }

  static async open(vault: TestVault): Promise<ShipmentSetup> {
    const organizationId = await vault.records.organization()
    return new ShipmentSetup(vault, {
      organizationId,
      fboAccountId: await vault.records.fboAccount(organizationId),
      creator: await vault.records.token(organizationId),
      approver: await vault.records.token(organizationId),
    })
  }

  items(count: number): Promise<string[]> {
    return this.#vault.records.inventoryItems(this.organizationId, this.fboAccountId, count)
  }

  /** A shipment of these items, created over HTTP; its id. */
  async create(itemIds: readonly string[]): Promise<string> {
    const response = await this.#vault.api.post('/v1/outbound-shipments', {
      token: this.creator.token,
      body: { fboAccountId: this.fboAccountId, items: claimOf(itemIds) },
    })
    assert.equal(response.status, 201, response.text)
    return response.body.data.id
  }

  /** A shipment of these items, moved there verb by verb over HTTP; its id. */
  async bring(status: string, standing: Standing, itemIds: readonly string[]): Promise<string> {
    const id = await this.create(itemIds)
    const stops = { plain: [], held: ['hold'], cancelled: ['hold', 'cancel'] }[standing]
    for (const verb of [...(WAYS[status] as string[]), ...stops]) {
      const response = await this.move(id, verb)
      assert.equal(response.status, 200, response.text)
    }
    return id
  }

  /** Requests a verb: `approve` with the approver's token, any other with the creator's. */
  move(id: string, verb: string, through: ApiClient = this.#vault.api): Promise<ApiResponse> {
    const { token } = verb === 'approve' ? this.approver : this.creator
    const body = BODIES[verb]
    const request = body === undefined ? { token } : { token, body }
    return through.post(`/v1/outbound-shipments/${id}/${verb}`, request)
  }

  /** The response of Get Outbound Shipment. */
  async shipment(id: string) {
    const { token } = this.creator
    const response = await this.#vault.api.get(`/v1/outbound-shipments/${id}`, { token })
    assert.equal(response.status, 200, response.text)
    return response.body.data
  }

  /** A whole shipment without its approvals, as Create and Update return it. */
  async details(id: string) {
    const { approvals: _, approvalsRequired: __, ...details } = await this.shipment(id)
    return details
  }
}

export function claimOf(itemIds: readonly string[]): { inventoryItemId: string }[] {
  return itemIds.map((inventoryItemId) => ({ inventoryItemId }))
}

/** The log of an item, the oldest first. */
export async function movementsOf(sql: Sql, itemId: string) {
  return [
    ...(await sql`
      select number, at, kind, from_fbo_account_id, from_status, to_fbo_account_id, to_status,
        transfer_batch_id, outbound_shipment_id, token_id, reason
      from inventory_movements where inventory_item_id = ${itemId} order by number`),
  ]
}

/**
 * Fails unless each of an organization's items has a log with consecutive numbers, ascending times
 * and one chain of states.
 */
export async function assertLogsWhole(sql: Sql, organizationId: string): Promise<void> {
  const broken = await sql`
    select item.id
    from inventory_items as item
    where organization_id = ${organizationId} and (exists (
      select from (
        select number, at, from_status, from_fbo_account_id,
          row_number() over (order by number) as position,
          lag(at) over (order by number) as before,
          lag(to_status) over (order by number) as status_before,
          lag(to_fbo_account_id) over (order by number) as account_before
        from inventory_movements as movement
        where movement.organization_id = item.organization_id and inventory_item_id = item.id
      ) as movement
      where number <> position or at < before or from_status is distinct from status_before
        or from_fbo_account_id is distinct from account_before
    ) or not exists (
      select from inventory_movements as head
      where head.organization_id = item.organization_id and inventory_item_id = item.id
        and number = movement_count and at = changed_at and to_status = ${sql.unsafe(SHOWN_STATUS)}
        and to_fbo_account_id = fbo_account_id
        and number = (select max(number) from inventory_movements as last
          where last.organization_id = item.organization_id and last.inventory_item_id = item.id)
    ))`
  assert.deepEqual([...broken], [])
}
