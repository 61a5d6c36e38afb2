import postgres, { type Sql, type TransactionSql } from 'postgres'

// What tells a distributed database (Citus) from a single server. Statements do not: one text
// goes to either, and whole to the one node that has its organization (docs/SCALING.md).

/** The column by which each table's rows are spread: those of an organization are on one node. */
export const DISTRIBUTION_COLUMNS: Readonly<Record<string, string>> = {
  organizations: 'id',
  access_tokens: 'organization_id',
  organization_policies: 'organization_id',
  fbo_accounts: 'organization_id',
  transfer_batches: 'organization_id',
  outbound_shipments: 'organization_id',
  outbound_shipment_blocks: 'organization_id',
  outbound_shipment_block_changes: 'organization_id',
  inventory_items: 'organization_id',
  inventory_movements: 'organization_id',
  inventory_stays: 'organization_id',
  outbound_shipment_items: 'organization_id',
  idempotency_keys: 'organization_id',
}

/** Who calls is found out before any node is known. */
const ON_COORDINATOR = 'access_token_organizations'

/** A database that cannot be distributed, or not by this role; the message says what to do. */
export class NotDistributable extends Error {}

/** What a distributed database is like. */
export interface Distribution {
  readonly shards: number
  /** Nodes that hold shards. */
  readonly nodes: number
}

/** What the nodes are to keep. */
export interface NodeLimits {
  readonly lockTimeoutMs: number
}

/** Whether the database is a coordinator of Citus, distributed or not. */
export async function hasCitus(sql: Sql | TransactionSql): Promise<boolean> {
  const [row] = await sql<{ has: boolean }[]>`
    select exists (select from pg_extension where extname = 'citus') as has`
  return row?.has === true
}

/** How the vault is distributed; null where it is on one server. */
export async function distributionOf(sql: Sql | TransactionSql): Promise<Distribution | null> {
  if (!(await hasCitus(sql))) return null
  const [row] = await sql<Distribution[]>`
    select count(*)::integer as shards, count(distinct groupid)::integer as nodes
    from pg_dist_shard join pg_dist_placement using (shardid)
    where logicalrelid = to_regclass('organizations')`
  return row === undefined || row.shards === 0 ? null : row
}

/**
 * Settings of the connections of requests, beside those that every server gets. Citus finds the
 * node by the values of the parameters: a plan for any value would go to all of them.
 */
export const DISTRIBUTED_SETTINGS = {
  plan_cache_mode: 'auto',
  // What a transaction sets for itself, as how long it waits for a lock, holds on the nodes too.
  'citus.propagate_set_commands': 'local',
}

/** Whether these connections lead to a distributed database. */
export function isDistributed({ options }: Sql): boolean {
  return 'citus.propagate_set_commands' in options.connection
}

/**
 * Keeps the rows of an organization, `$1`, on their node until the transaction ends; it changes
 * nothing. A move to another node waits for transactions that have written, not for those that have
 * only locked rows so far: these would go on writing on the other node, where nothing is locked.
 */
export const STAY_ON_NODE = `
  delete from idempotency_keys
  where organization_id = $1 and operation = '' and key = ''`

/** Settings of a transaction that creates or changes distributed tables. */
export async function allowDistributedChanges(tx: TransactionSql): Promise<void> {
  // Triggers run on the node that has the row: ours touch that organization's rows only.
  await tx`set local citus.enable_unsafe_triggers = on`
  await tx`set local citus.multi_shard_modify_mode = 'sequential'`
}

/**
 * Makes a transaction that is to see one moment see it of each node, and so of each organization:
 * on one connection to each, and from now on.
 */
export async function readNodesOnce(tx: TransactionSql): Promise<void> {
  await tx`set local citus.max_adaptive_executor_pool_size = 1`
  await tx`select count(*) from organizations`
}

/**
 * Takes off what a single server has for the version before, and a cluster cannot keep: a
 * uniqueness without the organization, and a trigger that writes on the coordinator alone.
 */
export async function dropSingleServerRules(tx: TransactionSql): Promise<void> {
  await tx`alter table access_tokens drop constraint if exists access_tokens_sha256_unique`
  await tx`drop trigger if exists access_tokens_organization_noted on access_tokens`
}

/** A body in dollars, a text, a comment, the end of a command, or anything else. */
const PIECES = /\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|--[^\n]*|;|[^;$'-]+|[$-]/g

/** The commands of a migration: Citus hands each on to the nodes, and cannot where it gets two. */
export function commandsOf(migration: string): string[] {
  const commands: string[] = ['']
  for (const [piece] of migration.matchAll(PIECES)) {
    if (piece === ';') commands.push('')
    else if (!piece.startsWith('--')) commands.push(`${commands.pop()}${piece}`)
  }
  return commands.map((command) => command.trim()).filter((command) => command !== '')
}

/**
 * Spreads the tables that are not spread yet.
 * @returns their names
 */
export async function spreadTables(tx: TransactionSql, shards: number): Promise<string[]> {
  await allowDistributedChanges(tx)
  await tx`select set_config('citus.shard_count', ${String(shards)}, true)`
  const rows = await tx<{ name: string }[]>`
    select name
    from unnest(${Object.keys(DISTRIBUTION_COLUMNS)}::text[]) with ordinality as known (name, place)
    where to_regclass(name) is not null and not exists (
      select from pg_dist_partition where logicalrelid = to_regclass(name))
    order by place`
  for (const { name } of rows) {
    const column = DISTRIBUTION_COLUMNS[name] as string
    await (name === 'organizations'
      ? tx`select create_distributed_table(${name}, ${column}, colocate_with => 'none')`
      : tx`select create_distributed_table(${name}, ${column}, colocate_with => 'organizations')`)
  }
  await refuseForgotten(tx)
  return rows.map(({ name }) => name)
}

/** A table of organizations that a migration adds must be known here, or it is not spread. */
async function refuseForgotten(tx: TransactionSql): Promise<void> {
  const [forgotten] = await tx<{ name: string }[]>`
    select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and attname = 'organization_id' and relname <> ${ON_COORDINATOR}
      and not exists (select from pg_dist_partition where logicalrelid = pg_class.oid)`
  if (forgotten === undefined) return
  throw new Error(`the table ${forgotten.name} has no column in DISTRIBUTION_COLUMNS`)
}

/**
 * Limits that the nodes keep themselves: what a connection to the coordinator has set for itself
 * does not reach them. Citus hands them on.
 */
export async function limitNodes(tx: TransactionSql, { lockTimeoutMs }: NodeLimits): Promise<void> {
  const [row] = await tx<[{ name: string }]>`select current_database() as name`
  const database = tx(row.name)
  await tx`alter database ${database} set lock_timeout = ${tx.unsafe(String(lockTimeoutMs))}`
  await tx`alter database ${database} set enable_seqscan = off`
  await tx`alter database ${database} set jit = off`
}

/**
 * Whether the coordinator lost a node while that committed: the change may have been made. It has
 * no SQLSTATE of its own.
 */
export function isCommitInDoubt(error: unknown): boolean {
  if (!(error instanceof postgres.PostgresError)) return false
  return (
    error.code === 'XX000' && error.message.startsWith('could not commit transaction for shard')
  )
}

/** Whether a node says this of itself: the connection to the coordinator is as it was. */
export function isOfNode(error: unknown): boolean {
  const context = error instanceof postgres.PostgresError ? error.where : undefined
  return context?.includes('while executing command on ') === true
}

/** The name of a constraint as the migrations have it: on a node it ends with the shard's number. */
export function constraintName(name: string): string {
  return name.replace(/_\d+$/, '')
}
