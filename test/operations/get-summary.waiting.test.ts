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
  const recipient = { name: 'Ada', line1: '1 Pier', city: 'Hong Kong', countryCode: 'HK' }
  const directions = { recipient, insuredValueCents: '5' }
  await send(bo, `/outbound-shipments/${directed}`, directions, 'PATCH')
  const held = await shipment(ada)
  await send(ada, `/outbound-shipments/${held}/hold`, { reason: 'Address' })
  const { pendingShipments, longestHeldShipments, heldShipments } = await summary(bo)
  const { count, awaitingMe, oldest } = pendingShipments
  assert.deepEqual([count, awaitingMe, ids(oldest)], [3, 1, [[ofAda, true]]])
  const whole = (await api.get(`/v1/outbound-shipments/${ofAda}`, { token: bo })).body.data
  const { fboAccountId, createdAt, createdByTokenId } = whole
  assert.deepEqual(oldest[0], {
    ...{ id: ofAda, fboAccountId, totalItems: 1, createdAt, createdByTokenId },
    ...{ heldAt: null, holdReason: null, declaredValueCents: '1000', mayApprove: true },
    ...{ countryCode: null, insuredValueCents: null },
  })
  assert.equal(heldShipments, 1)
  assert.deepEqual(ids(longestHeldShipments), [[held, false]])
  assert.equal(longestHeldShipments[0].holdReason, 'Address')
  const adas = (await summary(ada)).pendingShipments
  assert.deepEqual(ids(adas.oldest), [[ofBo, true]])
  const reading = await summary(await make('Cy', ['outbound_shipments:read']))
  const { oldest: read, awaitingMe: none } = reading.pendingShipments
  assert.deepEqual([read.length, none], [3, 0])
  const { countryCode, insuredValueCents } = read[2]
  assert.deepEqual([countryCode, insuredValueCents], ['HK', '5'])
  // It may not read items.
  for (const { declaredValueCents } of read) assert.equal(declaredValueCents, null)
  await policy({ fourEyes: false })
  assert.equal((await summary(ada)).pendingShipments.awaitingMe, 3)
})

test('Revaluations wait for a second person until they expire, with their sums', async () => {
  const { ada, bo, item, send, policy, summary } = await desk()
  await policy({ revaluationMaxPercent: 10 })
  const items = [item(), item()].map((inventoryItemId, place) => ({
    ...{ inventoryItemId, declaredValueCents: `${2000 + place}` },
  }))
  await send(ada, '/inventory-items/revalue', { items, reason: 'Appraised' })
  const { pendingRevaluations } = await summary(bo)
  const [{ id, createdAt: _, expiresAt, requestedByTokenId: __, ...shown }] =
    pendingRevaluations.oldest
  assert.ok(expiresAt)
  const sums = { fromValueCents: '2000', toValueCents: '4001' }
  assert.deepEqual(shown, { totalItems: 2, reason: 'Appraised', ...sums, mayApprove: true })
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
  for (const by of [ada, bo]) {
    const { count, soonest } = (await summary(by)).expiringTransfers
    const listed = [five, twenty].map((id) => [id, by === bo])
    assert.deepEqual([count, ids(soonest)], [2, listed])
    assert.equal(soonest[0].declaredValueCents, '1000')
  }
})

test('A transfer that waits has the exposure of its destination, with all that is pending', async () => {
  const { account, ada, bo, make, send, transfer, summary } = await desk()
  await transfer(ada)
  const to = (await summary(bo)).pendingTransfers.oldest[0].toFboAccountId
  await transfer(ada)
  await send(ada, `/fbo-accounts/${to}/set-insured-maximum`, {
    ...{ maxInsuredValueCents: '1500', reason: 'x' },
  })
  const { pendingTransfers } = await summary(bo)
  for (const { destinationExposure } of pendingTransfers.oldest) {
    const { exposureCents, headroomCents, isOverMaximum } = destinationExposure
    assert.deepEqual([exposureCents, headroomCents, isOverMaximum], ['2000', '-500', true])
  }
  assert.notEqual(to, account)
  // It may not read accounts.
  const reading = await summary(await make('Cy', ['transfer_batches:read']))
  assert.equal(reading.pendingTransfers.oldest[0].destinationExposure, null)
})

test('The value 30 days ago has what left, not what came, and the values of then', async () => {
  const { ada, item, send, summary } = await desk()
  const [old, revalued, gone] = [item(), item(), item()]
  await sql`update inventory_items set created_at = now() - interval '40 days'
    where id = any(${[old, revalued, gone]})`
  const assertWorth = async (declaredValueCents: string) => {
    const { vaultValue } = await summary(ada)
    assert.deepEqual(vaultValue, { declaredValueCents, thirtyDaysAgoCents: '3000' })
  }
  await assertWorth('20000')
  for (const one of [gone, item()]) {
    await send(ada, `/inventory-items/${one}/withdraw`, { reason: 'x' })
  }
  for (const declaredValueCents of ['1500', '4000']) {
    const items = [{ inventoryItemId: revalued, declaredValueCents }]
    await send(ada, '/inventory-items/revalue', { items, reason: 'x' })
  }
  await assertWorth('21000')
})

test('The median of the time to decide counts people alone', async () => {
  const { ada, bo, transfer, send, summary } = await desk()
  const decided: [string, number][] = [
    ['approve', 60],
    ['reject', 120],
    ['approve', 500],
    ['cancel', 1],
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
