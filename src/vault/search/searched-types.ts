import type { Permission } from '../../domain/permissions.ts'
import { accountName, itemName, type NamedAccount, personName } from '../../domain/record-names.ts'
import { searchWords, spelledWords, wholeWord } from '../../domain/search-words.ts'
import type { Match, ResultType, SearchResult } from './search-result.ts'

/** A row of one of the tables: its columns of `SEARCHED_RECORDS`, in camel case. */
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
  readonly texts: (row: SearchedRow) => readonly SearchedText[]
  /** Columns that name accounts. */
  readonly accounts: readonly string[]
  readonly show: (row: SearchedRow, nameOf: NameOf) => Omit<SearchResult, 'type' | 'match'>
}

export const SEARCHED_TYPES: Readonly<Record<ResultType, SearchedType>> = {
  fbo_account: {
    permission: 'fbo_accounts:read',
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
    texts: (row) => [{ match: 'notes', text: row.notes }],
    accounts: ['fromFboAccountId', 'toFboAccountId'],
    show: ({ id, notes, fromFboAccountId, toFboAccountId, status = null }, nameOf) => {
      const title = `${nameOf(fromFboAccountId as string)} to ${nameOf(toFboAccountId as string)}`
      return { id, title, detail: notes || null, status }
    },
  },
  outbound_shipment: {
    permission: 'outbound_shipments:read',
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
