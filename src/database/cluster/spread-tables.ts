import type { TransactionSql } from '../postgres/sql.ts'
import { ORGANIZATION_TABLES, organizationColumn, WHOLE_VAULT_TABLES } from '../vault-tables.ts'

/** Settings of a transaction that creates or changes distributed tables. */
export async function allowDistributedChanges(tx: TransactionSql): Promise<void> {
  // Triggers run on the node that has the row: ours change rows of that organization only.
  await tx.query('set local citus.enable_unsafe_triggers = on')
  await tx.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
}

/**
 * Spreads the tables that are not spread yet.
 * @returns their names
 */
export async function spreadTables(tx: TransactionSql, shards: number): Promise<string[]> {
  await allowDistributedChanges(tx)
  await tx.query(`select set_config('citus.shard_count', $1, true)`, [String(shards)])
  const distributed = await notSpread(tx, ORGANIZATION_TABLES)
  for (const name of distributed) {
    const colocation = name === 'organizations' ? 'none' : 'organizations'
    await tx.query(
      `
      select create_distributed_table(
        $1, $2, colocate_with => $3)`,
      [name, organizationColumn(name), colocation],
    )
  }
  const copied = await notSpread(tx, WHOLE_VAULT_TABLES)
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
    [[...WHOLE_VAULT_TABLES]],
  )
  if (forgotten === undefined) return
  throw new Error(`the table ${forgotten.name} is missing in VAULT_TABLES`)
}
