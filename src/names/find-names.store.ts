import type { BatchedRead } from '../database/batching/batched-read.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import {
  type Included,
  NAMED_TYPES,
  type NamedRecord,
  type NamedType,
  type NamesIn,
  nameOf,
} from '../domain/included-names.ts'
import type { Permission } from '../domain/permissions.ts'

/** A token that has one of these may read the names of the type. */
const READERS: Readonly<Record<NamedType, readonly Permission[]>> = {
  fbo_account: ['fbo_accounts:read'],
  inventory_item: ['inventory_items:read'],
  // The feed names the owners of tokens, too.
  access_token: ['access_tokens:manage', 'events:read'],
}

const namesOf = (isId: string) => `
  select id, 'fbo_account', business_name, first_name, last_name, email
  from fbo_accounts
  where organization_id = $1 and id ${isId}
  union all
  select id, 'inventory_item', description, identifiers -> 0 ->> 'value', null, null
  from inventory_items
  where organization_id = $1 and id ${isId}
  union all
  select id, 'access_token', owner, null, null, null
  from access_tokens
  where organization_id = $1 and id ${isId}`

type Texts = readonly (string | null)[]

/** The texts that name a record, as its columns are selected above. */
const RECORD_OF: Readonly<Record<NamedType, (texts: Texts) => NamedRecord>> = {
  fbo_account: ([businessName, firstName, lastName, email]) => {
    return { businessName, firstName, lastName, email }
  },
  inventory_item: ([description, value]) => {
    return { description, identifiers: value == null ? [] : [{ value }] }
  },
  access_token: ([owner]) => ({ owner }),
}

const NAMES: BatchedRead<Included[string]> = {
  name: 'find_names',
  one: namesOf('= $2'),
  many: namesOf('= any($2::text[])'),
  toRecord: ([_, named, ...texts]) => {
    const type = named as NamedType
    return { type, name: nameOf(type, RECORD_OF[type](texts as Texts)) }
  },
}

/** The names of the records that the caller may read, by id; known are those of its own page. */
export async function findNames(
  caller: Caller,
  database: RequestDatabase,
  { known, unknown }: NamesIn,
): Promise<Included> {
  const wanted = NAMED_TYPES.flatMap((type) => {
    if (!READERS[type].some((permission) => caller.permissions.has(permission))) return []
    return [...(unknown.get(type) ?? [])].map((id) => ({ type, id }))
  })
  if (wanted.length === 0) return known
  const ids = wanted.map(({ id }) => id)
  const found = await database.readAll(NAMES, caller, ids)
  const included: Record<string, Included[string]> = { ...known }
  for (const { type, id } of wanted) {
    const name = found.get(id)
    // A member may name a record of another type, which the caller may not know.
    if (name?.type === type) included[id] = name
  }
  return included
}
