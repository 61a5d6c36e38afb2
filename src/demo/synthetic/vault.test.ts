import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isId } from '../../domain/ids.ts'
import { SHIPMENT_STATUSES } from '../../domain/shipment-statuses.ts'
import { MOVEMENT_KINDS } from '../../inventory-items/inventory-movement.ts'
import { HARBOR, NORTHLIGHT } from '../demo-organizations.ts'
import { DAY_MS } from './random.ts'
import { generateVault } from './vault.ts'

const NOW = new Date('2026-11-21T08:00:00.000Z')

test('the same moment gives the same records, the two organizations different ones', () => {
  const vault = generateVault(HARBOR, NOW)
  assert.deepEqual(generateVault(HARBOR, NOW), vault)
  const other = new Set(generateVault(NORTHLIGHT, NOW).accounts.map(({ id }) => id))
  assert.ok(vault.accounts.every(({ id }) => !other.has(id)))
})

for (const plan of [NORTHLIGHT, HARBOR]) {
  const { accounts, batches, shipments, items, movements } = generateVault(plan, NOW)

  test(`${plan.name} has what its plan says`, () => {
    assert.equal(accounts.length, plan.accounts)
    assert.equal(accounts.filter(({ isPrimary }) => isPrimary).length, 1)
    assert.equal(items.length, plan.items)
    assert.deepEqual(countBy(shipments), plan.shipments)
    assert.deepEqual(countBy(batches), plan.transfers)
    const records = [accounts, batches, shipments, items].flat()
    assert.equal(new Set(records.map(({ id }) => id)).size, records.length, 'ids are unique')
    assert.ok(records.every(({ id }) => isId(id)))
  })

  test(`${plan.name}: each record is from after what it is about, and none from the future`, () => {
    const openedAt = new Map(accounts.map(({ id, createdAt }) => [id, createdAt]))
    for (const { fboAccountId, createdAt } of shipments) {
      assert.ok(createdAt >= (openedAt.get(fboAccountId) as Date) && createdAt <= NOW)
    }
    for (const { toFboAccountId, at } of movements) {
      assert.ok(at >= (openedAt.get(toFboAccountId) as Date) && at <= NOW)
    }
    for (const { createdAt, fromFboAccountId, toFboAccountId } of batches) {
      assert.notEqual(fromFboAccountId, toFboAccountId)
      for (const id of [fromFboAccountId, toFboAccountId]) {
        assert.ok(createdAt > (openedAt.get(id) as Date) && createdAt < NOW)
      }
    }
    for (const { status, createdAt, shippedAt, deliveredAt } of shipments) {
      const hasLeft = SHIPMENT_STATUSES.indexOf(status) >= SHIPMENT_STATUSES.indexOf('shipped')
      assert.equal(shippedAt !== null, hasLeft)
      if (shippedAt !== null) assert.ok(shippedAt > createdAt && shippedAt < NOW)
      assert.equal(deliveredAt !== null, status === 'delivered')
      if (deliveredAt !== null) assert.ok(deliveredAt >= (shippedAt as Date) && deliveredAt < NOW)
    }
    for (const { status, createdAt, expiresAt, decidedAt } of batches) {
      assert.equal(decidedAt === null, status === 'pending')
      if (decidedAt !== null) assert.ok(decidedAt >= createdAt && decidedAt < NOW)
      // A week at least: what is pending in a new demo is so for as long as its tokens live.
      const weekFromNow = new Date(NOW.getTime() + 7 * DAY_MS)
      if (status === 'pending') assert.ok(expiresAt !== null && expiresAt > weekFromNow)
    }
  })

  test(`${plan.name}: everything that can happen to an item has happened, but a cancellation`, () => {
    const seen = new Set<string>(movements.map(({ kind }) => kind))
    // An import is no part of the demo; the vault's own list leaves cancelled shipments out.
    assert.deepEqual(
      MOVEMENT_KINDS.filter((kind) => !seen.has(kind)),
      ['imported', 'shipment_cancelled'],
    )
    const reasoned = movements.filter(({ kind }) => /held|withdrawn|rejected|cancelled/.test(kind))
    assert.ok(reasoned.every(({ reason }) => reason !== null))
  })

  test(`${plan.name}: what holds an item is of the item's account and younger than it`, () => {
    const holders = new Map(
      [
        ...shipments.map((shipment) => ({ ...shipment, holder: shipment.fboAccountId })),
        ...batches.map((batch) => ({ ...batch, holder: batch.fromFboAccountId })),
      ].map((record) => [record.id, record]),
    )
    for (const item of items) {
      const id = item.activeShipmentId ?? item.activeTransferId
      assert.equal(id !== null, item.status.endsWith('_pending'))
      if (id === null) continue
      assert.equal(holders.get(id)?.holder, item.fboAccountId)
      assert.ok((holders.get(id)?.createdAt as Date) > item.createdAt)
    }
  })
}

function countBy(records: readonly { status: string }[]): Record<string, number> {
  const byStatus = Object.groupBy(records, ({ status }) => status)
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group]) => [status, group?.length ?? 0]),
  )
}
