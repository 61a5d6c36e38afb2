import assert from 'node:assert/strict'
import type { ItemStatus } from '../../../src/vault/items/inventory-item.ts'
import type { ApiResponse } from '../vault/api-client.ts'
import { assertRefused, withoutWriting } from '../vault/refusal.ts'
import type { TransferSetup } from '../vault/transfers.ts'
import type { TestVault } from '../vault/vault.ts'

type Verb = 'hold' | 'release' | 'withdraw'

/** Requests one verb for items of a setup's source account, and checks what became of them. */
export class ItemVerb {
  readonly #vault: TestVault
  readonly #setup: TransferSetup
  readonly verb: Verb

  constructor(vault: TestVault, setup: TransferSetup, verb: Verb) {
    this.#vault = vault
    this.#setup = setup
    this.verb = verb
  }

  ask(id: string, body?: unknown): Promise<ApiResponse> {
    const { token } = this.#setup.approver
    return this.#vault.api.post(`/v1/inventory-items/${id}/${this.verb}`, { token, body })
  }

  /** An item in that status, and the transfer or shipment that holds it. */
  async itemIn(status: ItemStatus): Promise<{ id: string; holder: Record<string, string> }> {
    const { records } = this.#vault
    const { organizationId, source } = this.#setup
    if (status === 'transfer_pending') {
      const transfer = await this.#setup.transfer()
      return { id: transfer.itemIds[0] as string, holder: { activeTransferId: transfer.id } }
    }
    const columns = status === 'on_hold' ? { status, holdReason: 'Disputed' } : { status }
    if (status !== 'shipment_pending') {
      return { id: await records.inventoryItem(organizationId, source, columns), holder: {} }
    }
    const activeShipmentId = await records.outboundShipment(organizationId, source)
    const claimed = { ...columns, activeShipmentId }
    const id = await records.inventoryItem(organizationId, source, claimed)
    return { id, holder: { activeShipmentId } }
  }

  /** Fails unless exactly this change is returned, stored and logged, with this reason. */
  async assertChanges(
    id: string,
    body: unknown,
    expected: { from: ItemStatus; to: ItemStatus; kind: string; reason: string | null },
  ): Promise<void> {
    const before = await this.#vault.records.item(id)
    const response = await this.ask(id, body)
    assert.equal(response.status, 200, response.text)
    const { from, to, kind, reason } = expected
    const item = await this.#vault.records.item(id)
    const { changedAt, holdReason } = item
    const at = changedAt as Date
    assert.ok(at >= (before.changedAt as Date))
    assert.ok(Math.abs(at.getTime() - Date.now()) < 60_000)
    assert.equal(holdReason, to === 'on_hold' ? reason : null)
    const movementCount = (before.movementCount as number) + 1
    assert.deepEqual(item, { ...before, status: to, holdReason, movementCount, changedAt })
    const { fboAccountId, organizationId, description, declaredValueCents } = item
    const { identifiers, metadata, evidence } = item
    const view = {
      ...{ id, fboAccountId, organizationId, status: to, description, declaredValueCents },
      ...{ activeTransferId: null, activeShipmentId: null, holdReason },
      ...{ identifiers, metadata, evidence },
      ...{ changedAt: at.toISOString(), createdAt: (item.createdAt as Date).toISOString() },
    }
    assert.equal(response.text, JSON.stringify({ data: view }))
    const log = await this.#setup.log(id)
    assert.deepEqual(log.at(-1), {
      ...{ organizationId, inventoryItemId: id, number: movementCount, at, kind },
      ...{ fromFboAccountId: fboAccountId, fromStatus: from },
      ...{ toFboAccountId: fboAccountId, toStatus: to },
      ...{ transferBatchId: null, outboundShipmentId: null },
      ...{ tokenId: this.#setup.approver.id, reason },
    })
    assert.equal(log.length, movementCount - 1)
  }

  /** Fails unless an item in that status refuses the verb, and the refusal lists what it takes. */
  async assertRefusedIn(
    status: ItemStatus,
    body: unknown,
    allowed: readonly string[],
  ): Promise<void> {
    const { id, holder } = await this.itemIn(status)
    const [heldBy] = Object.values(holder)
    const state = heldBy === undefined ? status : `${status} (held by ${heldBy})`
    const now = allowed.length === 0 ? 'nothing now' : allowed.join(', ')
    assertRefused(await withoutWriting(this.#vault.records, () => this.ask(id, body)), {
      status: 409,
      code: 'invalid_state_transition',
      detail: `The item is ${state} and does not accept ${this.verb}: it accepts ${now}.`,
      instance: `/v1/inventory-items/${id}/${this.verb}`,
      members: { currentStatus: status, allowed, ...holder },
    })
  }
}
