import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { databaseUrlOf } from '../../test/support/processes/service-process.ts'
import { openServer } from '../../test/support/vault/open-server.ts'
import {
  adminConnection,
  connectionTo,
  connectTo,
  createDatabase,
  dropDatabase,
  type TestServer,
} from '../../test/support/vault/server.ts'
import type { Sql } from '../../test/support/vault/sql.ts'
import type { Cleanups } from './cleanups.ts'
import { type Environment, outputOf } from './commands.ts'
import { type DatasetSize, ORGANIZATIONS, organizationId } from './dataset.ts'
import { fillMovements, fillRecords } from './fill.ts'

export interface MeasuredDatabase {
  readonly name: DatabaseName
  readonly url: string
  readonly sql: Sql
}

export interface Databases {
  readonly service: MeasuredDatabase
  readonly plain: MeasuredDatabase
  readonly outbox: MeasuredDatabase
  /** One for each organization, the same in all databases. */
  readonly tokens: readonly string[]
  readonly postgresVersion: string
}

const PERMISSIONS = [
  'fbo_accounts:read',
  'fbo_accounts:update',
  'outbound_shipments:read',
  'transfer_batches:create',
].join()
const PLAIN_SCHEMA = new URL('../plain-service/schema.sql', import.meta.url)
/** Tables that only transfers write, in an order in which they can be emptied. */
const TRANSFER_TABLES = {
  service: ['idempotency_keys', 'transfer_batches'],
  plain: ['transfer_items', 'transfers'],
  outbox: ['outbox_events', 'transfer_items', 'transfers'],
} as const satisfies Record<DatabaseName, readonly string[]>

/** The databases that a subject may have. */
export const DATABASE_NAMES = ['service', 'plain', 'outbox'] as const
export type DatabaseName = (typeof DATABASE_NAMES)[number]

/** Opens and fills the three databases, on one server that stops at the end. */
export async function openDatabases(cleanups: Cleanups, size: DatasetSize): Promise<Databases> {
  const { server, stop } = await openServer()
  cleanups.add(stop)
  const admin = adminConnection(server)
  cleanups.add(() => admin.end())
  const open = async (name: DatabaseName) => await openDatabase({ admin, server, cleanups }, name)
  const service = await open('service')
  const tokens = await fillServiceDatabase(service, size)
  const plain = await open('plain')
  const outbox = await open('outbox')
  for (const { sql } of [plain, outbox]) {
    await sql.query(readFileSync(PLAIN_SCHEMA, 'utf8'))
    await fillRecords(sql, size)
    await addPlainTokens(sql, tokens)
  }
  for (const { name, sql } of [service, plain, outbox]) {
    await vacuumAllBut(sql, TRANSFER_TABLES[name])
    await warm(sql)
  }
  await admin`checkpoint`
  const [row] = await admin<{ version: string }[]>`
    select current_setting('server_version') as version`
  const postgresVersion = row?.version.split(' ', 1)[0] ?? ''
  return { service, plain, outbox, tokens, postgresVersion }
}

/** Deletes every transfer, and vacuums the emptied tables: their state at a first start. */
export async function emptyTransfers({ name, sql }: MeasuredDatabase): Promise<void> {
  await sql`set session_replication_role = replica`
  // Its updates are none of the loads that `updatesOf` tells of.
  await sql`set track_counts = off`
  if (name === 'service') {
    await sql`
      update inventory_items as item
      set status = 'in_vault', active_transfer_id = null, movement_count = 1, changed_at = first.at
      from inventory_movements as first
      where item.active_transfer_id is not null and first.number = 1
        and first.organization_id = item.organization_id and first.inventory_item_id = item.id`
    await sql`delete from inventory_movements where number > 1`
    await sql`vacuum inventory_movements`
  } else {
    await sql`
      update inventory_items set status = 'in_vault', active_transfer_id = null
      where active_transfer_id is not null`
  }
  for (const table of TRANSFER_TABLES[name]) await sql`delete from ${sql(table)}`
  await sql`set session_replication_role = origin`
  await sql`set track_counts = on`
  await sql.query(`vacuum ${[...TRANSFER_TABLES[name], 'inventory_items'].join()}`)
}

/** The updates of each table; a connection reports its last ones when it ends. */
export async function updatesOf({ sql }: MeasuredDatabase): Promise<string> {
  await sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend'`
  const tables = await sql<{ updates: string }[]>`
    select concat(relname, ' ', n_tup_upd, ' (', n_tup_hot_upd, ' in place, ',
      coalesce(to_jsonb(counts) ->> 'n_tup_newpage_upd', 'unknown'), ' to another page)') as updates
    from pg_stat_user_tables as counts
    where n_tup_upd > 0 and relname in ('inventory_items', 'fbo_accounts')
    order by relname desc`
  return tables.map(({ updates }) => updates).join(', ')
}

export async function countTransfers({ name, sql }: MeasuredDatabase): Promise<number> {
  const table = name === 'service' ? 'transfer_batches' : 'transfers'
  const [row] = await sql<{ count: number }[]>`select count(*)::integer from ${sql(table)}`
  return row?.count ?? 0
}

/** The processes of PostgreSQL that serve other connections to the database. */
export async function backendsOf({ sql }: MeasuredDatabase): Promise<number[]> {
  const backends = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
      and pid <> pg_backend_pid()`
  return backends.map(({ pid }) => pid)
}

async function openDatabase(
  { admin, server, cleanups }: { admin: Sql; server: TestServer; cleanups: Cleanups },
  name: DatabaseName,
): Promise<MeasuredDatabase> {
  const database = `vault_bench_${process.pid}_${name}`
  await createDatabase(admin, database)
  cleanups.add(() => dropDatabase(admin, database))
  const sql = connectTo(server, database, 1)
  cleanups.add(() => sql.end())
  const url = databaseUrlOf(connectionTo(server, database))
  return { name, url, sql }
}

async function fillServiceDatabase(
  { url, sql }: MeasuredDatabase,
  size: DatasetSize,
): Promise<string[]> {
  const env = { DATABASE_URL: url, DATABASE_STATEMENT_TIMEOUT_MS: '600000' }
  await outputOf(['migrate'], env)
  await fillRecords(sql, size)
  await fillMovements(sql)
  const organizations = Array.from({ length: ORGANIZATIONS }, (_, index) => index)
  return await Promise.all(organizations.map((organization) => issueToken(organization, env)))
}

async function issueToken(organization: number, env: Environment): Promise<string> {
  const of = ['--organization', organizationId(organization), '--json']
  const issued = await outputOf(['token', 'create', '--permissions', PERMISSIONS, ...of], env)
  return JSON.parse(issued).token
}

async function addPlainTokens(sql: Sql, tokens: readonly string[]): Promise<void> {
  for (const [organization, token] of tokens.entries()) {
    const sha256 = createHash('sha256').update(token).digest()
    await sql`
      insert into access_tokens (sha256, organization_id, expires_at)
      values (${sha256}, ${organizationId(organization)}, now() + interval '1 day')`
  }
}

/** Leaves out the tables that are still empty: a load measures them as they are. */
async function vacuumAllBut(sql: Sql, omitted: readonly string[]): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`
  const filled = tables.map(({ name }) => name).filter((name) => !omitted.includes(name))
  await sql.query(`vacuum (analyze) ${filled.join()}`)
}

/** Reads every row that the loads read, once. */
async function warm(sql: Sql): Promise<void> {
  for (const table of ['fbo_accounts', 'inventory_items', 'outbound_shipments']) {
    await sql`select count(*) from (select * from ${sql(table)} offset 0) as every_row`
  }
}
