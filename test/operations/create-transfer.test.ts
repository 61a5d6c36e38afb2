import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { records, sql } = vault
const setup = await TransferSetup.open(vault)
const { organizationId, source: fromFboAccountId, destination: toFboAccountId } = setup
const { id: tokenId } = setup.creator

test('Create Transfer returns nine members of the batch, and records its entries in their order', async () => {
  const [first = '', second = '', third = ''] = await setup.items(3)
  const notes = 'Spring "rebalancing"\n\ttwo 🪙 coins'
  const items = [
    { inventoryItemId: third, reason: 'trade' },
    { inventoryItemId: first, reason: 'request' },
    { inventoryItemId: second, reason: 'rebalance' },
  ]
  const response = await setup.claim([], { more: { items, notes } })
  assert.equal(response.status, 201, response.text)
  const { id, createdAt } = response.body.data
  assert.match(id, /^xfer_[0-9a-hjkmnp-tv-z]{26}$/)
  const data = {
    ...{ id, fromFboAccountId, toFboAccountId, organizationId, status: 'pending', totalItems: 3 },
    ...{ approvedBySystem: false, notes, createdAt },
  }
  assert.equal(response.text, JSON.stringify({ data }))
  assert.equal(response.headers.get('location'), `/v1/transfers/${id}`)
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
  const batches = await sql`select * from transfer_batches where id = ${id}`
  const batch = {
    ...{ ...data, itemIds: [third, first, second], reasons: ['trade', 'request', 'rebalance'] },
    ...{ approvalsRequired: null, idempotencyKey: null, createdByTokenId: tokenId },
    createdAt: new Date(createdAt),
    expiresAt: new Date(Date.parse(createdAt) + 14 * 86_400_000),
    ...{ decidedAt: null, decidedByTokenId: null, decisionReason: null },
    ...{ totalDeclaredValueCents: '0', systemReview: 'off', review: [] },
    ...{ approvedOverInsuredMaximum: false, metadata: {}, version: 1 },
  }
  assert.deepEqual([...batches], [batch])
})

// The log of a claim is proved with that of its end, by decide-transfer.test.ts.
test('The items are claimed and stay in the source account; no other item changes', async () => {
  const [moved = '', left = ''] = await setup.items(2)
  const before = { moved: await records.item(moved), left: await records.item(left) }
  const { id, created } = await setup.transfer({ itemIds: [moved], more: { notes: '' } })
  assert.equal(created.notes, '')
  const [{ at }, ...more] = (await setup.log(moved)) as [{ at: Date }]
  assert.deepEqual(more, [])
  assert.ok(at >= (before.moved.changedAt as Date) && at <= new Date())
  const claimed = { status: 'transfer_pending', activeTransferId: id, movementCount: 2 }
  assert.deepEqual(await records.item(moved), { ...before.moved, ...claimed, changedAt: at })
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
  assert.equal(created.notes, null)
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
