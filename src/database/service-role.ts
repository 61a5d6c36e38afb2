import { DatabaseUnusable } from './postgres/postgres-errors.ts'
import type { Sql, TransactionSql } from './postgres/sql.ts'

interface ServiceGrants {
  readonly role: string
  /** The statements that granted it, in SQL. */
  readonly statements: readonly string[]
}

/**
 * The rights that the statements of requests and commands need. Rows of the log, of policies and of
 * a shipment's items are never changed. To lock a row takes update on one of its columns.
 */
export const SERVICE_RIGHTS: Readonly<Record<string, readonly string[]>> = {
  schema_migrations: ['select'],
  command_runs: ['select', 'insert', 'update'],
  organizations: ['select', 'insert', 'update (name)'],
  roles: ['select', 'insert', 'update', 'delete'],
  people: ['select', 'insert', 'update'],
  access_tokens: ['select', 'insert', 'update'],
  access_token_organizations: ['select', 'insert'],
  sessions: ['select', 'insert', 'update', 'delete'],
  session_bearers: ['select', 'insert', 'delete'],
  sign_in_codes: ['select', 'insert', 'update (used_at)', 'delete'],
  // A key that was registered is never changed, as nothing in the log is.
  passkeys: [
    'select',
    'insert',
    'update (sign_count)',
    'update (removed_at)',
    'update (removed_by_token_id)',
  ],
  organization_policies: ['select', 'insert'],
  fbo_accounts: ['select', 'insert', 'update'],
  fbo_account_profiles: ['select', 'insert', 'update'],
  transfer_batches: ['select', 'insert', 'update'],
  outbound_shipments: ['select', 'insert', 'update'],
  outbound_shipment_directions: ['select', 'insert', 'update'],
  outbound_shipment_items: ['select', 'insert'],
  inventory_items: ['select', 'insert', 'update'],
  inventory_movements: ['select', 'insert'],
  inventory_stays: ['select', 'insert'],
  // An erasure empties personal values.
  corrections: ['select', 'insert', 'update (from_value)', 'update (to_value)'],
  inventory_valuations: ['select', 'insert'],
  inventory_item_identifiers: ['select', 'insert', 'update', 'delete'],
  revaluations: ['select', 'insert', 'update'],
  approvals: ['select', 'insert', 'update (ended_at)'],
  idempotency_keys: [
    'select',
    'insert',
    'delete',
    'update (created_at)',
    'update (request_sha256)',
    'update (answer)',
  ],
  imports: ['select', 'insert', 'update', 'delete'],
  import_rows: ['select', 'insert', 'delete'],
  events: ['select', 'insert'],
  event_seals: ['select', 'insert'],
  signing_keys: ['select', 'insert', 'update (retired_at)'],
  event_checkpoints: ['select', 'insert'],
  identity_providers: ['select', 'insert', 'update', 'delete'],
  webhook_endpoints: ['select', 'insert', 'update', 'delete'],
  webhook_endpoint_health: ['select', 'insert', 'update'],
  webhook_deliveries: ['select', 'insert', 'update', 'delete'],
  webhook_attempts: ['select', 'insert', 'delete'],
  search_texts: ['select', 'insert', 'delete', 'update (words)'],
  search_progress: ['select', 'insert', 'update'],
}
const TABLES = Object.keys(SERVICE_RIGHTS)

/** Functions of statements and constraints. PUBLIC may call them, unless that was revoked. */
export const SERVICE_FUNCTIONS = [
  'fbo_accounts_rules',
  'inventory_items_rules',
  'inventory_movements_rules',
  'transfer_batches_rules',
  'access_token_permissions_known',
  'access_token_blocks_valid',
  'stay_place',
  'stay_span',
]

const TABLE_PRIVILEGES = [
  'select',
  'insert',
  'update',
  'delete',
  'truncate',
  'references',
  'trigger',
]
const COLUMN_PRIVILEGES = ['select', 'insert', 'update', 'references']

/**
 * Grants the role what the service needs, and revokes what it had beyond that. Call it after
 * `lockMigrations`, in the transaction that migrates: then no table exists without its grants.
 * @throws {DatabaseUnusable} also where the role still has other rights, through another role or
 *   through PUBLIC
 */
