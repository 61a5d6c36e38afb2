import { type Static, Type } from 'typebox'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { namedObject, nullableText, recordId } from '../../domain/fields.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import type { Permission } from '../../domain/permissions.ts'
import { accountName, itemName, type NamedAccount, personName } from '../../domain/record-names.ts'
import { searchWords, spelledWords, wholeWord } from '../../domain/search-words.ts'
import { ITEM_STATUS } from '../items/inventory-item.ts'

/** The types of records that a search finds. */
export const RESULT_TYPES = [
  'fbo_account',
  'inventory_item',
  'transfer_batch',
  'outbound_shipment',
] as const

export type ResultType = (typeof RESULT_TYPES)[number]

/** Members that a record is found by. */
const MATCHES = [
  'id',
  'identifier',
  'externalId',
  'trackingNumber',
  'email',
  'phone',
  'name',
  'businessName',
  'description',
  'notes',
  'recipient',
] as const

export type Match = (typeof MATCHES)[number]

export const SEARCH_RESULT = namedObject('SearchResult', 'A record that a search found.', {
  type: Type.Enum([...RESULT_TYPES], {
    description: 'The type of the record.',
    examples: ['inventory_item'],
  }),
  id: recordId('Identifier of the record.', EXAMPLE_IDS.inventoryItem),
  title: Type.String({
    description:
      'A line that names the record for people: the name of an account, the description of an ' +
      'item and its first identifier, the accounts of a transfer, the account of a shipment. The ' +
      'id if it has no name.',
    examples: ['1952 Topps #311, PSA 8'],
  }),
  detail: nullableText({
    description:
      'A second line: the person or the email of an account, the account of an item, the notes ' +
      'of a transfer, the tracking number of a shipment; null if there is none. Accounts are named ' +
      'by their ids if the token may not read accounts.',
    examples: ['Ada Lindqvist'],
  }),
  status: nullableText({
    description: 'The status of the record; null for an account, which has none.',
    examples: ['in_vault'],
  }),
  match: Type.Enum([...MATCHES], {
    description: 'The member of the record that the text was found in.',
    examples: ['description'],
  }),
})

export type SearchResult = Static<typeof SEARCH_RESULT>

/** A row of one of the tables: its `columns`, in camel case. */
export type SearchedRow = { readonly id: string } & NamedAccount &
  Readonly<Record<string, string | null>>

/** A text of a record that it is found by. */
export interface SearchedText {
  readonly match: Exclude<Match, 'id'>
  readonly text: string | null | undefined
  /** Blanks and signs do not count: a number is found however it is grouped. */
  readonly isNumber?: true
  /** The label that stands before it. Whole words of it are found. */
  readonly label?: string
  /** Only whole words of it are found: parts would tell a stranger more and more of it. */
  readonly isWhole?: true
}

/** The name of an account, or its id where the caller may not know it. */
export type NameOf = (fboAccountId: string) => string

export interface SearchedType {
  readonly permission: Permission
  /** The table, which statements call `record`, and what they read of it. */
  readonly table: string
  readonly columns: string
  readonly texts: (row: SearchedRow) => readonly SearchedText[]
  /** Columns that name accounts. */
  readonly accounts: readonly string[]
  readonly show: (row: SearchedRow, nameOf: NameOf) => Omit<SearchResult, 'type' | 'match'>
}

const EXTERNAL_ID = `(
    select external_id from fbo_account_profiles as profile
    where profile.organization_id = $1 and fbo_account_id = record.id)`

const IDENTIFIERS = `(
    select string_agg(concat(one ->> 'scheme', ':', one ->> 'value'), chr(10)) from jsonb_array_elements(identifiers) as one)`

const recipient = (text: string) => `(
    select ${text} from outbound_shipment_directions as direction
    where direction.organization_id = $1 and outbound_shipment_id = record.id)`

const NAMES_OF_RECIPIENT =
  "concat_ws(chr(10), recipient ->> 'name', recipient ->> 'company', recipient ->> 'city')"

const STATUS = ITEM_STATUS.replaceAll('item.', 'record.')

