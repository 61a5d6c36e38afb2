import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Importer } from '../support/operations/import-run.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { freshSummary } from '../support/vault/fresh-summary.ts'
import { SHOWN_STATUS } from '../support/vault/records.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql, connection } = await openVault()
const importer = new Importer({ DATABASE_URL: databaseUrlOf(connection) })

const COUNTED = { in_vault: 1, on_hold: 2, shipment_pending: 1 }

test('inventory items are imported in every status except transfer_pending, each with its log', async () => {
  const organizationId = await records.organization()
  const account = await records.fboAccount(organizationId)
  const shipment = await records.outboundShipment(organizationId, account, { status: 'approved' })
  const { document } = await importer.json(
    'inventory-items',
    `fboAccountId,id,status,description,declaredValueCents,activeShipmentId,holdReason,createdAt
${account},i1,,Watch,100,,,2024-02-29T00:00:00Z
${account},i2,shipment_pending,,,${shipment},,
${account},i3,on_hold,,,,,
${account},i4,shipped,,,,,
${account},i5,delivered,,,,,
${account},i6,withdrawn,,,,,
${account},i7,on_hold,,,,Ownership disputed,
`,
    organizationId,
  )
  assert.equal(document.imported, 7)
  const rows = await sql`
    select id, ${sql.raw(SHOWN_STATUS)} as status, description, declared_value_cents,
      active_shipment_id, hold_reason
    from inventory_items where organization_id = ${organizationId} order by id`
  assert.deepEqual(
    rows.map((row) => Object.values(row)),
    [
      ['i1', 'in_vault', 'Watch', '100', null, null],
      ['i2', 'shipment_pending', null, '0', shipment, null],
      ['i3', 'on_hold', null, '0', null, null],
      ['i4', 'shipped', null, '0', null, null],
      ['i5', 'delivered', null, '0', null, null],
      ['i6', 'withdrawn', null, '0', null, null],
      ['i7', 'on_hold', null, '0', null, 'Ownership disputed'],
    ],
  )
  const { token } = await records.token(organizationId)
  const { itemsByStatus } = (await freshSummary(api, token)).body.data
  const { in_vault, on_hold, shipment_pending } = itemsByStatus
  assert.deepEqual({ in_vault, on_hold, shipment_pending }, COUNTED)
  const [opening, ...more] = await sql`
    select number, kind, from_fbo_account_id, from_status, to_fbo_account_id, to_status,
      transfer_batch_id, outbound_shipment_id, token_id, reason, at = changed_at as at_the_change,
      at > now() - interval '1 minute' as now, created_at::text
    from inventory_movements join inventory_items
      on inventory_items.organization_id = ${organizationId} and id = inventory_item_id
    where inventory_movements.organization_id = ${organizationId} and movement_count = 1
    order by inventory_item_id`
  assert.deepEqual(opening && { ...opening }, {
    number: 1,
    kind: 'imported',
    fromFboAccountId: null,
    fromStatus: null,
    toFboAccountId: account,
    toStatus: 'in_vault',
    transferBatchId: null,
    outboundShipmentId: null,
    tokenId: null,
    reason: null,
    atTheChange: true,
    now: true,
    createdAt: '2024-02-29 00:00:00+00',
  })
  assert.deepEqual(
    more.map((row) => [row.toStatus, row.outboundShipmentId, row.reason, row.atTheChange]),
    [
      ['shipment_pending', shipment, null, true],
      ['on_hold', null, null, true],
      ['shipped', null, null, true],
      ['delivered', null, null, true],
      ['withdrawn', null, null, true],
      ['on_hold', null, 'Ownership disputed', true],
    ],
  )
})

test('imported items of a shipment are listed after the items that it already has', async () => {
  const organizationId = await records.organization()
  const account = await records.fboAccount(organizationId)
  const [first, second] = [
    await records.outboundShipment(organizationId, account),
    await records.outboundShipment(organizationId, account),
  ]
  const waiting = { status: 'shipment_pending', activeShipmentId: first }
  const before = await records.inventoryItem(organizationId, account, waiting)
  // More lines than are inserted at once: positions continue from one insert to the next.
  const empty = '\n'.repeat(100_000)
  await importer.json(
    'inventory-items',
    `id,fboAccountId,status,activeShipmentId
z,${account},shipment_pending,${first}
b,${account},shipment_pending,${second}
a,${account},shipment_pending,${first}
${empty}c,${account},shipment_pending,${first}
`,
    organizationId,
  )
  const listed = await sql`
    select outbound_shipment_id, position, inventory_item_id
    from outbound_shipment_items where organization_id = ${organizationId}
    order by outbound_shipment_id, position`
  assert.deepEqual(
    listed.map((row) => Object.values(row)),
    [
      [first, 1, before],
      [first, 2, 'z'],
      [first, 3, 'a'],
      [first, 4, 'c'],
      [second, 1, 'b'],
    ],
  )
  const totals = await sql`
    select total_items from outbound_shipments where organization_id = ${organizationId} order by id`
  assert.deepEqual(
    totals.map(({ totalItems }) => totalItems),
    [4, 1],
  )
})
