import type { Sql, TransactionSql } from 'postgres'

/** The role that is to serve is not there, cannot be granted anything, or may do too much. */
export class ServiceRoleUnusable extends Error {}

export interface ServiceGrants {
  readonly role: string
  /** What was run, in SQL. */
  readonly statements: readonly string[]
}

/**
 * What the statements of requests and commands need of each table. Rows of the log, of policies and
 * of a shipment's items come and stay. To lock a row is to need update on one of its columns.
 */
export const SERVICE_RIGHTS: Readonly<Record<string, readonly string[]>> = {
  schema_migrations: ['select'],
  organizations: ['select', 'insert', 'update (name)'],
  access_tokens: ['select', 'insert', 'update'],
  access_token_organizations: ['select', 'insert'],
  organization_policies: ['select', 'insert'],
  fbo_accounts: ['select', 'insert', 'update'],
  transfer_batches: ['select', 'insert', 'update'],
  outbound_shipments: ['select', 'insert', 'update'],
  outbound_shipment_blocks: ['select', 'insert', 'update'],
  outbound_shipment_block_changes: ['select', 'insert', 'delete'],
  outbound_shipment_items: ['select', 'insert'],
  inventory_items: ['select', 'insert', 'update'],
  inventory_movements: ['select', 'insert'],
  inventory_stays: ['select', 'insert'],
  idempotency_keys: ['select', 'insert', 'update (created_at)', 'delete'],
}

/** What statements and rules call. PostgreSQL lets everybody, unless it was told otherwise. */
export const SERVICE_FUNCTIONS = [
  'fbo_accounts_rules',
  'inventory_items_rules',
  'inventory_movements_rules',
  'transfer_batches_rules',
  'outbound_shipment_blocks_lock',
  'access_token_permissions_known',
  'access_token_blocks_valid',
  'stay_place',
  'stay_span',
]

const TABLE_PRIVILEGES = [
  ...['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'],
]

const COLUMN_PRIVILEGES = ['select', 'insert', 'update', 'references']

/**
 * Grants the role what the service needs and takes from it what it had beyond that. Call it behind
 * `lockMigrations`, in the transaction that migrates: no table is there without its grants.
 * @throws {ServiceRoleUnusable} also where the role may still do more, through another role or
 *   through PUBLIC
 */
export async function grantServiceRole(tx: TransactionSql, name: string): Promise<ServiceGrants> {
  const { schema, role } = await namesOf(tx, name)
  const tables = Object.keys(SERVICE_RIGHTS)
  const statements = [
    `grant usage on schema ${schema} to ${role}`,
    `revoke all on ${tables.join(', ')} from ${role}`,
    ...tables.map((table) => `grant ${SERVICE_RIGHTS[table]?.join(', ')} on ${table} to ${role}`),
    `grant execute on function ${SERVICE_FUNCTIONS.join(', ')} to ${role}`,
  ]
  await tx.unsafe(statements.join(';\n'))
  await refuseSurplus(tx, name)
  return { role: name, statements }
}

/** As they stand in SQL. @throws {ServiceRoleUnusable} */
async function namesOf(
  tx: TransactionSql,
  name: string,
): Promise<{ schema: string; role: string }> {
  const [row] = await tx<{ schema: string; role: string | null; isOwner: boolean }[]>`
    select quote_ident(current_schema()) as schema,
      (select quote_ident(rolname) from pg_roles where rolname = ${name}) as role,
      pg_has_role(relowner, 'usage') as is_owner
    from pg_class where oid = to_regclass('inventory_movements')`
  if (row === undefined || row.role === null) {
    throw new ServiceRoleUnusable(
      `SERVICE_ROLE names a role that the database does not have: create role "${name}" login ` +
        "password '...', then try again.",
    )
  }
  if (row.isOwner) return { schema: row.schema, role: row.role }
  throw new ServiceRoleUnusable(
    `This role may not grant ${name} anything: only the owner of the tables may. Run ` +
      'vault-inventory migrate as that, or without SERVICE_ROLE.',
  )
}

/** @throws {ServiceRoleUnusable} */
async function refuseSurplus(tx: TransactionSql, name: string): Promise<void> {
  const tables = Object.keys(SERVICE_RIGHTS)
  const [row] = await tx<{ isFree: boolean; mayCreate: boolean; rights: string[] }[]>`
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
        from unnest(${tables}::text[]) as name
        cross join unnest(${TABLE_PRIVILEGES}::text[]) as privilege
        where exists (
          select from pg_roles as other
          where pg_has_role(pg_roles.oid, other.oid, 'member')
            and has_table_privilege(other.oid, name, privilege))
        union all
        select distinct privilege || ' (' || attname || ') on ' || name
        from unnest(${tables}::text[]) as name
        join pg_attribute on attrelid = to_regclass(name) and attnum > 0 and not attisdropped
        cross join unnest(${COLUMN_PRIVILEGES}::text[]) as privilege
        where exists (
          select from pg_roles as other
          where pg_has_role(pg_roles.oid, other.oid, 'member')
            and has_column_privilege(other.oid, attrelid, attnum, privilege))
      ) as rights
    from pg_roles where rolname = ${name}`
  if (row === undefined) return
  const isNeeded = (right: string) => {
    const [privilege = '', table = ''] = right.split(' on ')
    const [onTable = ''] = privilege.split(' ')
    const needed = SERVICE_RIGHTS[table] ?? []
    return needed.includes(privilege) || needed.includes(onTable)
  }
  const surplus = row.isFree
    ? [
        'it is a superuser, may create roles, read files or run programs of the server, or act as ' +
          'the owner of the tables',
      ]
    : [
        ...(row.mayCreate ? ['create on the schema'] : []),
        ...row.rights.filter((right) => !isNeeded(right)),
      ]
  if (surplus.length === 0) return
  throw new ServiceRoleUnusable(
    `The role ${name} may do more than the service needs (${surplus.slice(0, 3).join(', ')}), so ` +
      'nothing was granted: take that from it, or from PUBLIC, or name another role.',
  )
}

/**
 * The connected role, where it can switch rules of the database off: it is a superuser, or may act
 * as the owner of the tables.
 */
export async function roleAboveRules(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`
    select rolname as name from pg_roles
    where rolname = current_user and pg_has_role(oid, (
      select relowner from pg_class where oid = to_regclass('inventory_movements')), 'member')`
  return row?.name
}
