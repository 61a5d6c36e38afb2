import { TOKEN_HOLDERS } from '../../access/tokens/token-powers.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller } from '../../domain/caller.ts'
import {
  type Included,
  type NamedType,
  type NamesIn,
  typesNamedTo,
} from '../../domain/included-names.ts'
import {
  accountName,
  itemName,
  revaluationName,
  shipmentName,
  transferName,
} from '../../domain/record-names.ts'

/** The key of a record: ids alone would be looked up in every table. */
const keyOf = (type: NamedType, id: string) => `${type} ${id}`

const selectFrom = (table: string, type: NamedType, columns: string) => `
  select '${type} ' || id, '${type}', ${columns}
  from ${table}
  where organization_id = $1 and id = any(array(
    select substr(key, ${type.length + 2}) from unnest($2::text[]) as key
    where starts_with(key, '${type} ')
  ))`

const SHIPMENT = `total_items::text, fbo_account_id, (
    select recipient ->> 'name' from outbound_shipment_directions as directions
    where directions.organization_id = $1 and outbound_shipment_id = outbound_shipments.id), null`

const NAMES = [
  selectFrom('fbo_accounts', 'fbo_account', 'business_name, first_name, last_name, email'),
  selectFrom(
    'inventory_items',
    'inventory_item',
    "description, identifiers -> 0 ->> 'value', null, null",
  ),
  selectFrom('people', 'person', 'name, null, null, null'),
  selectFrom(TOKEN_HOLDERS, 'access_token', 'coalesce(name, owner), null, null, null'),
  selectFrom(
    'transfer_batches',
    'transfer_batch',
    'total_items::text, from_fbo_account_id, to_fbo_account_id, null',
  ),
  selectFrom('outbound_shipments', 'outbound_shipment', SHIPMENT),
  selectFrom('revaluations', 'revaluation', 'total_items::text, item_ids[1], null, null'),
].join(' union all ')

type Texts = readonly (string | null)[]

/** A name, and the records whose names stand in it. */
interface Found {
  readonly type: NamedType
  readonly parts: readonly (readonly [type: NamedType, id: string])[]
  readonly name: (parts: readonly (string | null | undefined)[]) => string | null
}

/** The names of the texts that are selected above. */
const FOUND_OF: Readonly<Record<NamedType, (texts: Texts) => Omit<Found, 'type'>>> = {
  fbo_account: ([businessName, firstName, lastName, email]) =>
    whole(accountName({ businessName, firstName, lastName, email })),
  inventory_item: ([description, value]) =>
    whole(itemName({ description, identifiers: value == null ? [] : [{ value }] })),
  access_token: ([owner]) => whole(owner),
  person: ([name]) => whole(name),
  transfer_batch: ([count, from, to]) => ({
    parts: [accountOf(from), accountOf(to)],
    name: ([fromName, toName]) => transferName(Number(count), fromName, toName),
  }),
  outbound_shipment: ([count, account, recipient]) => ({
    parts: [accountOf(account)],
    name: ([accountName]) => shipmentName(Number(count), recipient, accountName),
  }),
  revaluation: ([count, first]) => ({
    parts: [['inventory_item', first as string]],
    name: ([firstName]) => revaluationName(Number(count), firstName),
  }),
}

const whole = (name: string | null | undefined) => ({ parts: [], name: () => name ?? null })

const accountOf = (id: string | null | undefined) => ['fbo_account', id as string] as const

/** The names of the records that the caller may read, by id; known are those of its own page. */
export async function findNames(
  caller: Caller,
  database: RequestDatabase,
  { known, unknown }: NamesIn,
): Promise<Included> {
  const types = typesNamedTo(caller)
  const wanted = types.flatMap((type) =>
    [...(unknown.get(type) ?? [])].map((id) => ({ id, key: keyOf(type, id) })),
  )
  if (wanted.length === 0) return known
  const keys = wanted.map(({ key }) => key)
  const found = await readNames(caller, database, keys)
  const parts = [...found.values()].flatMap((one) => one.parts)
  const missing = parts
    .filter(([type]) => types.includes(type))
    .map(([type, id]) => keyOf(type, id))
    .filter((key) => !found.has(key))
  if (missing.length > 0) {
    const others = await readNames(caller, database, [...new Set(missing)])
    for (const [key, part] of others) found.set(key, part)
  }
  const nameOfPart = ([type, id]: Found['parts'][number]) =>
    known[id]?.type === type ? known[id].name : found.get(keyOf(type, id))?.name([])
  const included: Record<string, Included[string]> = Object.assign(Object.create(null), known)
  for (const { id, key } of wanted) {
    const one = found.get(key)
    if (one !== undefined && !(id in included))
      included[id] = { type: one.type, name: one.name(one.parts.map(nameOfPart)) }
  }
  return included
}

/** Ids of one statement. */
const TURN_IDS_MAX = 512

/** In turns: others have theirs between two of a page with many ids. */
async function readNames(caller: Caller, database: RequestDatabase, keys: readonly string[]) {
  const found = new Map<string, Found>()
  for (let begin = 0; begin < keys.length; begin += TURN_IDS_MAX) {
    const turn = keys.slice(begin, begin + TURN_IDS_MAX)
    const rows = await database.readMany(caller, (sql) =>
      sql.query<[string, NamedType, ...Texts][]>(NAMES, [caller.organizationId, turn], 'values'),
    )
    for (const [key, type, ...texts] of rows) found.set(key, { type, ...FOUND_OF[type](texts) })
  }
  return found
}
