import assert from 'node:assert/strict'
import type { ApiClient, ApiResponse } from '../vault/api-client.ts'
import type { Sql } from '../vault/sql.ts'
import type { TestVault } from '../vault/vault.ts'

/** The body of each verb that needs one. */
export const BODIES: Readonly<Record<string, object>> = {
  ship: { carrier: 'Brinks', service: 'Overnight', trackingNumber: 'BX 4417 2203 SE' },
  hold: { reason: 'Address to be confirmed' },
  cancel: { reason: 'The owner keeps it' },
}

/** The statuses of a shipment that goes its way, and the verbs that move it on. */
const WAY = ['packing', 'inspecting', 'pending_approval', 'approved', 'shipped', 'delivered']
const STEPS = ['inspect', 'submit', 'approve', 'ship', 'deliver']

/** Whether a shipment is under way, on hold, or cancelled (after a hold). */
export type Standing = 'plain' | 'held' | 'cancelled'

type Token = { readonly id: string; readonly token: string }

/** An organization with an account, a token that creates and moves shipments, and an approver's. */
export class ShipmentSetup {
  readonly #vault: TestVault
  readonly organizationId: string
  readonly fboAccountId: string
  readonly creator: Token
  readonly approver: Token

  private constructor(vault: TestVault, ids: [string, string], people: [Token, Token]) {
    this.#vault = vault
    ;[this.organizationId, this.fboAccountId] = ids
    ;[this.creator, this.approver] = people
  }

  static async open(vault: TestVault, mode?: 'test'): Promise<ShipmentSetup> {
    const { records } = vault
    const organizationId = await records.organization(undefined, mode)
    const fboAccountId = await records.fboAccount(organizationId)
    const creator = await records.token(organizationId)
    const approver = await records.token(organizationId)
    return new ShipmentSetup(vault, [organizationId, fboAccountId], [creator, approver])
  }

  items(count: number): Promise<string[]> {
    return this.#vault.records.inventoryItems(this.organizationId, this.fboAccountId, count)
  }

  /** The response of Create Outbound Shipment for these items. */
  claim(
    itemIds: readonly string[],
    more: object = {},
    token = this.creator.token,
  ): Promise<ApiResponse> {
    const body = { fboAccountId: this.fboAccountId, items: claimOf(itemIds), ...more }
    return this.#vault.api.post('/v1/outbound-shipments', { token, body })
  }

  /** A shipment of these items, created over HTTP; its id. */
  async create(itemIds: readonly string[], token = this.creator.token): Promise<string> {
    const response = await this.claim(itemIds, {}, token)
    assert.equal(response.status, 201, response.text)
    return response.body.data.id
  }

  /** A shipment of these items, moved there verb by verb over HTTP; its id. */
  async bring(
    status: string,
    standing: Standing,
    itemIds: readonly string[],
    token?: string,
  ): Promise<string> {
    const id = await this.create(itemIds, token)
    const stops = { plain: [], held: ['hold'], cancelled: ['hold', 'cancel'] }[standing]
    for (const verb of [...STEPS.slice(0, WAY.indexOf(status)), ...stops]) {
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
