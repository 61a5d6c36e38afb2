/**
 * Measures Search Records over HTTP, of one organization with a million items and 100,000 accounts,
 * and the time until the words of all of them are noted.
 *
 *   npx node bench/search.ts
 *   npx node bench/search.ts --items 100000 --rounds 100
 *   DATABASE_URL=... npx node bench/search.ts --keep vault_bench_search
 *
 * The last keeps the database of that name, and uses it again if it is there.
 */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { databaseUrlOf } from '../test/support/processes/service-process.ts'
import { openServer } from '../test/support/vault/open-server.ts'
import { Random } from '../test/support/vault/random.ts'
import {
  adminConnection,
  connectionTo,
  connectTo,
  createDatabase,
  dropDatabase,
} from '../test/support/vault/server.ts'
import type { Sql } from '../test/support/vault/sql.ts'
import { Cleanups } from './measure/cleanups.ts'
import { outputOf } from './measure/commands.ts'
import { grouped, maxOf, quantile } from './measure/statistics.ts'
import { startService } from './measure/subjects.ts'

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '200' },
    keep: { type: 'string' },
  },
})
const [items, rounds] = [Number(values.items), Number(values.rounds)]
const accounts = Math.ceil(items / 10)
const ORGANIZATION = 'org_bench'

const FIRST = [
  'Ada',
  'Leila',
  'Imani',
  'Beatriz',
  'Carlos',
  'Yuki',
  'Olga',
  'Tomás',
  'Aisha',
  'Jun',
]
const LAST = [
  'Lind',
  'Hayash',
  'Rahman',
  'Lopez',
  'Okonk',
  'Novak',
  'Fischer',
  'Duarte',
  'Berg',
  'Chen',
]
const ENDS = ['', 'qvist', 'i', 'sen', 'wo', 'ova', 'er', 'ez', 'mann', 'ström']
const MAKERS = [
  'Rolex',
  'Omega',
  'Patek Philippe',
  'Topps',
  'Pokémon',
  'Panini',
  'Fleer',
  'Gold bar',
]
const MODELS = ['Submariner', 'Speedmaster', 'Nautilus', 'Rookie', 'Charizard', 'Prizm', 'Daytona']
const GRADERS = ['PSA', 'BGS', 'CGC', 'unworn', 'SGC']

const cleanups = new Cleanups()
await cleanups.around(async () => {
  const { server, stop } = await openServer()
  cleanups.add(stop)
  const admin = adminConnection(server)
  cleanups.add(() => admin.end())
  const name = values.keep ?? `vault_bench_${process.pid}`
  const [kept] = await admin`select from pg_database where datname = ${name}`
  if (kept === undefined) await createDatabase(admin, name)
  if (values.keep === undefined) cleanups.add(() => dropDatabase(admin, name))
  const databaseUrl = databaseUrlOf(connectionTo(server, name))
  const env = { DATABASE_URL: databaseUrl }
  await outputOf(['migrate'], env)
  const sql = connectTo(server, name, 1)
  cleanups.add(() => sql.end())
  if (kept === undefined) await fill(sql)
  const permissions = [
    'inventory_items:read',
    'outbound_shipments:read',
    'transfer_batches:read',
    'fbo_accounts:read',
  ].join()
  const token = await outputOf(
    ['token', 'create', '--organization', ORGANIZATION, '--permissions', permissions, '--json'],
    env,
  )
  const { url } = await startService(cleanups, { databaseUrl })
  await noted(sql)
  await sql`vacuum analyze`
  await measure(url, JSON.parse(token).token)
})

