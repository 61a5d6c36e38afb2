/**
 * What the foreign keys and triggers cost that Create Transfer's statement meets, each by itself, as PostgreSQL
 * measures them (EXPLAIN ANALYZE), and what it writes: bytes of log, updates in place, on made-up
 * items in a database of its own:
 *
 *   npx node bench/create-transfer-cost.ts
 */
import type { Row, Sql } from 'postgres'
import { operatorFor } from '../src/caller.ts'
import { readConfig } from '../src/config.ts'
import { openPool } from '../src/database/connect.ts'
import type { Database } from '../src/database/database.ts'
import type { GatheredStatement } from '../src/database/gathered-statement.ts'
import { migrate } from '../src/database/migrations.ts'
import { newId } from '../src/ids.ts'
import { claimItems } from '../src/transfers/create-transfer.store.ts'
import { openServer } from '../test/support/open-server.ts'
import {
  adminConnection,
  connectionTo,
  connectTo,
  createDatabase,
  dropDatabase,
} from '../test/support/server.ts'
import { databaseUrlOf } from '../test/support/service-process.ts'

const RUNS = 60
const SIZES = [1, 20, 100]
const EARLIER_BATCHES = 5_000
const ORGANIZATION = 'org_bench'
const LINE =
  /^\s*(?:Trigger (?:for constraint )?(\w+)(?: on \S+)?: time=|(Execution Time): )([\d.]+)/

const { server, stop } = await openServer()
const admin = adminConnection(server)
const name = `vault_bench_${process.pid}`
await createDatabase(admin, name)
const sql = connectTo(server, name, 1)
try {
  await migrate(sql)
  const stock = await fill(sql, 3 * RUNS * Math.max(...SIZES))
  for (const size of SIZES) await measure(sql, stock, size)
  const database = openPool(readConfig(), databaseUrlOf(connectionTo(server, name)), {
    applicationName: 'bench',
  })
  for (const size of SIZES) await measureWrites(database, stock, size)
  await database.close()
} finally {
  await sql.end()
  await dropDatabase(admin, name)
  await admin.end()
  await stop()
}

/** Claims so many items, again and again, and prints the median of each share of the statement. */
async function measure(sql: Sql, stock: string[], size: number): Promise<void> {
  const found = new Map<string, number[]>()
  for (let run = 0; run < RUNS; run += 1) {
    const itemIds = stock.splice(0, size)
    const items = itemIds.map((inventoryItemId) => ({ inventoryItemId, reason: 'rebalance' }))
    const explaining = {
      gather: async <Question, Answer>(
        statement: GatheredStatement<Question, Answer>,
        question: Question,
      ) => {
        for (const row of await explained(sql, statement, question)) {
          const [, trigger, total, ms] = LINE.exec(Object.values(row)[0] as string) ?? []
          const what = trigger ?? total
          if (what !== undefined) found.set(what, [...(found.get(what) ?? []), Number(ms)])
        }
      },
    } as unknown as Database
    const accounts = { fromFboAccountId: 'fbo_from', toFboAccountId: 'fbo_to' }
    const caller = { ...operatorFor(ORGANIZATION), tokenId: 'tok_bench' }
    await claimItems(caller, explaining, newBatch(), { ...accounts, items })
  }
  process.stdout.write(`\n${size} items: median ms of ${RUNS}, and share of the statement\n`)
  const total = median(found.get('Execution Time') ?? [])
  for (const [what, times] of found) {
    const share = ((100 * median(times)) / total).toFixed(1)
    process.stdout.write(
      `${what.padEnd(40)} ${median(times).toFixed(3).padStart(8)} ${share.padStart(6)} %\n`,
    )
  }
}

/** Claims as often, and prints what PostgreSQL wrote for each transfer. */
async function measureWrites(database: Database, stock: string[], size: number): Promise<void> {
  const before = await written(database.sql)
  for (let run = 0; run < RUNS; run += 1) {
    const items = stock
      .splice(0, size)
      .map((inventoryItemId) => ({ inventoryItemId, reason: 'rebalance' }))
    const accounts = { fromFboAccountId: 'fbo_from', toFboAccountId: 'fbo_to' }
    const caller = { ...operatorFor(ORGANIZATION), tokenId: 'tok_bench' }
    await claimItems(caller, database, newBatch(), { ...accounts, items })
  }
  const after = await written(database.sql)
  const each = (what: keyof typeof after) => (after[what] - before[what]) / RUNS
  process.stdout.write(
    `${size} items: ${(each('records') / 1e3).toFixed(1)} kB of log a transfer beside ` +
      `${each('pages').toFixed(1)} whole pages; ${each('updates').toFixed(1)} items updated, ` +
      `${each('inPlace').toFixed(1)} of them in place (HOT)\n`,
  )
}

interface Written {
  readonly records: number
  readonly pages: number
  readonly updates: number
  readonly inPlace: number
}

/** Bytes of log that are not images of whole pages, after which a page's first change is written. */
async function written(sql: Sql): Promise<Written> {
  await sql`select pg_stat_force_next_flush()`
  const [row] = await sql<[Written]>`
    select (wal_bytes - wal_fpi * current_setting('block_size')::integer)::float as records,
      wal_fpi::float as pages, n_tup_upd::float as updates, n_tup_hot_upd::float as in_place
    from pg_stat_wal, pg_stat_user_tables where relname = 'inventory_items'`
  return row
}

/** The plan of the statement that would answer the question, as it ran. */
async function explained<Question, Answer>(
  sql: Sql,
  statement: GatheredStatement<Question, Answer>,
  question: Question,
): Promise<readonly Row[]> {
  let plan: readonly Row[] = []
  const tag = (text: TemplateStringsArray, ...values: never[]) => {
    const part = sql(text, ...values)
    // The statement itself, and not a part of it or a helper.
    if (!Array.isArray(text?.raw) || !/^\s*with\b/.test(text[0] ?? '')) return part
    return sql`explain (analyze, costs off) ${part}`.then((rows) => {
      plan = rows
      return []
    })
  }
  await statement.ask(Object.assign(tag, sql) as unknown as Sql, [question], 'together')
  return plan
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/**
 * An organization with two accounts, a token, earlier batches and that many items; the ids of the
 * items. Without the batches PostgreSQL would know their table as an empty one, and read all of it
 * for each foreign key into it.
 */
async function fill(sql: Sql, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId('item'))
  await sql`insert into organizations (id, name) values (${ORGANIZATION}, 'Bench')`
  await sql`
    insert into fbo_accounts (organization_id, id)
    values (${ORGANIZATION}, 'fbo_from'), (${ORGANIZATION}, 'fbo_to')`
  await sql`
    insert into access_tokens (organization_id, id, token_sha256, permissions, expires_at)
    values (${ORGANIZATION}, 'tok_bench', sha256('bench'), '{}', now() + interval '1 day')`
  await sql`
    insert into inventory_items (organization_id, id, fbo_account_id)
    select ${ORGANIZATION}, id, 'fbo_from' from unnest(${ids}::text[]) as item (id)`
  await sql`
    insert into transfer_batches (organization_id, id, from_fbo_account_id, to_fbo_account_id,
      total_items, item_ids, reasons)
    select ${ORGANIZATION}, 'xfer_' || number, 'fbo_from', 'fbo_to', 1, '{item}', '{trade}'
    from generate_series(1, ${EARLIER_BATCHES}) as number`
  await sql`vacuum analyze`
  return ids
}

function newBatch() {
  return { id: newId('xfer'), idempotencyKey: null }
}
