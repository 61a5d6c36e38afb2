import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operatorFor } from '../../src/domain/caller.ts'
import { listDeepPage } from '../../src/outbound-shipments/list-outbound-shipments.store.ts'
import { maintainPageCounts } from '../../src/outbound-shipments/page-counts/maintain-page-counts.ts'
import type { ShipmentKey } from '../../src/outbound-shipments/page-counts/shipment-blocks.ts'
import {
  type ShipmentFilters,
  shipmentsListed,
} from '../../src/outbound-shipments/page-counts/shipment-filters.ts'
import { SHIPMENT_BLOCK_CHECKS } from '../../src/verification/shipment-block-checks.store.ts'
import { findViolations } from '../../src/verification/verification-check.store.ts'
import { allFilters, idsListed, ShipmentHistory } from '../support/operations/shipment-history.ts'
import { Random } from '../support/vault/random.ts'
import { openVault } from '../support/vault/vault.ts'

const { database, sql } = await openVault()
const SIZES = { shipments: 5, blocks: 3 }
const LIMIT = 7

type Request = ShipmentFilters & { page: number; anchor?: string[] }

/** The page of the request is that part of the list of these ids, and `hasMore` is exact. */
async function assertPage(organizationId: string, ids: string[], request: Request): Promise<void> {
  const caller = operatorFor(organizationId)
  const { rows, hasMore } = await listDeepPage(caller, database, { limit: LIMIT, ...request })
  const end = request.page * LIMIT
  const expected = { ids: ids.slice(end - LIMIT, end), hasMore: ids.length > end }
  assert.deepEqual({ ids: rows.map(({ id }) => id), hasMore }, expected, JSON.stringify(request))
}

/** Every page of the list, also past its end, is what OFFSET finds. */
async function assertPages(organizationId: string, filters: ShipmentFilters): Promise<void> {
  const ids = await idsListed(sql, organizationId, filters)
  for (let page = 1; (page - 2) * LIMIT <= ids.length; page += 1) {
    await assertPage(organizationId, ids, { page, ...filters })
  }
}

async function assertCounts(organizationId: string): Promise<void> {
  const caller = operatorFor(organizationId)
  await sql.begin(async (tx) => {
    for (const check of SHIPMENT_BLOCK_CHECKS) {
      assert.deepEqual(await findViolations(caller, tx, check), { first: [], total: 0 })
    }
  })
}

for (const seed of [1, 2]) {
  test(`every page is exact after random writes and maintenance of blocks (${seed})`, async () => {
    const random = new Random(seed)
    const history = new ShipmentHistory(`org_${seed}`, random)
    const caller = operatorFor(history.organizationId)
    await history.begin(sql)
    for (let part = 1; part <= 3; part += 1) {
      for (let step = 1; step <= 40; step += 1) {
        await history.step(sql)
        if (random.next() > 0.1) continue
        const accounts = history.accounts.filter(() => random.next() < 0.7)
        await maintainPageCounts(caller, database, accounts, { sizes: SIZES })
      }
      await assertCounts(history.organizationId)
      for (const filters of allFilters(history.accounts)) {
        if (part < 3 && random.next() > 0.2) continue
        await assertPages(history.organizationId, filters)
      }
    }
    const [made] = await sql`
      select count(*) filter (where level = 1)::integer as blocks,
        count(*) filter (where level = 2)::integer as groups
      from outbound_shipment_blocks where organization_id = ${history.organizationId}`
    assert.ok(made?.blocks > 30 && made?.groups > 5, JSON.stringify(made))
  })
}

test('a page is exact in a list that begins before the first block', async () => {
  const random = new Random(5)
  const history = new ShipmentHistory('org_back', random)
  const caller = operatorFor(history.organizationId)
  await history.begin(sql)
  for (let step = 1; step <= 80; step += 1) {
    await history.step(sql)
    if (step % 20 > 0) continue
    await maintainPageCounts(caller, database, history.accounts, { sizes: SIZES })
  }
  await history.step(sql)
  for (const filters of allFilters([history.accounts[0]])) {
    const ids = await idsListed(sql, history.organizationId, filters)
    const keys = await sql<ShipmentKey[]>`
      select created_at, id from outbound_shipments
      where organization_id = ${history.organizationId} and random() < 0.01
      union all select created_at + interval '1 millisecond', '' from outbound_shipments
      where organization_id = ${history.organizationId} and random() < 0.005`
    const listed = sql.unsafe(shipmentsListed(filters, `'${filters.fboAccountId}'`))
    for (const upTo of keys) {
      const rows = await sql<{ id: string }[]>`
        select id from outbound_shipments as shipment
        where organization_id = ${caller.organizationId} ${listed}
          and (created_at, id) <= (${upTo.createdAt}, ${upTo.id})
        order by created_at desc, id desc`
      const older = rows.map(({ id }) => id)
      assert.deepEqual(older, ids.slice(ids.length - older.length))
      const anchor = [upTo.createdAt.toISOString(), upTo.id]
      const pages = Math.ceil(older.length / LIMIT)
      for (const page of [1, 2, Math.ceil(pages / 2), pages, pages + 1]) {
        if (page < 1) continue
        await assertPage(history.organizationId, older, { page, anchor, ...filters })
      }
    }
  }
})
