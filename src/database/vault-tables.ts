import type { TransactionSql } from './postgres/sql.ts'

/**
 * The tables of the vault, in the order of backups; a table comes after those that it refers to.
 * schema_migrations and command_runs are not among them: a restored database gets its own.
 */
export const VAULT_TABLES = [
  'organizations',
  'access_token_organizations',
  'roles',
  'people',
  'access_tokens',
  'sessions',
  'session_bearers',
  'sign_in_codes',
  'passkeys',
  'organization_policies',
  'fbo_accounts',
  'fbo_account_profiles',
  'transfer_batches',
  'outbound_shipments',
  'outbound_shipment_directions',
  'inventory_items',
  'inventory_movements',
  'inventory_stays',
  'inventory_valuations',
  'inventory_item_identifiers',
  'revaluations',
  'approvals',
  'outbound_shipment_items',
  'corrections',
  'idempotency_keys',
  'imports',
  'import_rows',
  'events',
  'event_seals',
  'signing_keys',
  'event_checkpoints',
  'identity_providers',
  'webhook_endpoints',
  'webhook_endpoint_health',
  'webhook_deliveries',
  'webhook_attempts',
  'search_texts',
  'search_progress',
] as const

/** Used before any organization is known, or by all of them. */
export const WHOLE_VAULT_TABLES: readonly string[] = [
  'schema_migrations',
  'command_runs',
  'access_token_organizations',
  'signing_keys',
]

/** Each of their rows is of one organization. */
export const ORGANIZATION_TABLES: readonly string[] = VAULT_TABLES.filter(
  (table) => !WHOLE_VAULT_TABLES.includes(table),
)

/** The column that says of which. */
export function organizationColumn(table: string): string {
  return table === 'organizations' ? 'id' : 'organization_id'
}

/** The tables that this database has, with their columns in order. */
export async function vaultTables(
  tx: TransactionSql,
): Promise<{ name: string; columns: string[] }[]> {
  return await tx.query<{ name: string; columns: string[] }[]>(
    `
    select name, array(
        select attname::text from pg_attribute
        where attrelid = to_regclass(name) and attnum > 0 and not attisdropped
          and attgenerated = ''
        order by attnum
      ) as columns
    from unnest($1::text[]) with ordinality as known (name, place)
    where to_regclass(name) is not null
    order by place`,
    [[...VAULT_TABLES]],
  )
}

/** Made of the other tables by the service: a restored vault gets its own. */
export const DERIVED_TABLES: readonly string[] = ['search_texts', 'search_progress']

export async function backedUpTables(
  tx: TransactionSql,
): Promise<{ name: string; columns: string[] }[]> {
  const tables = await vaultTables(tx)
  return tables.filter(({ name }) => !DERIVED_TABLES.includes(name))
}

/** The first of these tables that holds a row. */
export async function filledTable(
  tx: TransactionSql,
  tables: readonly string[],
): Promise<string | undefined> {
  for (const table of tables) {
    const [row] = await tx.query(`select from ${table} limit 1`)
    if (row !== undefined) return table
  }
  return undefined
}

/** A table of the schema that belongs neither to the vault nor to an extension. */
export async function foreignTable(tx: TransactionSql): Promise<string | undefined> {
  const [row] = await tx.query<{ name: string }[]>(
    `
    select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
      and relname <> all($1::text[])
      and not exists (
        select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid
          and deptype = 'e')
    order by relname limit 1`,
    [[...VAULT_TABLES, 'schema_migrations', 'command_runs']],
  )
  return row?.name
}

/** An estimate of all rows, from PostgreSQL's statistics. */
export async function estimatedRows(tx: TransactionSql): Promise<number> {
  const [row] = await tx.query<[{ rows: number }]>(
    `
    select coalesce(sum(greatest(reltuples, 0)), 0)::float8 as rows from pg_class
    where oid in (select to_regclass(name) from unnest($1::text[]) as name)`,
    [[...VAULT_TABLES]],
  )
  return row.rows
}
