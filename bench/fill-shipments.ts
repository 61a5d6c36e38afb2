import { databaseUrlOf } from '../test/support/processes/service-process.ts'
import { Random } from '../test/support/vault/random.ts'
import {
  connectionTo,
  connectTo,
  createDatabase,
  type TestServer,
} from '../test/support/vault/server.ts'
import type { Sql } from '../test/support/vault/sql.ts'
import { copyRows } from './copy-rows.ts'
import { outputOf } from './measure/commands.ts'
import { countShipmentPages, issueToken } from './measure/databases.ts'
import { organizationId } from './measure/dataset.ts'
import { accountId, numberedAccount, numberedShipment } from './numbered-records.ts'

const ORGANIZATION = { organizationId: organizationId(0) }
const ACCOUNTS = 1_000
const MINUTE_MS = 60_000
const FIRST_MS = Date.UTC(2006, 0, 1)
/** Shipments of a thousand, and their statuses. */
const SHARES = [
  [780, 'delivered'],
  [880, 'shipped'],
  [881, 'inspecting'],
  [920, 'approved'],
  [950, 'pending_approval'],
  [1_000, 'packing'],
] as const
export const BIG_ACCOUNT = accountId(0)
export const COMMON_STATUS = 'delivered'
export const RARE_STATUS = 'inspecting'

/**
 * A database with that many shipments of one organization, a minute apart: three of ten in one
 * account, the others in 999; 78 % delivered, 0.1 % inspecting, 2 % cancelled, in random order.
 * Their indexes are dropped and made again; an import then counts their pages.
 */
export async function fillShipments(
  admin: Sql,
  server: TestServer,
  { name, shipments }: { name: string; shipments: number },
): Promise<{ databaseUrl: string; token: string }> {
  await createDatabase(admin, name)
  const sql = connectTo(server, name, 1)
  const databaseUrl = databaseUrlOf(connectionTo(server, name))
  const env = { DATABASE_URL: databaseUrl, DATABASE_STATEMENT_TIMEOUT_MS: '600000' }
  const report = reporter()
  await outputOf(['migrate'], env)
  await sql`insert into organizations (id, name) values (${ORGANIZATION.organizationId}, 'Bench')`
  const accountOf = (n: number) => ({ ...ORGANIZATION, ...numberedAccount(n) })
  await copyRows(sql, 'fbo_accounts', accountOf, { count: ACCOUNTS })
  const indexes = await sql<{ indexname: string; indexdef: string }[]>`
    select indexname, indexdef from pg_indexes
    where tablename = 'outbound_shipments' and indexname <> 'outbound_shipments_pkey'`
  for (const { indexname } of indexes) await sql`drop index ${sql(indexname)}`
  // References and triggers are off: no row exists yet that they would look at.
  await sql`set session_replication_role = replica`
  await copyRows(sql, 'outbound_shipments', shipmentOf, { count: shipments })
  report('inserted')
  await sql`set session_replication_role = origin`
  await sql`set maintenance_work_mem = '1GB'`
  for (const { indexdef } of indexes) await sql.query(indexdef)
  report('indexed')
  await sql`vacuum analyze outbound_shipments, organizations, fbo_accounts`
  report('vacuumed')
  await countShipmentPages(0, env)
  report('counted')
  await sql`vacuum analyze outbound_shipment_blocks`
  await sql`checkpoint`
  await sql.end()
  return { databaseUrl, token: await issueToken(0, env) }
}

function shipmentOf(n: number): object {
  const random = new Random(n)
  const isOfBig = random.chance(0.3)
  const account = accountId(isOfBig ? 0 : random.whole(1, ACCOUNTS - 1))
  const die = random.whole(0, 999)
  const [, status] = SHARES.find(([below]) => die < below) as (typeof SHARES)[number]
  const isCancelled = status === 'packing' && random.chance(0.4)
  const createdAt = new Date(FIRST_MS + n * MINUTE_MS)
  return {
    ...ORGANIZATION,
    ...numberedShipment(n, account, { status, createdAt }),
    cancelledAt: isCancelled ? createdAt : null,
    cancellationReason: isCancelled ? 'Not today' : null,
  }
}

function reporter(): (what: string) => void {
  let at = performance.now()
  return (what) => {
    const now = performance.now()
    process.stderr.write(`${what} in ${((now - at) / 1_000).toFixed(1)} s\n`)
    at = now
  }
}
