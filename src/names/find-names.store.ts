import { TOKEN_HOLDERS } from '../access-tokens/token-columns.store.ts'
import type { BatchedRead } from '../database/batching/batched-read.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import {
  type Included,
  type NamedRecord,
  type NamedType,
  type NamesIn,
  nameOf,
  typesNamedTo,
} from '../domain/included-names.ts'

/** The key of a record: ids alone would be looked up in every table. */
const keyOf = (type: NamedType, id: string) => `${type} ${id}`

const selectFrom = (table: string, type: NamedType, columns: string, keys: string) => `
  select '${type} ' || id, '${type}', ${columns}
  from ${table}
  where organization_id = $1 and id = any(array(
    select substr(key, ${type.length + 2}) from unnest(${keys}) as key
    where starts_with(key, '${type} ')
  ))`

const namesOf = (keys: string) =>
  [
    selectFrom('fbo_accounts', 'fbo_account', 'business_name, first_name, last_name, email', keys),
    selectFrom(
      'inventory_items',
      'inventory_item',
      "description, identifiers -> 0 ->> 'value', null, null",
      keys,
    ),
    selectFrom('people', 'person', 'name, null, null, null', keys),
    selectFrom(TOKEN_HOLDERS, 'access_token', 'coalesce(name, owner), null, null, null', keys),
  ].join(' union all ')

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
  person: ([name]) => ({ name }),
}

const NAMES: BatchedRead<Included[string]> = {
  name: 'find_names',
  one: namesOf('array[$2::text]'),
  many: namesOf('$2::text[]'),
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
  const wanted = typesNamedTo(caller).flatMap((type) =>
    [...(unknown.get(type) ?? [])].map((id) => ({ id, key: keyOf(type, id) })),
  )
  if (wanted.length === 0) return known
  const keys = wanted.map(({ key }) => key)
  const found = await database.readAll(NAMES, caller, keys)
  const included: Record<string, Included[string]> = { ...known }
  for (const { id, key } of wanted) {
    const name = found.get(key)
    if (name !== undefined) included[id] = name
  }
  return included
}
