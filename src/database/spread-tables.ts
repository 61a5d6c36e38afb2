import { allowDistributedChanges } from './postgres/distribution.ts'
import type { TransactionSql } from './postgres/sql.ts'
import { quotedName } from './postgres/values.ts'
import { VAULT_TABLES } from './vault-tables.ts'

/** Used before any node is known, or for the whole vault: each node has all of their rows. */
export const REFERENCE_TABLES: readonly string[] = [
  'schema_migrations',
  'command_runs',
  'access_token_organizations',
  'signing_keys',
]

/** Tables that are spread over the nodes; the rows of an organization are on one node. */
export const DISTRIBUTED_TABLES: readonly string[] = VAULT_TABLES.filter(
  (table) => !REFERENCE_TABLES.includes(table),
)

export function distributionColumn(table: string): string {
  return table === 'organizations' ? 'id' : 'organization_id'
}

/**
 * Spreads the tables that are not spread yet.
 * @returns their names
 */
export async function spreadTables(tx: TransactionSql, shards: number): Promise<string[]> {
  await allowDistributedChanges(tx)
  await tx.query(`select set_config('citus.shard_count', $1, true)`, [String(shards)])
  const distributed = await notSpread(tx, DISTRIBUTED_TABLES)
  for (const name of distributed) {
    const colocation = name === 'organizations' ? 'none' : 'organizations'
    await tx.query(
      `
      select create_distributed_table(
        $1, $2, colocate_with => $3)`,
      [name, distributionColumn(name), colocation],
    )
  }
  const copied = await notSpread(tx, REFERENCE_TABLES)
  for (const name of copied) await tx.query('select create_reference_table($1)', [name])
  await refuseForgotten(tx)
  return [...distributed, ...copied]
}

async function notSpread(tx: TransactionSql, tables: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ name: string }[]>(
    `
    select name
    from unnest($1::text[]) with ordinality as known (name, place)
    where to_regclass(name) is not null and not exists (
      select from pg_dist_partition where logicalrelid = to_regclass(name))
    order by place`,
    [[...tables]],
  )
  return rows.map(({ name }) => name)
}

/** A table that a migration adds is only spread where VAULT_TABLES has it. */
async function refuseForgotten(tx: TransactionSql): Promise<void> {
  const [forgotten] = await tx.query<{ name: string }[]>(
    `
    select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and attname = 'organization_id' and relname <> all($1::text[])
      and not exists (select from pg_dist_partition where logicalrelid = pg_class.oid)`,
    [[...REFERENCE_TABLES]],
  )
  if (forgotten === undefined) return
  throw new Error(`the table ${forgotten.name} is missing in VAULT_TABLES`)
}

/** Removes what a cluster cannot have: a uniqueness without the organization. */
export async function dropSingleServerRules(tx: TransactionSql): Promise<void> {
  await tx.query('alter table access_tokens drop constraint if exists access_tokens_sha256_unique')
}

export interface NodeLimits {
  readonly lockTimeoutMs: number
}

/**
 * Sets the limits of the nodes: the settings of a connection to the coordinator do not apply there.
 * Citus passes them on.
 */
export async function limitNodes(tx: TransactionSql, { lockTimeoutMs }: NodeLimits): Promise<void> {
  const [row] = await tx.query<[{ name: string }]>('select current_database() as name')
  const database = quotedName(row.name)
  await tx.query(`alter database ${database} set lock_timeout = ${lockTimeoutMs}`)
  await tx.query(`alter database ${database} set enable_seqscan = off`)
  await tx.query(`alter database ${database} set jit = off`)
}
