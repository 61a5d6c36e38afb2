import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listedIds as ids, openSummaryDesk } from '../support/operations/summary-desk.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, sql } = vault

const desk = () => openSummaryDesk(vault)

test('Shipments wait for those who neither created nor directed them; held ones are listed apart', async () => {
  const { ada, bo, make, send, shipment, policy, summary } = await desk()
  const [ofAda, ofBo, directed] = [await shipment(ada), await shipment(bo), await shipment(ada)]
  await send(bo, `/outbound-shipments/${directed}`, { insuredValueCents: '5' }, 'PATCH')
  const held = await shipment(ada)
  await send(ada, `/outbound-shipments/${held}/hold`, { reason: 'Address' })
  const { pendingShipments, longestHeldShipments, heldShipments } = await summary(bo)
  assert.deepEqual(
    [pendingShipments.count, pendingShipments.awaitingMe, ids(pendingShipments.oldest)],
    [3, 1, [[ofAda, true]]],
  )
  const [{ createdByTokenId, ...waiting }] = pendingShipments.oldest
  const whole = (await api.get(`/v1/outbound-shipments/${ofAda}`, { token: bo })).body.data
  assert.equal(createdByTokenId, whole.createdByTokenId)
  assert.deepEqual(waiting, {
    id: ofAda,
    fboAccountId: whole.fboAccountId,
    totalItems: 1,
    createdAt: whole.createdAt,
    heldAt: null,
    holdReason: null,
    declaredValueCents: '1000',
    mayApprove: true,
  })
  assert.equal(heldShipments, 1)
  assert.deepEqual(ids(longestHeldShipments), [[held, false]])
  assert.equal(longestHeldShipments[0].holdReason, 'Address')
  const adas = (await summary(ada)).pendingShipments
  assert.deepEqual(ids(adas.oldest), [[ofBo, true]])
  const reader = await summary(await make('Cy', ['outbound_shipments:read']))
  assert.equal(reader.pendingShipments.oldest.length, 3)
  assert.equal(reader.pendingShipments.awaitingMe, 0)
  for (const one of reader.pendingShipments.oldest) {
    assert.equal(one.declaredValueCents, null, 'it may not read items')
  }
  await policy({ fourEyes: false })
  assert.equal((await summary(ada)).pendingShipments.awaitingMe, 3)
})

test('Revaluations wait for a second person until they expire, with their sums', async () => {
  const { ada, bo, item, send, policy, summary } = await desk()
  await policy({ revaluationMaxPercent: 10 })
  const values = [item(), item()].map((inventoryItemId, place) => ({
    inventoryItemId,
    declaredValueCents: `${2000 + place}`,
  }))
  const body = { items: values, reason: 'Appraised' }
  await send(ada, '/inventory-items/revalue', body)
  const { pendingRevaluations } = await summary(bo)
  const [{ id, createdAt: _, expiresAt, requestedByTokenId: __, ...shown }] =
    pendingRevaluations.oldest
  assert.ok(expiresAt)
  assert.deepEqual(shown, {
    totalItems: 2,
    reason: 'Appraised',
    fromValueCents: '2000',
    toValueCents: '4001',
    mayApprove: true,
  })
  assert.equal((await summary(ada)).pendingRevaluations.awaitingMe, 0)
  await sql`update revaluations set expires_at = now() where id = ${id}`
  assert.equal((await summary(bo)).pendingRevaluations.count, 0)
})

test('What expires within 24 hours comes with the first to expire, of everybody', async () => {
  const { ada, bo, transfer, summary } = await desk()
  const made = []
  for (const hours of [30, 20, 5]) {
    const id = await transfer(ada)
    await sql`update transfer_batches set expires_at = now() + ${`${hours} hours`}::interval
      where id = ${id}`
    made.push(id)
  }
  const [, twenty, five] = made
  const seen = (await summary(bo)).expiringTransfers
  assert.equal(seen.count, 2)
  assert.deepEqual(ids(seen.soonest), [
    [five, true],
    [twenty, true],
  ])
  assert.equal(seen.soonest[0].declaredValueCents, '1000')
  const own = (await summary(ada)).expiringTransfers
  assert.deepEqual(ids(own.soonest), [
    [five, false],
    [twenty, false],
  ])
})

test('The value 30 days ago has what left, not what came, and the values of then', async () => {
  const { ada, item, send, summary } = await desk()
  const [old, revalued, gone] = [item(), item(), item()]
  await sql`update inventory_items set created_at = now() - interval '40 days'
    where id = any(${[old, revalued, gone]})`
  assert.deepEqual((await summary(ada)).vaultValue, {
    declaredValueCents: '20000',
    thirtyDaysAgoCents: '3000',
  })
  await send(ada, `/inventory-items/${gone}/withdraw`, { reason: 'x' })
  for (const declaredValueCents of ['1500', '4000']) {
    await send(ada, `/inventory-items/${revalued}/revalue`, { declaredValueCents, reason: 'x' })
  }
  assert.deepEqual((await summary(ada)).vaultValue, {
    declaredValueCents: '22000',
    thirtyDaysAgoCents: '3000',
  })
  const other = await desk()
  assert.equal((await other.summary(other.ada)).vaultValue.declaredValueCents, '20000')
})

test('The median of the time to decide counts people alone', async () => {
  const { ada, bo, transfer, send, summary } = await desk()
  const decided: [string, number][] = [
    ['approve', 60],
    ['reject', 120],
    ['approve', 500],
    ['cancel', 9_000],
  ]
  for (const [verb, seconds] of decided) {
    const id = await transfer(ada)
    const reason = verb === 'approve' ? {} : { reason: 'x' }
    await send(bo, `/transfers/${id}/${verb}`, reason)
    const [batch] = await sql`select decided_at from transfer_batches where id = ${id}`
    const createdAt = new Date(batch?.decidedAt.getTime() - seconds * 1_000)
    await sql`update transfer_batches set created_at = ${createdAt} where id = ${id}`
  }
  assert.equal((await summary(bo)).medianDecisionSeconds, 120)
})
