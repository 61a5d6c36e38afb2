import type { Database } from '../database.ts'
import { lockMigrations, type migrate } from '../migrations.ts'
import { isForbidden } from '../postgres/postgres-errors.ts'
import type { TransactionSql } from '../postgres/sql.ts'
import { quotedName } from '../postgres/values.ts'
import { filledTable, vaultTables } from '../vault-tables.ts'
import { CREATE_HOLD } from './shard-sql.ts'
import { spreadTables } from './spread-tables.ts'
import { distributionOf, PLANNED_EACH_TIME } from './topology.ts'

/** The database cannot be distributed, or not by this role; the message says what to do. */
class NotDistributable extends Error {}

type Distribution = NonNullable<Awaited<ReturnType<typeof distributionOf>>>

interface Distributed extends Distribution {
  /** Migrations that were applied first. */
  readonly applied: readonly string[]
  /** Tables that were distributed now; empty if all were distributed before. */
  readonly distributed: readonly string[]
}

interface Owned extends Pick<Database, 'sql'> {
  readonly serviceRole?: string | null
  migrate(): ReturnType<typeof migrate>
}

/**
 * Distributes an empty vault on a Citus coordinator: brings the schema up to date, distributes each
 * table by organization and sets the nodes' own limits. Another run adds only what is missing, such
 * as the limits of a new node.
 * @throws {NotDistributable} when nothing was distributed
 */
export async function distribute(
  database: Owned,
  shards: number,
  { lockTimeoutMs }: { readonly lockTimeoutMs: number },
): Promise<Distributed> {
  if (database.sql.topology === undefined) {
    throw new NotDistributable(
      'The database has no citus extension: set DATABASE_URL to the coordinator of a Citus cluster.',
    )
  }
  // Checked before the schema changes, and again under the lock.
  await permitted(database.sql.begin(refuse))
  const { applied } = await database.migrate()
  const distributed = await permitted(
    database.sql.begin(async (tx) => {
      await lockMigrations(tx)
      const before = await refuse(tx)
      if (before === null) await dropSingleServerRules(tx)
      const spread = await spreadTables(tx, before?.shards ?? shards)
      await limitNodes(tx, lockTimeoutMs)
      await createHold(tx, database.serviceRole ?? null)
      return spread
    }),
  )
  const distribution = (await distributionOf(database.sql)) as Distribution
  return { applied, distributed, ...distribution }
}

/** Removes what a cluster cannot have: a uniqueness without the organization. */
async function dropSingleServerRules(tx: TransactionSql): Promise<void> {
  await tx.query('alter table access_tokens drop constraint if exists access_tokens_sha256_unique')
}

/**
 * Sets the limits of the nodes: the settings of a connection to the coordinator do not apply there.
 * Citus passes them on.
 */
async function limitNodes(tx: TransactionSql, lockTimeoutMs: number): Promise<void> {
  const [row] = await tx.query<[{ name: string }]>('select current_database() as name')
  const database = quotedName(row.name)
  await tx.query(`alter database ${database} set lock_timeout = ${lockTimeoutMs}`)
  await tx.query(`alter database ${database} set enable_seqscan = off`)
  await tx.query(`alter database ${database} set jit = off`)
}

/** Only the service may hold shards: a shard that is held does not move. */
async function createHold(tx: TransactionSql, serviceRole: string | null): Promise<void> {
  for (const create of CREATE_HOLD) await tx.query(create)
  const present = await tx.query<{ name: string }[]>(
    `
    select name from unnest($1::text[]) as name
    where to_regproc(name) is not null`,
    [PLANNED_EACH_TIME],
  )
  for (const { name } of present) {
    await tx.query(`alter function ${name}() set plan_cache_mode = 'auto'`)
  }
  if (serviceRole === null) return
  for (const name of ['hold_shard(bigint)', 'check_shards(bigint[])']) {
    await tx.query(`revoke all on function ${name} from public`)
    await tx.query(`grant execute on function ${name} to ${quotedName(serviceRole)}`)
  }
}

/**
 * The distribution of the vault; null if it is not distributed yet, and can be.
 * @throws {NotDistributable} if it cannot be
 */
async function refuse(tx: TransactionSql): Promise<Distribution | null> {
  const distribution = await distributionOf(tx)
  if (distribution !== null) return distribution
  const [row] = await tx.query<[{ nodes: number }]>(`
    select count(*) filter (where shouldhaveshards and isactive)::integer as nodes
    from pg_dist_node where noderole = 'primary'`)
  if (row.nodes === 0) {
    throw new NotDistributable(
      'The cluster has no node that takes shards: add one with citus_add_node, or let the ' +
        'coordinator take them with citus_set_node_property.',
    )
  }
  const names = (await vaultTables(tx)).map(({ name }) => name)
  const filled = await filledTable(tx, names)
  if (filled !== undefined) {
    throw new NotDistributable(
      `The vault is not empty (its table ${filled} has rows), and nothing was distributed: make a ` +
        'backup, distribute a new database, and restore it there.',
    )
  }
  return null
}

/** @throws {NotDistributable} when the role lacks a right */
async function permitted<T>(work: Promise<T>): Promise<T> {
  return await work.catch((error: unknown) => {
    if (!isForbidden(error)) throw error
    throw new NotDistributable(
      `This role may not distribute the tables (${(error as Error).message}): run ` +
        'vault-inventory distribute as the role that owns them.',
    )
  })
}
