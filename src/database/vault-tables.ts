import type { TransactionSql } from 'postgres'

export interface BackupTable {
  readonly name: string
  readonly columns: readonly string[]
}

/**
 * The tables of the vault in every version of its schema, those that others refer to before them.
 * Only schema_migrations is missing: a restored database gets its own.
 */
export const VAULT_TABLES = [
  'organizations',
  // Before the tokens, of which a single server writes it by itself.
  'access_token_organizations',
  'access_tokens',
  'organization_policies',
  'fbo_accounts',
  'transfer_batches',
  'outbound_shipments',
  'outbound_shipment_blocks',
  'outbound_shipment_block_changes',
  'inventory_items',
  'inventory_movements',
  'inventory_stays',
  'transfer_items',
  'outbound_shipment_items',
  'idempotency_keys',
] as const

/** Those that this database has, with their columns in order. */
export async function vaultTables(tx: TransactionSql): Promise<BackupTable[]> {
  const rows = await tx<BackupTable[]>`
    select name, array(
        select attname::text from pg_attribute
        where attrelid = to_regclass(name) and attnum > 0 and not attisdropped
          and attgenerated = ''
        order by attnum
      ) as columns
    from unnest(${[...VAULT_TABLES]}::text[]) with ordinality as known (name, place)
    where to_regclass(name) is not null
    order by place`
  return rows.map(({ name, columns }) => ({ name, columns }))
}

/** Which of these tables hold a row. */
export async function filledTables(
  tx: TransactionSql,
  tables: readonly string[],
): Promise<string[]> {
  const filled: string[] = []
  for (const table of tables) {
    const [row] = await tx`select from ${tx(table)} limit 1`
    if (row !== undefined) filled.push(table)
  }
  return filled
}

/** A table in the way of new ones which is neither the vault's nor an extension's. */
export async function foreignTable(tx: TransactionSql): Promise<string | undefined> {
  const [row] = await tx<{ name: string }[]>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
      and relname <> all(${[...VAULT_TABLES, 'schema_migrations']}::text[])
      and not exists (
        select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid
          and deptype = 'e')
    order by relname limit 1`
  return row?.name
}

/** How many rows there are about, as PostgreSQL last counted them. */
export async function estimatedRows(tx: TransactionSql): Promise<number> {
  const [row] = await tx<[{ rows: number }]>`
    select coalesce(sum(greatest(reltuples, 0)), 0)::float8 as rows from pg_class
    where oid in (select to_regclass(name) from unnest(${[...VAULT_TABLES]}::text[]) as name)`
  return row.rows
}