/** Ids are as long as the service's own; their order is that of their numbers. */
async function fill(sql: Sql): Promise<void> {
  const one = (of: readonly string[], by: string) =>
    `(array[${of.map((text) => `'${text}'`).join()}])[1 + (${by}) % ${of.length}]`
  const id = (prefix: string, n: string) =>
    `'${prefix}_' || lpad(to_hex(${n}), 10, '0') || substr(md5((${n})::text), 1, 16)`
  const run = (text: string) => sql.query(text)
  await run('set session_replication_role = replica')
  await run(`insert into organizations (id, name) values ('${ORGANIZATION}', 'Bench')`)
  await run(`
    insert into fbo_accounts (organization_id, id, first_name, last_name, email, phone,
      business_name)
    select '${ORGANIZATION}', ${id('fbo', 'n')}, ${one(FIRST, 'n')},
      ${one(LAST, 'n / 10')} || ${one(ENDS, 'n / 100')}, 'holder' || n || '@example.com',
      '+1 206 ' || 100 + n % 900 || ' ' || lpad((n / 900)::text, 4, '0'),
      case when n % 5 = 0 then 'Numismatics ' || n end
    from generate_series(1, ${accounts}) as n`)
  await run(`
    insert into inventory_items (organization_id, id, fbo_account_id, declared_value_cents,
      description)
    select '${ORGANIZATION}', ${id('item', 'n')}, ${id('fbo', `1 + n % ${accounts}`)}, n % 1000,
      1900 + n % 120 || ' ' || ${one(MAKERS, 'n')} || ' ' || ${one(MODELS, 'n / 8')} || ' #' || n % 700
        || ', ' || ${one(GRADERS, 'n / 56')} || ' ' || n % 10 || ', certificate ' || 10000000 + n * 7
    from generate_series(1, ${items}) as n`)
  await run(`
    insert into transfer_batches (organization_id, id, from_fbo_account_id, to_fbo_account_id,
      status, total_items, item_ids, reasons, decided_at, notes)
    select '${ORGANIZATION}', ${id('xfer', 'n')}, ${id('fbo', `1 + n % ${accounts}`)},
      ${id('fbo', `1 + (n + 1) % ${accounts}`)}, 'completed', 1, array[${id('item', 'n')}], '{trade}',
      now(), case when n % 3 = 0 then 'Spring rebalancing, case ' || n end
    from generate_series(1, ${Math.ceil(items / 5)}) as n`)
  await run(`
    insert into outbound_shipments (organization_id, id, fbo_account_id, status, shipped_at,
      tracking_number, carrier)
    select '${ORGANIZATION}', ${id('ship', 'n')}, ${id('fbo', `1 + n % ${accounts}`)}, 'shipped', now(),
      'BX ' || lpad((n * 7919 % 100000)::text, 5, '0') || ' ' || lpad(n::text, 7, '0') || ' SE', 'Brinks'
    from generate_series(1, ${Math.ceil(items / 10)}) as n`)
  await run('set session_replication_role = origin')
  await run('vacuum analyze')
}

async function noted(sql: Sql): Promise<void> {
  const beganAt = performance.now()
  for (;;) {
    const rows = await sql`select from search_progress where types_left = '{}'`
    if (rows.length > 0) break
    await pause(1_000)
  }
  const [size] = await sql<[{ table: string; indexes: string; rows: string }]>`
    select pg_size_pretty(pg_table_size('search_texts')) as table,
      pg_size_pretty(pg_indexes_size('search_texts')) as indexes,
      (select count(*) from search_texts) as rows`
  const seconds = Math.round((performance.now() - beganAt) / 1000)
  process.stdout.write(
    `${size.rows} records noted in ${seconds} s: ${size.table}, indexes ${size.indexes}\n`,
  )
}

async function measure(url: string, token: string): Promise<void> {
  const random = new Random(1)
  const number = (max: number) => random.whole(1, max)
  const headers = { authorization: `Bearer ${token}` }
  const found = async (q: string): Promise<{ id: string; title: string }[]> => {
    const response = await fetch(`${url}/v1/search?${new URLSearchParams({ q })}`, { headers })
    const text = await response.text()
    assert.equal(response.status, 200, text)
    return JSON.parse(text).data
  }
  const [{ id = '' } = {}] = await found(`certificate ${10_000_000 + number(items) * 7}`)
  const LOADS: readonly (readonly [what: string, q: () => string, none?: true])[] = [
    ['a whole id', () => id],
    ['the end of an id', () => id.slice(-8)],
    ['an email', () => `holder${number(accounts)}@example.com`],
    ['a tracking number', () => `${String(number(accounts)).padStart(7, '0')}SE`],
    ['a certificate', () => String(10_000_000 + number(items) * 7)],
    ['a name', () => `${random.pick(FIRST)} ${random.pick(LAST)}${random.pick(ENDS)}`],
    ['a frequent word', () => random.pick(MAKERS)],
    ['an item with its account', () => `${random.pick(MAKERS)} holder${number(accounts)}`],
    ['three frequent words', () => `${random.pick(MODELS)} ${random.pick(GRADERS)} ${number(6)}`],
    ['two letters', () => random.pick(['ro', 'le', 'ps', '19', 'ha'])],
    ['a name with an error', () => `${random.pick(['Leyla', 'Imany', 'Yuky'])} Hayashy`],
    ['a frequent word with an error', () => random.pick(['Rollex', 'Submarinr', 'Charizrd'])],
    ['what nothing has', () => `zzyq${number(9)}xwv`, true],
  ]
  for (const [what, q, none] of LOADS) {
    const ms: number[] = []
    for (let round = 0; round < rounds + 10; round += 1) {
      const text = q()
      const startedAt = performance.now()
      const results = await found(text)
      if (round >= 10) ms.push(performance.now() - startedAt)
      if (none === true) assert.equal(results.length, 0, text)
    }
    const at = (share: number) => grouped(quantile(ms, share), 1)
    process.stdout.write(
      `${what}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${grouped(maxOf(ms), 1)} ms\n`,
    )
  }
}
