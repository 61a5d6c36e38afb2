import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { records, sql } = vault
const setup = await TransferSetup.open(vault)
const { organizationId, source: fromFboAccountId, destination: toFboAccountId } = setup
const { id: tokenId } = setup.creator

test('Create Transfer returns the nine members of the batch, in the published order', async () => {
  const notes = 'Spring "rebalancing"\n\ttwo 🪙 coins'
  const response = await setup.claim(await setup.items(2), { more: { notes } })
  assert.equal(response.status, 201)
  const { id } = response.body.data
  assert.match(id, /^xfer_[0-9a-hjkmnp-tv-z]{26}$/)
  const [stored] = await sql`select created_at from transfer_batches where id = ${id}`
  const data = {
    ...{ id, fromFboAccountId, toFboAccountId, organizationId, status: 'pending', totalItems: 2 },
    ...{ approvedBySystem: false, notes, createdAt: stored?.createdAt.toISOString() },
  }
  assert.equal(response.text, JSON.stringify({ data }))
  assert.equal(response.headers.get('location'), `/v1/transfers/${id}`)
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
})

test('The batch is recorded with every entry of items, in the order of the request', async () => {
  const [first = '', second = '', third = ''] = await setup.items(3)
  const items = [
    { inventoryItemId: third, reason: 'trade' },
    { inventoryItemId: first, reason: 'request' },
    { inventoryItemId: second, reason: 'rebalance' },
  ]
  const { id, created } = await setup.transfer({ itemIds: [third, first, second], more: { items } })
  assert.equal(created.notes, null)
  const { createdAt } = created
  const batches = await sql`select * from transfer_batches where id = ${id}`
  const batch = {
    ...{ organizationId, id, fromFboAccountId, toFboAccountId, status: 'pending', totalItems: 3 },
    ...{ itemIds: [third, first, second], reasons: ['trade', 'request', 'rebalance'] },
    ...{ approvalsRequired: null, approvedBySystem: false, notes: null, idempotencyKey: null },
    ...{ createdByTokenId: tokenId, createdAt: new Date(createdAt) },
    expiresAt: new Date(Date.parse(createdAt) + 14 * 86_400_000),
    ...{ decidedAt: null, decidedByTokenId: null, decisionReason: null },
    ...{ totalDeclaredValueCents: '0', systemReview: 'off', review: [] },
    ...{ approvedOverInsuredMaximum: false, metadata: {}, version: 1 },
  }
  assert.deepEqual([...batches], [batch])
})

test('The items are claimed and stay in the source account; no other item changes', async () => {
  const [moved = '', left = ''] = await setup.items(2)
  const before = { moved: await records.item(moved), left: await records.item(left) }
  const { id, created } = await setup.transfer({ itemIds: [moved], more: { notes: '' } })
  assert.equal(created.notes, '')
  const [last, ...more] = await setup.log(moved)
  assert.deepEqual(more, [])
  assert.deepEqual(last, {
    organizationId,
    inventoryItemId: moved,
    number: 2,
    at: last?.at,
    kind: 'transfer_created',
    fromFboAccountId,
    fromStatus: 'in_vault',
    toFboAccountId: fromFboAccountId,
    toStatus: 'transfer_pending',
    transferBatchId: id,
    outboundShipmentId: null,
    tokenId,
    reason: null,
  })
  assert.ok(last.at >= (before.moved.changedAt as Date) && last.at <= new Date())
  assert.deepEqual(await records.item(moved), {
    ...before.moved,
    status: 'transfer_pending',
    activeTransferId: id,
    movementCount: 2,
    changedAt: last.at,
  })
  assert.equal(before.moved.fboAccountId, fromFboAccountId)
  assert.deepEqual(await records.item(left), before.left)
})

test('Ids are opaque, and records of another organization with equal ids are left alone', async () => {
  const [from, to, item] = ['-', `A_${'z'.repeat(62)}`, `${'0'.repeat(63)}-`]
  const other = await records.organization()
  for (const organization of [organizationId, other]) {
    await records.fboAccount(organization, { id: from })
    await records.inventoryItem(organization, from, { id: item })
  }
  await records.fboAccount(organizationId, { id: to })
  const more = { fromFboAccountId: from }
  const { id, created } = await setup.transfer({ itemIds: [item], to, more })
  assert.deepEqual([created.fromFboAccountId, created.toFboAccountId], [from, to])
  const items = await sql`
    select organization_id, status, active_transfer_id from inventory_items
    where id = ${item} and organization_id in (${organizationId}, ${other})`
  assert.deepEqual(
    new Map(items.map((row) => [row.organizationId, [row.status, row.activeTransferId]])),
    new Map([
      [organizationId, ['in_vault', id]],
      [other, ['in_vault', null]],
    ]),
  )
})
