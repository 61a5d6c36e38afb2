import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import type { Included, NamedIds, NamedType } from '../domain/included-names.ts'
import type { Permission } from '../domain/permissions.ts'

/** A token that has one of these may read the names of the type. */
const READERS: Readonly<Record<NamedType, readonly Permission[]>> = {
  fbo_account: ['fbo_accounts:read'],
  inventory_item: ['inventory_items:read'],
  // The feed names the owners of tokens, too.
  access_token: ['access_tokens:manage', 'events:read'],
}

const NAMES = `
  select 'fbo_account' as type, id,
    coalesce(business_name, nullif(concat_ws(' ', first_name, last_name), ''), email) as name
  from fbo_accounts
  where organization_id = $1 and id = any($2::text[])
  union all
  select 'inventory_item', id,
    nullif(concat_ws(', ', description, identifiers -> 0 ->> 'value'), '')
  from inventory_items
  where organization_id = $1 and id = any($3::text[])
  union all
  select 'access_token', id, owner
  from access_tokens
  where organization_id = $1 and id = any($4::text[])`

/** More names than this are not read between quick pages. */
const QUICK_MAX = 500

/** The names of the records that the caller may read, by id. */
export async function findNames(
  caller: Caller,
  database: RequestDatabase,
  ids: NamedIds,
): Promise<Included> {
  const readable = (type: NamedType) =>
    READERS[type].some((permission) => caller.permissions.has(permission))
      ? [...(ids.get(type) ?? [])]
      : []
  const lists = [readable('fbo_account'), readable('inventory_item'), readable('access_token')]
  const count = lists.flat().length
  if (count === 0) return {}
  const rows = await database[count > QUICK_MAX ? 'run' : 'page'](caller, (sql) =>
    sql.unsafe<{ type: NamedType; id: string; name: string | null }[]>(
      NAMES,
      [caller.organizationId, ...lists],
      { prepare: true },
    ),
  )
  return Object.fromEntries(rows.map(({ id, type, name }) => [id, { type, name }]))
}
