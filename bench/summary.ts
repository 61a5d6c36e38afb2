/**
 * Measures Get Summary over HTTP, of one organization with a million items: one
 * that counts, and one that finds the count cached.
 *
 *   npx node bench/summary.ts
 *   npx node bench/summary.ts --items 100000 --rounds 5
 */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { databaseUrlOf } from '../test/support/processes/service-process.ts'
import { openServer } from '../test/support/vault/open-server.ts'
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
import { spread } from './measure/statistics.ts'
import { startService } from './measure/subjects.ts'

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
  },
})
const [items, rounds] = [Number(values.items), Number(values.rounds)]
const ORGANIZATION = 'org_bench'
const ACCOUNTS = 10_000

const cleanups = new Cleanups()
await cleanups.around(async () => {
  const { server, stop } = await openServer()
  cleanups.add(stop)
  const admin = adminConnection(server)
  cleanups.add(() => admin.end())
  const name = `vault_bench_${process.pid}`
  await createDatabase(admin, name)
  cleanups.add(() => dropDatabase(admin, name))
  const databaseUrl = databaseUrlOf(connectionTo(server, name))
  const env = { DATABASE_URL: databaseUrl }
  await outputOf(['migrate'], env)
  const sql = connectTo(server, name, 1)
  cleanups.add(() => sql.end())
  await fill(sql)
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
  await measure(url, JSON.parse(token).token)
})

/** Also a transfer for every five items, of which one in a hundred is pending, and shipments. */
async function fill(sql: Sql): Promise<void> {
  await sql`set session_replication_role = replica`
  await sql`insert into organizations (id, name) values (${ORGANIZATION}, 'Bench')`
  await sql`
    insert into fbo_accounts (organization_id, id, max_insured_value_cents)
    select ${ORGANIZATION}, 'fbo_' || n, 1000 * n from generate_series(1, ${ACCOUNTS}::integer) as n`
  await sql`
    insert into inventory_items (organization_id, id, fbo_account_id, declared_value_cents, status,
      active_transfer_id)
    select ${ORGANIZATION}, 'item_' || n, 'fbo_' || 1 + n % ${ACCOUNTS}::integer, n % 1000,
      case when n % 10 = 7 then 'shipped' else 'in_vault' end,
      case when n % 500 < 5 then 'xfer_' || n / 5 end
    from generate_series(1, ${items}::integer) as n`
  await sql`
    insert into transfer_batches (organization_id, id, from_fbo_account_id, to_fbo_account_id,
      status, total_items, item_ids, reasons, created_at, decided_at)
    select ${ORGANIZATION}, 'xfer_' || n, 'fbo_' || 1 + n % ${ACCOUNTS}::integer,
      'fbo_' || 1 + (n + 1) % ${ACCOUNTS}::integer,
      case when n % 100 = 0 then 'pending' else 'completed' end, 5,
      array(select 'item_' || 5 * n + k from generate_series(0, 4) as k), array_fill('trade'::text, array[5]),
      now() - n * interval '1 minute', case when n % 100 > 0 then now() - n * interval '1 minute' end
    from generate_series(1, ${items / 5 - 1}::integer) as n`
  await sql`
    insert into outbound_shipments (organization_id, id, fbo_account_id, status, shipped_at)
    select ${ORGANIZATION}, 'ship_' || n, 'fbo_' || 1 + n % ${ACCOUNTS}::integer, 'delivered', now()
    from generate_series(1, ${items / 10}::integer) as n`
  await sql`set session_replication_role = origin`
  await sql`vacuum analyze`
}

async function measure(url: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const timed = async (more: Record<string, string> = {}, status = 200) => {
    const startedAt = performance.now()
    const response = await fetch(`${url}/v1/summary`, { headers: { ...headers, ...more } })
    const text = await response.text()
    assert.equal(response.status, status, text)
    return { ms: performance.now() - startedAt, etag: response.headers.get('etag') as string }
  }
  const report = (what: string, ms: readonly number[]) => {
    process.stdout.write(`${what}: ${spread(ms, 1)} ms\n`)
  }
  const [counted, cached, unchanged]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < rounds; round += 1) {
    const { ms, etag } = await timed()
    counted.push(ms)
    cached.push((await timed()).ms)
    unchanged.push((await timed({ 'if-none-match': etag }, 304)).ms)
    // A count is cached for 20 times what it took, 2 s at least.
    await pause(Math.max(2_000, 20 * ms) + 100)
  }
  report('counted', counted)
  report('cached', cached)
  report('cached, with If-None-Match', unchanged)
}
