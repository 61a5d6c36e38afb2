import type { Reported } from '../postgres/postgres-errors.ts'
import type { Statements, Topology } from '../postgres/sql.ts'
import { allowDistributedChanges, spreadTables } from './spread-tables.ts'

interface Distribution {
  readonly shards: number
  /** Nodes that hold shards. */
  readonly nodes: number
}

/** Triggers whose statements go through Citus, which has no generic plans for them. */
export const PLANNED_EACH_TIME = ['number_event']

/** The distribution of the vault; null where it is not distributed. The server has Citus. */
export async function distributionOf(sql: Statements): Promise<Distribution | null> {
  const [row] = await sql.query<Distribution[]>(`
    select count(*)::integer as shards, count(distinct groupid)::integer as nodes
    from pg_dist_shard join pg_dist_placement using (shardid)
    where logicalrelid = to_regclass('organizations')`)
  return row === undefined || row.shards === 0 ? null : row
}

/**
 * Keeps the rows of an organization, `$1`, on their node until the transaction ends; it changes
 * nothing. A move to another node waits for transactions that have written, not for those that have
 * only locked rows so far: these would go on to write on the other node, where nothing is locked.
 */
const STAY_ON_NODE = `
  delete from idempotency_keys
  where organization_id = $1 and operation = '' and key = ''`

/** Through the coordinator, also where the vault is not distributed yet. */
export const COORDINATOR: Topology = {
  asOfOne,
  enter: (tx, organizationId) => {
    void tx.query(STAY_ON_NODE, [organizationId])
    return tx
  },
  // On one connection to each node, opened now.
  readAtOnce: async (tx) => {
    if ((await distributionOf(tx)) === null) return
    // Connections of requests, which name shards, plan statements once.
    await tx.query(`set local plan_cache_mode = 'auto'`)
    await tx.query('set local citus.max_adaptive_executor_pool_size = 1')
    await tx.query('select count(*) from organizations')
  },
  // Once it has written the coordinator's own copy of a table that each node has, Citus refuses to
  // fill it. A function, because SET LOCAL would reach the nodes, whose triggers need the opposite.
  fillTables: async (tx) => {
    if ((await distributionOf(tx)) === null) return
    await tx.query(`select set_config('citus.enable_local_execution', 'off', true)`)
  },
  migrate: async (tx) => {
    const distribution = await distributionOf(tx)
    if (distribution === null) return null
    await allowDistributedChanges(tx)
    return { commandsOf, finish: async () => void (await spreadTables(tx, distribution.shards)) }
  },
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

/**
 * An error of a coordinator or a node as a single server would have reported it: with a SQLSTATE
 * where it has none, and without the numbers of shards.
 */
export function asOfOne(error: Reported): Reported {
  const { message, where = '' } = error
  const code = COMMIT_IN_DOUBT.test(message)
    ? '08007' // transaction resolution unknown
    : UNREACHED.test(message)
      ? '08001' // unable to establish a connection
      : error.code
  // A node says it of itself: the connection to the coordinator still works.
  const isPassedOn = where.includes('while executing command on ')
  return { ...error, message, code, constraint: constraintOf(error), isPassedOn }
}

/** A node was lost during a transaction: the change may have been made. */
const COMMIT_IN_DOUBT =
  /^(could not commit transaction for shard|failure on connection marked as essential)/

/**
 * A node was not reached, so that no statement was sent. libpq says "connection to server" of a
 * connection that it makes, and never of one that it had.
 */
const UNREACHED =
  /^connection to the remote node \S+ failed with the following error: connection to server /

/**
 * The name of the broken constraint in the migrations. The number of the shard follows it, and the
 * coordinator passes on only the message, which names the constraint last.
 */
function constraintOf({ constraint, code = '', message }: Reported): string | undefined {
  const isOfRow = code.startsWith('23')
  const name = constraint ?? (isOfRow ? message.match(SHARD_NAMES)?.at(-1) : undefined)
  return name?.replace(/_\d+$/, '')
}

/** Numbers of shards begin at 102008. */
const SHARD_NAMES = /\w+_\d{6,}/g
