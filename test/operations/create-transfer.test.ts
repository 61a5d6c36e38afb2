import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()
const organizationId = await records.organization()
const { id: tokenId, token } = await records.token(organizationId)
const fromFboAccountId = await records.fboAccount(organizationId)
const toFboAccountId = await records.fboAccount(organizationId)

/** A request for these items, each to be rebalanced. */
function transferOf(itemIds: readonly string[], more: object = {}): object {
  const items = itemIds.map((inventoryItemId) => ({ inventoryItemId, reason: 'rebalance' }))
  return { fromFboAccountId, toFboAccountId, items, ...more }
}

async function created(body: object) {
  const response = await api.post('/v1/transfers', { token, body })
  assert.equal(response.status, 201, response.text)
  return response
}

test('Create Transfer returns the nine members of the batch, in the published order', async () => {
  const itemIds = await records.inventoryItems(organizationId, fromFboAccountId, 2)
  const response = await api.post('/v1/transfers', {
    token,
    body: transferOf(itemIds, { notes: 'Spring "rebalancing"\n\ttwo 🪙 coins' }),
  })
  assert.equal(response.status, 201)
  const { id } = response.body.data
  assert.match(id, /^xfer_[0-9a-hjkmnp-tv-z]{26}$/)
  const [stored] = await sql`select created_at from transfer_batches where id = ${id}`
  assert.equal(
    response.text,
    JSON.stringify({
      data: {
        id,
        fromFboAccountId,
        toFboAccountId,
        organizationId,
        status: 'pending',
        totalItems: 2,
        approvedBySystem: false,
        notes: 'Spring "rebalancing"\n\ttwo 🪙 coins',
        createdAt: stored?.createdAt.toISOString(),
      },
    }),
  )
  assert.equal(response.headers.get('location'), `/v1/transfers/${id}`)
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
})

test('The batch is recorded with every entry of items, in the order of the request', async () => {
  const [first, second, third] = await records.inventoryItems(organizationId, fromFboAccountId, 3)
  const response = await created({
    fromFboAccountId,
    toFboAccountId,
    items: [
      { inventoryItemId: third, reason: 'trade' },
      { inventoryItemId: first, reason: 'request' },
      { inventoryItemId: second, reason: 'rebalance' },
    ],
  })
  const { id, createdAt } = response.body.data
  const batches = await sql`select * from transfer_batches where id = ${id}`
  assert.deepEqual(
    [...batches],
    [
      {
        organizationId,
        id,
        fromFboAccountId,
        toFboAccountId,
        status: 'pending',
        totalItems: 3,
        itemIds: [third, first, second],
        reasons: ['trade', 'request', 'rebalance'],
        approvalsRequired: null,
        approvedBySystem: false,
        notes: null,
        idempotencyKey: null,
        createdByTokenId: tokenId,
        createdAt: new Date(createdAt),
        expiresAt: new Date(Date.parse(createdAt) + 14 * 86_400_000),
        decidedAt: null,
        decidedByTokenId: null,
        decisionReason: null,
        totalDeclaredValueCents: '0',
        systemReview: 'off',
        review: [],
        approvedOverInsuredMaximum: false,
        metadata: {},
        version: 1,
      },
    ],
  )
})

test('The items are claimed and stay in the source account; no other item changes', async () => {
  const [moved, left] = await records.inventoryItems(organizationId, fromFboAccountId, 2)
  const before = { moved: await records.item(moved!), left: await records.item(left!) }
  const response = await created(transferOf([moved!]))
  const { id } = response.body.data
  const [last, ...more] = await sql`
    select * from inventory_movements where inventory_item_id = ${moved!} and number > 1`
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
  assert.deepEqual(await records.item(moved!), {
    ...before.moved,
    status: 'transfer_pending',
    activeTransferId: id,
    movementCount: 2,
    changedAt: last.at,
  })
  assert.equal(before.moved.fboAccountId, fromFboAccountId)
  assert.deepEqual(await records.item(left!), before.left)
})

test('notes is optional: null if omitted, and an empty note stays empty', async () => {
  const [first, second] = await records.inventoryItems(organizationId, fromFboAccountId, 2)
  const without = await created(transferOf([first!]))
  assert.equal(without.body.data.notes, null)
  const empty = await created(transferOf([second!], { notes: '' }))
  assert.equal(empty.body.data.notes, '')
})

test('notes may have 2,000 characters, counted in code points', async () => {
  for (const notes of ['n'.repeat(2_000), '🪙'.repeat(2_000)]) {
    const [item] = await records.inventoryItems(organizationId, fromFboAccountId, 1)
    const response = await created(transferOf([item!], { notes }))
    assert.equal(response.body.data.notes, notes)
  }
})

test('reason is one of request, trade, rebalance', async () => {
  for (const reason of ['request', 'trade', 'rebalance']) {
    const [inventoryItemId] = await records.inventoryItems(organizationId, fromFboAccountId, 1)
    const response = await created({
      fromFboAccountId,
      toFboAccountId,
      items: [{ inventoryItemId, reason }],
    })
    assert.equal(response.body.data.totalItems, 1)
  }
})

test('A transfer may have 1,000 items, and totalItems counts them', async () => {
  const itemIds = await records.inventoryItems(organizationId, fromFboAccountId, 1_000)
  const response = await created(transferOf(itemIds.toReversed()))
  assert.equal(response.body.data.totalItems, 1_000)
  const { id } = response.body.data
  const [claimed] = await sql`
    select count(*)::integer as count from inventory_items
    where active_transfer_id = ${id} and status = 'in_vault'
      and fbo_account_id = ${fromFboAccountId}`
  assert.equal(claimed?.count, 1_000)
})

test('Ids are opaque: 1 to 64 allowed characters', async () => {
  const from = await records.fboAccount(organizationId, { id: '-' })
  const to = await records.fboAccount(organizationId, { id: `A_${'z'.repeat(62)}` })
  const item = await records.inventoryItem(organizationId, from, { id: `${'0'.repeat(63)}-` })
  const response = await created({
    fromFboAccountId: from,
    toFboAccountId: to,
    items: [{ inventoryItemId: item, reason: 'trade' }],
  })
  assert.equal(response.body.data.fromFboAccountId, from)
  assert.equal(response.body.data.toFboAccountId, to)
  assert.equal((await records.item(item)).status, 'transfer_pending')
})

test('Records of another organization with equal ids are left alone', async () => {
  const other = await records.organization()
  await records.fboAccount(organizationId, { id: 'same-from' })
  await records.fboAccount(organizationId, { id: 'same-to' })
  await records.fboAccount(other, { id: 'same-from' })
  await records.inventoryItem(other, 'same-from', { id: 'same-item' })
  await records.inventoryItem(organizationId, 'same-from', { id: 'same-item' })
  const response = await created({
    fromFboAccountId: 'same-from',
    toFboAccountId: 'same-to',
    items: [{ inventoryItemId: 'same-item', reason: 'request' }],
  })
  const items = await sql`
    select organization_id, status, active_transfer_id from inventory_items
    where id = 'same-item' order by organization_id`
  assert.deepEqual(
    [...items],
    [
      {
        organizationId,
        status: 'in_vault',
        activeTransferId: response.body.data.id,
      },
      { organizationId: other, status: 'in_vault', activeTransferId: null },
    ].sort((a, b) => (a.organizationId < b.organizationId ? -1 : 1)),
  )
})
