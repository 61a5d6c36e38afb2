import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ShipmentSetup, UNDIRECTED } from '../support/operations/shipment-setup.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault
const setup = await ShipmentSetup.open(vault)
const { token } = setup.creator

test('Get Outbound Shipment returns the six specified members first, then its history', async () => {
  const itemIds = await setup.items(2)
  const id = await setup.bring('delivered', 'plain', itemIds)
  const response = await api.get(`/v1/outbound-shipments/${id}`, { token })
  assert.equal(response.status, 200)
  const { data } = response.body
  const { createdAt, shippedAt, approvedAt, deliveredAt } = data
  const moments = [createdAt, approvedAt, new Date(shippedAt).toISOString(), deliveredAt]
  assert.deepEqual(moments, moments.toSorted())
  const expected = {
    id,
    fboAccountId: setup.fboAccountId,
    organizationId: setup.organizationId,
    status: 'delivered',
    shippedAt,
    createdAt,
    totalItems: 2,
    notes: null,
    createdByTokenId: setup.creator.id,
    approvedAt,
    approvedByTokenId: setup.approver.id,
    heldAt: null,
    holdReason: null,
    cancelledAt: null,
    cancellationReason: null,
    carrier: 'Brinks',
    service: 'Overnight',
    trackingNumber: 'BX 4417 2203 SE',
    deliveredAt,
    ...UNDIRECTED,
    approvals: [{ at: approvedAt, tokenId: setup.approver.id, personId: null }],
    approvalsRequired: 1,
  }
  assert.equal(response.text, JSON.stringify({ data: expected }))
})

test('A cancelled shipment has its reason and keeps its status', async () => {
  const id = await setup.bring('inspecting', 'cancelled', await setup.items(1))
  const { status, cancelledAt, cancellationReason, heldAt } = await setup.shipment(id)
  assert.deepEqual([status, cancellationReason, heldAt], ['inspecting', 'The owner keeps it', null])
  assert.ok(Math.abs(Date.parse(cancelledAt) - Date.now()) < 60_000)
})

test('An imported shipment may have no items and has no creator', async () => {
  const shippedAt = new Date('2026-03-01T00:00:00.001Z')
  const columns = { status: 'shipped', shippedAt, createdAt: new Date('2026-02-01T00:00:00.000Z') }
  const id = await records.outboundShipment(setup.organizationId, setup.fboAccountId, columns)
  const reported = await setup.shipment(id)
  assert.equal(reported.shippedAt, shippedAt.getTime())
  assert.deepEqual(
    [reported.totalItems, reported.createdByTokenId, reported.carrier],
    [0, null, null],
  )
})
