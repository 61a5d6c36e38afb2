import type { Sql, TransactionSql } from './sql.ts'

// Only a distributed database (Citus) needs this. Statements are the same:
// each goes to either, and whole to the one node of its organization (docs/SCALING.md).

/** The database cannot be distributed, or not by this role; the message says what to do. */
export class NotDistributable extends Error {}

export interface Distribution {
  readonly shards: number
  /** Nodes that hold shards. */
  readonly nodes: number
}

/** Whether the database is a coordinator of Citus, distributed or not. */
export async function hasCitus(sql: Sql | TransactionSql): Promise<boolean> {
  const [row] = await sql.query<{ has: boolean }[]>(`
    select exists (select from pg_extension where extname = 'citus') as has`)
  return row?.has === true
}

/** A server with Citus, as the service meets it. */
export interface NodeFacts {
  /** 0 is the coordinator. */
  readonly groupId: number
  /** Whether the vault is distributed so that the service can send statements to each node. */
  readonly isServing: boolean
  /** The coordinator's address in the catalogue, where the server is another node. */
  readonly coordinator?: { readonly host: string; readonly port: number }
}

/** Triggers whose statements go through Citus, which has no generic plans for them. */
export const PLANNED_EACH_TIME = ['number_event']

export async function nodeFacts(sql: Sql): Promise<NodeFacts> {
  const [row] = await sql.query<
    [{ groupId: number; isServing: boolean; host: string | null; port: number }]
  >(
    `
    select local.groupid as group_id, nodename as host, nodeport as port,
      to_regproc('check_shards') is not null and exists (
        select from pg_dist_partition where logicalrelid = to_regclass('schema_migrations')
      ) and (
        select bool_and(proconfig is not null)
        from unnest($1::text[]) as name
        join pg_proc on pg_proc.oid = to_regproc(name)
      ) as is_serving
    from pg_dist_local_group as local
    left join pg_dist_node as coordinator
      on coordinator.groupid = 0 and noderole = 'primary' and local.groupid <> 0`,
    [PLANNED_EACH_TIME],
  )
  const { host, port, ...facts } = row
  return { ...facts, ...(host !== null && { coordinator: { host, port } }) }
}

/** The distribution of the vault; null where it is on one server. */
export async function distributionOf(sql: Sql | TransactionSql): Promise<Distribution | null> {
  if (!(await hasCitus(sql))) return null
  const [row] = await sql.query<Distribution[]>(`
    select count(*)::integer as shards, count(distinct groupid)::integer as nodes
    from pg_dist_shard join pg_dist_placement using (shardid)
    where logicalrelid = to_regclass('organizations')`)
  return row === undefined || row.shards === 0 ? null : row
}

/**
 * Further settings of connections through the coordinator. Citus finds the node by the values of
 * the parameters: a generic plan would go to all nodes.
 */
export const DISTRIBUTED_SETTINGS = {
  plan_cache_mode: 'auto',
  // A setting of one transaction, such as its lock timeout, applies on the nodes too.
  'citus.propagate_set_commands': 'local',
}

/** Whether these connections lead to a distributed database. */
export function isDistributed({ settings }: Pick<Sql, 'settings'>): boolean {
  return 'citus.propagate_set_commands' in settings
}

/**
 * Keeps the rows of an organization, `$1`, on their node until the transaction ends; it changes
 * nothing. A move to another node waits for transactions that have written, not for those that have
 * only locked rows so far: these would go on to write on the other node, where nothing is locked.
 */
export const STAY_ON_NODE = `
  delete from idempotency_keys
  where organization_id = $1 and operation = '' and key = ''`

/** Settings of a transaction that creates or changes distributed tables. */
export async function allowDistributedChanges(tx: TransactionSql): Promise<void> {
  // Triggers run on the node that has the row: ours change rows of that organization only.
  await tx.query('set local citus.enable_unsafe_triggers = on')
  await tx.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
}

/**
 * Lets a transaction fill the tables that each node has, and analyze them: once it has written the
 * coordinator's own copy in its own session, Citus refuses to. It calls a function because SET LOCAL
 * would reach the nodes, whose triggers need the opposite.
 */
export async function allowDistributedFilling(tx: TransactionSql): Promise<void> {
  await tx.query(`select set_config('citus.enable_local_execution', 'off', true)`)
}

/**
 * Makes all later statements of a transaction see each node as of one moment: on one connection to
 * each node, opened now.
 */
export async function readNodesOnce(tx: TransactionSql): Promise<void> {
  // Connections of requests, which name shards, plan statements once.
  await tx.query(`set local plan_cache_mode = 'auto'`)
  await tx.query('set local citus.max_adaptive_executor_pool_size = 1')
  await tx.query('select count(*) from organizations')
}

/** A dollar-quoted body, a text, a comment, the end of a command, or anything else. */
const PIECES = /\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|--[^\n]*|;|[^;$'-]+|[$-]/g

/** The commands of a migration: Citus passes each on to the nodes, which fails for two in one. */
export function commandsOf(migration: string): string[] {
  const commands: string[] = ['']
  for (const [piece] of migration.matchAll(PIECES)) {
    if (piece === ';') commands.push('')
    else if (!piece.startsWith('--')) commands.push(`${commands.pop()}${piece}`)
  }
  return commands.map((command) => command.trim()).filter((command) => command !== '')
}
