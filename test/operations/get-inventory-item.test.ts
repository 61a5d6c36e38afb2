import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault
const setup = await TransferSetup.open(vault)
const { organizationId, source } = setup
const { token } = setup.approver

const get = (id: string) => api.get(`/v1/inventory-items/${id}`, { token })

/** The stored item as the service must return it, with its members in order. */
async function stored(id: string, changes: object): Promise<string> {
  const { changedAt, createdAt } = await records.item(id)
  const free = { activeTransferId: null, activeShipmentId: null, holdReason: null }
  const view = {
    id,
    fboAccountId: source,
    organizationId,
    status: 'in_vault',
    description: null,
    declaredValueCents: '0',
    ...free,
    identifiers: [],
    metadata: {},
    evidence: [],
    changedAt: (changedAt as Date).toISOString(),
    createdAt: (createdAt as Date).toISOString(),
  }
  return JSON.stringify({ data: { ...view, ...changes } })
}

test('Get Inventory Item returns an item with its account, its status and its holder', async () => {
  const shipment = await records.outboundShipment(organizationId, source)
  const rows: [columns: Record<string, string>, view: object][] = [
    [{}, {}],
    [
      { description: 'Ring', declaredValueCents: '9223372036854775807' },
      { description: 'Ring', declaredValueCents: '9223372036854775807' },
    ],
    [
      { status: 'on_hold', holdReason: 'Disputed' },
      { status: 'on_hold', holdReason: 'Disputed' },
    ],
    [{ status: 'on_hold' }, { status: 'on_hold' }],
    [
      { status: 'shipment_pending', activeShipmentId: shipment },
      { status: 'shipment_pending', activeShipmentId: shipment },
    ],
    [{ status: 'shipped' }, { status: 'shipped' }],
    [{ status: 'delivered' }, { status: 'delivered' }],
    [{ status: 'withdrawn' }, { status: 'withdrawn' }],
  ]
  for (const [columns, view] of rows) {
    const id = await records.inventoryItem(organizationId, source, {
      createdAt: '2026-01-02T03:04:05.678Z',
      ...columns,
    })
    const response = await withoutWriting(records, () => get(id))
    assert.equal(response.status, 200)
    assert.equal(response.text, await stored(id, view))
    assert.equal(response.body.data.createdAt, '2026-01-02T03:04:05.678Z')
  }
})

test('An item names the transfer that holds it, and is free once the transfer expired', async () => {
  const transfer = await setup.transfer()
  const [id] = transfer.itemIds as [string]
  const pending = { status: 'transfer_pending', activeTransferId: transfer.id }
  assert.equal((await get(id)).text, await stored(id, pending))
  const expiredAt = await setup.expire(transfer.id)
  const { text, body } = await get(id)
  assert.equal(text, await stored(id, {}))
  assert.equal(body.data.changedAt, expiredAt)
})
