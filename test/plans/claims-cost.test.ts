import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomNumbers, shuffled } from '../support/vault/random.ts'
import type { Sql } from '../support/vault/sql.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
// While the tables are empty: from now on PostgreSQL plans for empty tables.
await sql`vacuum analyze`
const organizationId = await records.organization()
const { token } = await records.token(organizationId)
const approver = await records.token(organizationId)
const [from, to] = [
  await records.fboAccount(organizationId),
  await records.fboAccount(organizationId),
]
const itemIds = await records.inventoryItems(organizationId, from, 10_000)

/** Columns that no index of `inventory_items` may name, as a column or in its condition. */
const CHANGED_BY_CLAIMS = [
  'active_transfer_id',
  'active_shipment_id',
  'movement_count',
  'changed_at',
  'hold_reason',
]

test('no index of inventory_items has a column that a claim changes', async () => {
  const named = await sql<{ index: string; column: string }[]>`
    select objid::regclass::text as index, attname as column
    from pg_depend
    join pg_index on indexrelid = objid and indrelid = refobjid
    join pg_attribute on attrelid = refobjid and attnum = refobjsubid
    where classid = 'pg_class'::regclass and refobjid = 'inventory_items'::regclass`
  assert.ok(named.some(({ column }) => column === 'status'))
  assert.deepEqual(
    named.filter(({ column }) => CHANGED_BY_CLAIMS.includes(column)),
    [],
  )
})

test('a claim and its end write to no index, and scan no table that was empty when vacuumed', async () => {
  const before = await counted(sql)
  const shuffledIds = shuffled(itemIds, randomNumbers(1))
  const change = async (path: string, body: object | undefined, by = token) => {
    const response = await api.post(path, { token: by, ...(body && { body }) })
    assert.ok(response.status < 300, response.text)
    return response.body.data.id as string
  }
  for (let first = 0; first < 200; first += 10) {
    const ids = shuffledIds.slice(first, first + 10)
    const items = ids.map((inventoryItemId) => ({ inventoryItemId }))
    const transfer = await change('/v1/transfers', {
      fromFboAccountId: from,
      toFboAccountId: to,
      items: items.slice(0, 5).map((item) => ({ ...item, reason: 'trade' })),
    })
    await change(`/v1/transfers/${transfer}/cancel`, { reason: 'Not today' }, approver.token)
    await change('/v1/outbound-shipments', { fboAccountId: from, items: items.slice(5) })
  }
  const after = await counted(sql)
  const grown = after.map(({ table, ...counts }, index) => {
    const was = before[index] as Counts
    return {
      table,
      scans: counts.scans - was.scans,
      updates: counts.updates - was.updates,
      hot: counts.hot - was.hot,
    }
  })
  const { updates, hot } = grown.find(({ table }) => table === 'inventory_items') as Counts
  assert.equal(updates, 300)
  // All updates, except where several items share a page by chance, which is then full.
  assert.ok(hot >= 290, `${hot} of 300 in place`)
  // Shipments are counted in blocks outside of requests, where a scan is fine.
  assert.deepEqual(
    grown.filter(({ table, scans }) => table !== 'outbound_shipments' && scans > 0),
    [],
  )
})

interface Counts {
  readonly table: string
  readonly scans: number
  readonly updates: number
  readonly hot: number
}

/** PostgreSQL's counts; a connection reports its last ones when it ends. */
async function counted(sql: Sql): Promise<Counts[]> {
  await sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and application_name like 'vault-inventory%'`
  const rows = await sql<Counts[]>`
    select relname as table, seq_scan::integer as scans, n_tup_upd::integer as updates,
      n_tup_hot_upd::integer as hot
    from pg_stat_user_tables
    where relname in ('inventory_items', 'inventory_movements', 'transfer_batches', 'fbo_accounts',
      'outbound_shipments', 'outbound_shipment_items')
    order by relname`
  return [...rows]
}