export async function grantServiceRole(tx: TransactionSql, name: string): Promise<ServiceGrants> {
  const { schema, role } = await quotedNames(tx, name)
  const statements = [
    `grant usage on schema ${schema} to ${role}`,
    `revoke all on ${TABLES.join(', ')} from ${role}`,
    ...TABLES.map((table) => `grant ${SERVICE_RIGHTS[table]?.join(', ')} on ${table} to ${role}`),
    `grant execute on function ${SERVICE_FUNCTIONS.join(', ')} to ${role}`,
  ]
  await tx.query(statements.join(';\n'))
  const surplus = await surplusRights(tx, name)
  if (surplus.length === 0) return { role: name, statements }
  throw new DatabaseUnusable(
    `The role ${name} may do more than the service needs (${surplus.slice(0, 3).join(', ')}), ` +
      'so nothing was granted: revoke these rights from it or from PUBLIC, or name another role.',
  )
}

/** The names of the schema and the role as SQL takes them. @throws {DatabaseUnusable} */
async function quotedNames(
  tx: TransactionSql,
  name: string,
): Promise<{ schema: string; role: string }> {
  const [row] = await tx.query<{ schema: string; role: string | null; isOwner: boolean }[]>(
    `
    select quote_ident(current_schema()) as schema,
      (select quote_ident(rolname) from pg_roles where rolname = $1) as role,
      pg_has_role(relowner, 'usage') as is_owner
    from pg_class where oid = to_regclass('inventory_movements')`,
    [name],
  )
  if (row === undefined || row.role === null) {
    throw new DatabaseUnusable(
      `SERVICE_ROLE names a role that the database does not have: create role "${name}" login ` +
        "password '...', then try again.",
    )
  }
  if (row.isOwner) return { schema: row.schema, role: row.role }
  throw new DatabaseUnusable(
    `This role may not grant ${name} anything: only the owner of the tables may. Run ` +
      'vault-inventory migrate as the owner, or without SERVICE_ROLE.',
  )
}

/** Rights of the role that the service does not need. */
async function surplusRights(tx: TransactionSql, name: string): Promise<string[]> {
  const [row] = await tx.query<{ isFree: boolean; mayCreate: boolean; rights: string[] }[]>(
    `
    select rolsuper or rolcreaterole
        or pg_has_role(oid, (
          select relowner from pg_class where oid = to_regclass('inventory_movements')), 'member')
        or exists (
          select from pg_roles as other
          where other.rolname in ('pg_execute_server_program', 'pg_read_server_files',
              'pg_write_server_files')
            and pg_has_role(pg_roles.oid, other.oid, 'member'))
        as is_free,
      has_schema_privilege(oid, current_schema(), 'create') as may_create,
      array(
        select privilege || ' on ' || name
        from unnest($1::text[]) as name
        cross join unnest($2::text[]) as privilege
        where exists (
          select from pg_roles as other
          where pg_has_role(pg_roles.oid, other.oid, 'member')
            and has_table_privilege(other.oid, name, privilege))
        union all
        select distinct privilege || ' (' || attname || ') on ' || name
        from unnest($3::text[]) as name
        join pg_attribute on attrelid = to_regclass(name) and attnum > 0 and not attisdropped
        cross join unnest($4::text[]) as privilege
        where exists (
          select from pg_roles as other
          where pg_has_role(pg_roles.oid, other.oid, 'member')
            and has_column_privilege(other.oid, attrelid, attnum, privilege))
      ) as rights
    from pg_roles where rolname = $5`,
    [TABLES, TABLE_PRIVILEGES, TABLES, COLUMN_PRIVILEGES, name],
  )
  if (row?.isFree) {
    return [
      'it is a superuser, may create roles, read files or run programs of the server, or act as ' +
        'the owner of the tables',
    ]
  }
  const { mayCreate = false, rights = [] } = row ?? {}
  return [...(mayCreate ? ['create on the schema'] : []), ...rights.filter(isSurplus)]
}

function isSurplus(right: string): boolean {
  const [privilege = '', table = ''] = right.split(' on ')
  const [onTable = ''] = privilege.split(' ')
  const needed = SERVICE_RIGHTS[table] ?? []
  return !needed.includes(privilege) && !needed.includes(onTable)
}

/** The connected role, where it can switch off rules of the database: then it acts as the owner. */
export async function roleAboveRules(sql: Sql): Promise<string | undefined> {
  const [row] = await sql.query<{ name: string }[]>(`
    select rolname as name from pg_roles
    where rolname = current_user and pg_has_role(oid, (
      select relowner from pg_class where oid = to_regclass('inventory_movements')), 'member')`)
  return row?.name
}
