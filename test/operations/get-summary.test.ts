import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PERMISSIONS, type Permission } from '../../src/domain/permissions.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records } = await openVault()
const PATH = '/v1/summary'

const NO_ITEMS = {
  in_vault: 0,
  transfer_pending: 0,
  shipment_pending: 0,
  on_hold: 0,
  shipped: 0,
  delivered: 0,
  withdrawn: 0,
}
const NO_SHIPMENTS = {
  packing: 0,
  inspecting: 0,
  pending_approval: 0,
  approved: 0,
  shipped: 0,
  delivered: 0,
}

test('An organization without records has all members, with nothing in them', async () => {
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId)
  const { status, body } = await api.get(PATH, { token })
  assert.equal(status, 200)
  const { asOf, transfersByDay, ...data } = body.data
  assert.deepEqual(data, {
    organizationId,
    itemsByStatus: NO_ITEMS,
    shipmentsByStatus: NO_SHIPMENTS,
    heldShipments: 0,
    pendingTransfers: { count: 0, awaitingMe: 0, oldest: [] },
    accountsNearestToMaximum: [],
  })
  assert.equal(transfersByDay.length, 30)
  const today = Date.parse(`${asOf.slice(0, 10)}T00:00:00Z`)
  transfersByDay.forEach((day: object, index: number) => {
    const date = new Date(today - (29 - index) * 86_400_000).toISOString().slice(0, 10)
    const none = { created: 0, completed: 0, rejected: 0, cancelled: 0, expired: 0 }
    assert.deepEqual(day, { date, ...none })
  })
})

const SEEN_WITH: Readonly<Record<string, Permission>> = {
  itemsByStatus: 'inventory_items:read',
  shipmentsByStatus: 'outbound_shipments:read',
  heldShipments: 'outbound_shipments:read',
  transfersByDay: 'transfer_batches:read',
  pendingTransfers: 'transfer_batches:read',
  accountsNearestToMaximum: 'fbo_accounts:read',
}

test('A member is null exactly where the token lacks its permission', async () => {
  const organizationId = await records.organization()
  for (const permissions of [[], ...PERMISSIONS.map((one) => [one]), PERMISSIONS]) {
    const { token } = await records.token(organizationId, permissions)
    const { body } = await api.get(PATH, { token })
    for (const [member, permission] of Object.entries(SEEN_WITH)) {
      const isSeen = permissions.includes(permission)
      assert.equal(body.data[member] !== null, isSeen, `${member} with ${permissions}`)
    }
  }
})
