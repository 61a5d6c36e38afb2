import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operatorFor } from '../../src/domain/caller.ts'
import { SHIPMENT_BLOCK_CHECKS } from '../../src/operator/verify/shipment-block-checks.store.ts'
import { findViolations } from '../../src/operator/verify/verification-check.store.ts'
import { maintainPageCounts } from '../../src/vault/shipments/page-counts/maintain-page-counts.ts'
import { ShipmentHistory } from '../support/operations/shipment-history.ts'
import { Random } from '../support/vault/random.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { database, sql } = await openOwnVault()
const OPTIONS = { sizes: { shipments: 5, blocks: 3 } }

/** Fails unless the counts equal the shipments of one snapshot, also while others write. */
async function assertCounts(organizationId: string): Promise<void> {
  const caller = operatorFor(organizationId)
  await sql.begin(async (tx) => {
    for (const check of SHIPMENT_BLOCK_CHECKS) {
      assert.deepEqual(await findViolations(caller, tx, check), { first: [], total: 0 })
    }
  }, 'isolation level repeatable read, read only')
}

async function blocksOf(organizationId: string): Promise<number> {
  const [row] = await sql`
    select count(*)::integer as blocks from outbound_shipment_blocks
    where organization_id = ${organizationId}`
  return row?.blocks
}

test('counts stay exact while many transactions write and several maintain the blocks', async () => {
  const organizationId = 'org_busy'
  const caller = operatorFor(organizationId)
  const first = new ShipmentHistory(organizationId, new Random(1), 'w0')
  await first.begin(sql)
  const writers = [
    first,
    ...[1, 2, 3, 4, 5].map(
      (writer) => new ShipmentHistory(organizationId, new Random(writer * 7), `w${writer}`),
    ),
  ]
  let writing = writers.length
  const write = async (history: ShipmentHistory, number: number) => {
    for (let step = 1; step <= 60; step += 1) {
      // Some transactions are of several statements. As the owner: no request deletes a shipment.
      if (number % 3 > 0) await history.step(sql)
      else {
        await sql.begin(async (tx) => {
          await history.step(tx)
          await history.step(tx)
        })
      }
    }
    writing -= 1
  }
  const maintain = async () => {
    while (writing > 0) {
      await maintainPageCounts(caller, database, first.accounts, OPTIONS)
    }
  }
  const look = async () => {
    while (writing > 0) await assertCounts(organizationId)
  }
  await Promise.all([...writers.map(write), maintain(), maintain(), look()])
  await maintainPageCounts(caller, database, first.accounts, OPTIONS)
  await assertCounts(organizationId)
  const [left] = await sql`select count(*)::integer as changes from outbound_shipment_block_changes`
  assert.equal(left?.changes, 0)
  assert.ok((await blocksOf(organizationId)) > 50)
})

test('a block is not compacted during an uncommitted write, and includes it afterwards', async () => {
  const organizationId = 'org_waiting'
  const caller = operatorFor(organizationId)
  const history = new ShipmentHistory(organizationId, new Random(3))
  await history.begin(sql)
  for (let step = 1; step <= 40; step += 1) await history.step(sql)
  await sql.begin(async (tx) => {
    await history.step(tx)
    await maintainPageCounts(caller, database, history.accounts, OPTIONS)
    assert.equal(await blocksOf(organizationId), 0)
  })
  await maintainPageCounts(caller, database, history.accounts, OPTIONS)
  assert.ok((await blocksOf(organizationId)) > 0)
  await assertCounts(organizationId)
})

test('a transaction that began before a block was compacted sees the block', async () => {
  const organizationId = 'org_overtaken'
  const caller = operatorFor(organizationId)
  const history = new ShipmentHistory(organizationId, new Random(4))
  await history.begin(sql)
  for (let step = 1; step <= 40; step += 1) await history.step(sql)
  await sql.begin(async (tx) => {
    // Its moment is that of the first statement; each has a snapshot of its own.
    await tx`select count(*) from outbound_shipments`
    await maintainPageCounts(caller, database, history.accounts, OPTIONS)
    await tx`
      update outbound_shipments set status = 'approved', shipped_at = null
      where organization_id = ${organizationId} and status in ('packing', 'delivered')`
  })
  await assertCounts(organizationId)
  const [waiting] = await sql`
    select count(*)::integer as changes from outbound_shipment_block_changes
    where organization_id = ${organizationId}`
  assert.ok(waiting?.changes > 0, 'the blocks that it changed')
})

test('a transaction that cannot see new blocks may not change shipments', async () => {
  for (const isolation of ['repeatable read', 'serializable']) {
    await assert.rejects(
      sql.begin(
        (tx) => tx`update outbound_shipments set status = status`,
        `isolation level ${isolation}`,
      ),
      { code: '0A000', message: /isolation read committed only/ },
    )
  }
})