export const SEARCHED_TYPES: Readonly<Record<ResultType, SearchedType>> = {
  fbo_account: {
    permission: 'fbo_accounts:read',
    table: 'fbo_accounts',
    columns: `id, first_name, last_name, email, phone, business_name,
      ${EXTERNAL_ID} as external_id`,
    texts: (row) => [
      { match: 'externalId', text: row.externalId, isNumber: true },
      { match: 'name', text: personName(row) },
      { match: 'businessName', text: row.businessName },
      { match: 'email', text: row.email },
      { match: 'phone', text: row.phone, isNumber: true },
    ],
    accounts: [],
    show: (row) => {
      const title = accountName(row) ?? row.id
      const detail = [personName(row), row.email].find((text) => text && text !== title)
      return { id: row.id, title, detail: detail ?? null, status: null }
    },
  },
  inventory_item: {
    permission: 'inventory_items:read',
    table: 'inventory_items',
    columns: `id, description, fbo_account_id, ${IDENTIFIERS} as identifiers, ${STATUS} as status`,
    texts: (row) => [
      ...identifiersOf(row).map(
        (one) => ({ ...one, match: 'identifier', isNumber: true }) as const,
      ),
      { match: 'description', text: row.description },
    ],
    accounts: ['fboAccountId'],
    show: ({ id, fboAccountId, status = null, ...row }, nameOf) => {
      const identifiers = identifiersOf(row).map(({ text }) => ({ value: text }))
      const title = itemName({ description: row.description ?? null, identifiers }) ?? id
      return { id, title, detail: nameOf(fboAccountId as string), status }
    },
  },
  transfer_batch: {
    permission: 'transfer_batches:read',
    table: 'transfer_batches',
    columns: 'id, notes, from_fbo_account_id, to_fbo_account_id, status',
    texts: (row) => [{ match: 'notes', text: row.notes }],
    accounts: ['fromFboAccountId', 'toFboAccountId'],
    show: ({ id, notes, fromFboAccountId, toFboAccountId, status = null }, nameOf) => {
      const title = `${nameOf(fromFboAccountId as string)} to ${nameOf(toFboAccountId as string)}`
      return { id, title, detail: notes || null, status }
    },
  },
  outbound_shipment: {
    permission: 'outbound_shipments:read',
    table: 'outbound_shipments',
    columns: `id, tracking_number, notes, fbo_account_id, status,
      ${recipient(NAMES_OF_RECIPIENT)} as recipient,
      ${recipient("recipient ->> 'postalCode'")} as postal_code`,
    texts: (row) => [
      { match: 'trackingNumber', text: row.trackingNumber, isNumber: true },
      { match: 'notes', text: row.notes },
      { match: 'recipient', text: row.recipient, isWhole: true },
      { match: 'recipient', text: row.postalCode, isWhole: true, isNumber: true },
    ],
    accounts: ['fboAccountId'],
    show: ({ id, trackingNumber, notes, fboAccountId, status = null }, nameOf) => {
      const title = nameOf(fboAccountId as string)
      return { id, title, detail: trackingNumber || notes || null, status }
    },
  },
}

/** Each is `scheme:value`; `psa_cert` is written as "PSA certificate". */
function identifiersOf({ identifiers }: Omit<SearchedRow, 'id'>) {
  const pairs = identifiers?.split('\n') ?? []
  return pairs.map((pair) => {
    const [scheme = '', ...value] = pair.split(':')
    return { label: `${scheme} ${scheme.replace(/_cert$/, '_certificate')}`, text: value.join(':') }
  })
}

/** The words that a text is found by. */
export function wordsOf({ text, isNumber, label = '' }: Omit<SearchedText, 'match'>): string[] {
  const words = searchWords(text ?? '')
  const joined = isNumber === true && words.length > 1 ? [words.join('')] : []
  return [...words, ...joined, ...spelledWords(text ?? ''), ...searchWords(label)]
}

/** Begins the words that these rules make: records with others are noted again. */
export const RULES = '#'

/** The words of a record as `search_texts` has them. */
export function wordsOfRecord(type: ResultType, row: SearchedRow): string {
  const words = SEARCHED_TYPES[type].texts(row).flatMap((text) => {
    return wordsOf(text).map((word) => (text.isWhole ? wholeWord(word) : word))
  })
  return `${[RULES, ...words].join(' ')} `
}

export const textsOf = (make: (type: ResultType) => string) =>
  Object.fromEntries(RESULT_TYPES.map((type) => [type, make(type)])) as Record<ResultType, string>

/** SQL of the records of a type of which that is so. */
export const recordsWhere = (type: ResultType, condition: string) => `
  select ${SEARCHED_TYPES[type].columns}
  from ${SEARCHED_TYPES[type].table} as record
  where organization_id = $1 and ${condition}`

const BY_ID = textsOf((type) => recordsWhere(type, 'id = any($2::text[])'))

export async function findRecords(
  tx: OrganizationTransaction,
  type: ResultType,
  ids: readonly string[],
): Promise<SearchedRow[]> {
  return await tx.run<SearchedRow>(BY_ID[type], [ids])
}
