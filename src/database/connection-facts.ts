import type { Sql } from './postgres/sql.ts'
import { SERVICE_FUNCTIONS, SERVICE_RIGHTS } from './service-role.ts'

interface ConnectionFacts {
  readonly role: string
  readonly isSuperuser: boolean
  /** Whether it can act as the owner of the tables; null where there are none. */
  readonly isOwner: boolean | null
  readonly mayCreateTables: boolean
  /** Such as `TLSv1.3`; null without TLS. */
  readonly tls: string | null
  /** Whether others could listen: not by a Unix socket, nor within the machine. */
  readonly isNetwork: boolean
}

export async function connectionFacts(sql: Sql): Promise<ConnectionFacts> {
  const [row] = await sql.query<[ConnectionFacts]>(`
    select rolname as role, rolsuper as is_superuser,
      (select pg_has_role(relowner, 'usage') from pg_class
        where oid = to_regclass('inventory_movements')) as is_owner,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create_tables,
      (select version from pg_stat_ssl where pid = pg_backend_pid()) as tls,
      coalesce(not (inet_server_addr() <<= '127.0.0.0/8' or inet_server_addr() = '::1'), false)
        as is_network
    from pg_roles where rolname = current_user`)
  return row
}

/** The server's clock minus this machine's, in milliseconds. */
export async function clockAheadMs(sql: Sql): Promise<number> {
  let best = { tookMs: Number.POSITIVE_INFINITY, aheadMs: 0 }
  // The quickest of some responses tells it best: the clock was read within its time.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const sentAt = Date.now()
    const begun = performance.now()
    const [row] = await sql.query<[{ ms: number }]>(`
      select extract(epoch from clock_timestamp())::float8 * 1000 as ms`)
    const tookMs = performance.now() - begun
    if (tookMs < best.tookMs) best = { tookMs, aheadMs: row.ms - sentAt - tookMs / 2 }
  }
  return best.aheadMs
}

/** Rights that the statements of the service need and the connected role lacks. */
export async function missingRights(sql: Sql): Promise<string[]> {
  const wanted = Object.entries(SERVICE_RIGHTS).flatMap(([table, rights]) =>
    rights.map((right) => {
      const [, privilege = right, column = ''] = /^(\w+) \((\w+)\)$/.exec(right) ?? []
      return { table, privilege, column }
    }),
  )
  const [row] = await sql.query<[{ missing: string[] }]>(
    `
    select array(
      select privilege || coalesce(' (' || nullif(column_name, '') || ')', '') || ' on ' || name
      from unnest($1::text[],
        $2::text[],
        $3::text[]) as wanted (name, privilege, column_name)
      where to_regclass(name) is not null and not case
        when column_name = '' then has_table_privilege(to_regclass(name), privilege)
        else has_column_privilege(to_regclass(name), column_name, privilege) end
      union all
      select 'execute on function ' || proname from pg_proc
      where pronamespace = to_regnamespace(current_schema())
        and proname = any ($4::text[])
        and not has_function_privilege(oid, 'execute')
    ) as missing`,
    [
      wanted.map(({ table }) => table),
      wanted.map(({ privilege }) => privilege),
      wanted.map(({ column }) => column),
      SERVICE_FUNCTIONS,
    ],
  )
  return row.missing
}
