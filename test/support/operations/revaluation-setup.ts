import assert from 'node:assert/strict'
import type { ApiResponse } from '../vault/api-client.ts'
import { TransferSetup } from '../vault/transfers.ts'
import type { TestVault } from '../vault/vault.ts'

export const REASON = 'New appraisal'
type Values = readonly (readonly [id: string, cents: string])[]

/** An organization in which the creator revalues, and the approver decides. */
export class RevaluationSetup {
  readonly #vault: TestVault
  readonly transfers: TransferSetup

  private constructor(vault: TestVault, transfers: TransferSetup) {
    this.#vault = vault
    this.transfers = transfers
  }

  static async open(vault: TestVault, policy: object): Promise<RevaluationSetup> {
    const transfers = await TransferSetup.open(vault)
    await transfers.decide(policy)
    return new RevaluationSetup(vault, transfers)
  }

  get creator() {
    return this.transfers.creator
  }

  get approver() {
    return this.transfers.approver
  }

  item(cents: string): Promise<string> {
    return this.items(1, cents).then(([id]) => id as string)
  }

  items(count: number, cents: string): Promise<string[]> {
    return this.transfers.items(count, cents)
  }

  revalueAll(...values: Values) {
    const { token } = this.creator
    const items = values.map(([inventoryItemId, declaredValueCents]) => {
      return { inventoryItemId, declaredValueCents }
    })
    const body = { items, reason: REASON }
    return this.#vault.api.post('/v1/inventory-items/revalue', { token, body })
  }

  /** A revaluation of these items that waits for the approver. */
  async pending(values: Values) {
    const response = await this.revalueAll(...values)
    assert.equal(response.status, 202, response.text)
    return response.body.data
  }

  decide(
    id: string,
    verb: 'approve' | 'reject' | 'cancel',
    { token = this.approver.token } = {},
  ): Promise<ApiResponse> {
    const body = verb === 'approve' ? {} : { reason: 'Not so' }
    return this.#vault.api.post(`/v1/revaluations/${id}/${verb}`, { token, body })
  }

  async get(path: string) {
    const response = await this.#vault.api.get(path, { token: this.approver.token })
    assert.equal(response.status, 200, response.text)
    return response.body.data
  }

  async value(id: string): Promise<string> {
    return (await this.get(`/v1/inventory-items/${id}`)).declaredValueCents
  }

  /** Ends the time of a revaluation. */
  async expire(id: string): Promise<void> {
    await this.#vault.sql`
      update revaluations
      set created_at = (created_at at time zone 'UTC' - interval '15 days') at time zone 'UTC',
        expires_at = now() - interval '1 second'
      where id = ${id}`
  }
}
