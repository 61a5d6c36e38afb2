import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operatorFor } from '../../src/domain/caller.ts'
import { SHIPMENT_BLOCK_CHECKS } from '../../src/operator/verify/shipment-block-checks.store.ts'
import { findViolations } from '../../src/operator/verify/verification-check.store.ts'
import { verifyVault } from '../../src/operator/verify/verify-vault.ts'
import { listDeepPage } from '../../src/vault/shipments/list-outbound-shipments.store.ts'
import { maintainPageCounts } from '../../src/vault/shipments/page-counts/maintain-page-counts.ts'
import {
  BLOCK_SIZES,
  type ShipmentKey,
} from '../../src/vault/shipments/page-counts/shipment-blocks.ts'
import {
  type ShipmentFilters,
  shipmentsListed,
} from '../../src/vault/shipments/page-counts/shipment-filters.ts'
import { Importer } from '../support/operations/import-run.ts'
import { allFilters, idsListed, ShipmentHistory } from '../support/operations/shipment-history.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { Random } from '../support/vault/random.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, connection, database, records, sql } = await openVault()
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
    const listed = sql.raw(shipmentsListed(filters, `'${filters.fboAccountId}'`))
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

const importer = new Importer({ DATABASE_URL: databaseUrlOf(connection) })
const COUNT = 5 * BLOCK_SIZES.shipments + 7

/** An organization with an account, and a token. */
async function newOrganization() {
  const { organizationId, token } = await records.owner()
  const fboAccountId = await records.fboAccount(organizationId)
  return { organizationId, fboAccountId, token }
}

async function assertBlocks(organizationId: string, fboAccountId: string): Promise<void> {
  const blocks = await sql`
    select fbo_account_id, count(*)::integer as blocks from outbound_shipment_blocks
    where organization_id = ${organizationId} group by fbo_account_id order by fbo_account_id`
  // The newest shipments and the remainder are in no block yet.
  assert.deepEqual(
    [...blocks],
    [
      { fboAccountId: '', blocks: 4 },
      { fboAccountId, blocks: 4 },
    ],
  )
  const { violations } = await verifyVault(database, [organizationId], new AbortController().signal)
  assert.deepEqual(violations, [])
}

test('A slow deep page makes the next ones use block counts', async () => {
  const { organizationId, fboAccountId, token } = await newOrganization()
  // As after an import killed before its end: these are in no block.
  await sql`
    insert into outbound_shipments (organization_id, id, fbo_account_id, created_at)
    select ${organizationId}, 'ship_' || number, ${fboAccountId}, now() - number * interval '1 minute'
    from generate_series(1, ${COUNT}::integer) as number`
  const path = `/v1/outbound-shipments?limit=100&fboAccountId=${fboAccountId}`
  const last = Math.ceil(COUNT / 100)
  const read = async (page: number) => (await api.get(`${path}&page=${page}`, { token })).body
  const before = await read(last)
  assert.equal(before.data.length, COUNT % 100)
  await eventually(async () => {
    const [row] = await sql`
      select count(*)::integer as blocks from outbound_shipment_blocks
      where organization_id = ${organizationId}`
    return row?.blocks === 8
  }, 'the blocks of the organization and of the account')
  await assertBlocks(organizationId, fboAccountId)
  assert.deepEqual(await read(last), before)
  const [page, next] = [await read(last - 1), await read(last + 1)]
  assert.deepEqual([page.data.length, page.pagination.hasMore], [100, true])
  assert.deepEqual([next.data.length, next.pagination.hasMore], [0, false])
})

test('An import of many shipments ends with their blocks counted', async () => {
  const { organizationId, fboAccountId } = await newOrganization()
  const rows = Array.from({ length: COUNT }, (_, number) => {
    const createdAt = new Date(Date.UTC(2026, 0, 1) - number * 1_000).toISOString()
    return `old_${number},${fboAccountId},${createdAt}`
  })
  const file = `id,fboAccountId,createdAt\n${rows.join('\n')}\n`
  const { code, document } = await importer.json('outbound-shipments', file, organizationId)
  assert.deepEqual([code, document.imported], [0, COUNT])
  await assertBlocks(organizationId, fboAccountId)
})
