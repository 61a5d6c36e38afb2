import type { Sql } from 'postgres'
import { databaseUrlOf } from '../test/support/processes/service-process.ts'
import {
  connectionTo,
  connectTo,
  createDatabase,
  type TestServer,
} from '../test/support/vault/server.ts'
import { runCommand } from './measure/commands.ts'
import { countShipmentPages, issueToken } from './measure/databases.ts'
import { organizationId } from './measure/dataset.ts'
import { accountId, accountIdSql } from './synthetic-records.ts'

const ORGANIZATION = organizationId(0)
export const BIG_ACCOUNT = accountId(0)
export const COMMON_STATUS = 'delivered'
export const RARE_STATUS = 'inspecting'

/** Inserted at a time. */
const PIECE = 500_000

/**
 * A database with so many shipments of one organization, a minute apart: three of ten in one
 * account, the others in 999; 78 % delivered, 0.1 % inspecting, 2 % cancelled, no order in it. They
 * are inserted without their indexes, which are made again; an import then counts their pages.
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
  await runCommand(['migrate'], env)
  await sql`insert into organizations (id, name) values (${ORGANIZATION}, 'Bench')`
  await sql`
    insert into fbo_accounts (organization_id, id)
    select ${ORGANIZATION}, ${sql.unsafe(accountIdSql('number'))}
    from generate_series(0, 999) as number`
  const indexes = await sql<{ indexname: string; indexdef: string }[]>`
    select indexname, indexdef from pg_indexes
    where tablename = 'outbound_shipments' and indexname <> 'outbound_shipments_pkey'`
  for (const { indexname } of indexes) await sql`drop index ${sql(indexname)}`
  // Checks no references and calls no triggers: there is nothing yet that they would look at.
  await sql`set session_replication_role = replica`
  for (let from = 1; from <= shipments; from += PIECE) {
    await insertShipments(sql, from, Math.min(shipments, from + PIECE - 1))
  }
  report('inserted')
  await sql`set session_replication_role = origin`
  await sql`set maintenance_work_mem = '1GB'`
  for (const { indexdef } of indexes) await sql.unsafe(indexdef)
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

async function insertShipments(sql: Sql, from: number, to: number): Promise<void> {
  await sql`
    insert into outbound_shipments (organization_id, id, fbo_account_id, status, shipped_at,
      created_at, cancelled_at, cancellation_reason)
    select ${ORGANIZATION}, 'ship_' || lpad(number::text, 12, '0'),
      ${sql.unsafe(accountIdSql('case when account < 3000 then 0 else 1 + account % 999 end'))},
      status,
      case when status in ('shipped', 'delivered') then created_at end, created_at,
      case when is_cancelled then created_at end, case when is_cancelled then 'Not today' end
    from generate_series(${from}::integer, ${to}::integer) as number
    cross join lateral (
      select (hashint8(number) & 2147483647) % 10000 as die,
        (hashint8extended(number, 1) & 2147483647)::integer % 10000 as account
    ) as dice
    cross join lateral (
      select timestamptz '2006-01-01' + number * interval '1 minute' as created_at,
        die >= 9800 as is_cancelled,
        case when die < 7800 then 'delivered' when die < 8800 then 'shipped'
          when die < 8810 then 'inspecting' when die < 9200 then 'approved'
          when die < 9500 then 'pending_approval' else 'packing' end as status
    ) as shipment`
}

function reporter(): (what: string) => void {
  let at = performance.now()
  return (what) => {
    const now = performance.now()
    process.stderr.write(`${what} in ${((now - at) / 1_000).toFixed(1)} s\n`)
    at = now
  }
}
