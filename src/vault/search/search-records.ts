import { Type } from 'typebox'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller } from '../../domain/caller.ts'
import type { Violation } from '../../domain/errors.ts'
import { foldedValue } from '../../domain/folding.ts'
import { isId } from '../../domain/ids.ts'
import { SEARCH_LIMIT_DEFAULT, SEARCH_LIMIT_MAX } from '../../domain/limits.ts'
import { pageOf } from '../../domain/pagination.ts'
import { accountName } from '../../domain/record-names.ts'
import { searchText, wholeWord, wordPattern } from '../../domain/search-words.ts'
import { operation } from '../../http/operation.ts'
import { type Fit, fitOf, heldFit, type Searched, searchedOf } from './rank-results.rules.ts'
import {
  findAccounts,
  findFitting,
  findHeldItems,
  findResembling,
  type SearchTerms,
} from './search-records.store.ts'
import {
  RESULT_TYPES,
  type ResultType,
  SEARCH_RESULT,
  SEARCHED_TYPES,
  type SearchedRow,
  type SearchResult,
} from './searched-types.ts'

const QUERY = Type.Object(
  {
    q: searchText('The text to find.'),
    types: Type.Optional(
      Type.String({
        description: `Only records of these types, separated by commas, of: \`${RESULT_TYPES.join('`, `')}\`.`,
        examples: ['fbo_account,inventory_item'],
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        description: 'Results at most. A number above the maximum is refused.',
        minimum: 1,
        maximum: SEARCH_LIMIT_MAX,
        default: SEARCH_LIMIT_DEFAULT,
      }),
    ),
  },
  { additionalProperties: false },
)

export const searchRecordsRoute = operation({
  operationId: 'searchRecords',
  description:
    'Finds accounts, items, transfers and shipments by what people know of them: an id, its ' +
    'beginning or its end; the name, business, email, phone number or external id of an account; ' +
    'the identifiers and the description of an item, also with the words of the scheme, as in PSA ' +
    'certificate No. 42118903; the tracking number of a shipment, with or without blanks; notes. ' +
    'A shipment is found by whole words of the name, the company, the city or the postal code of ' +
    'its recipient, and shows none of them. ' +
    'Where no record has all of the words, items are found that have some of them, in accounts ' +
    'that have the others, if the token may read accounts: the newest thousand items of each of ' +
    'the twenty accounts that have most of the words. ' +
    'Where nothing has the words, records with similar ones are found.\n\n' +
    'The best result is first, and the others of its type follow it: a whole id, then a whole ' +
    'identifier, external id, email, phone or tracking number, then ' +
    'what has its words whole, then what begins with the text, then what has it, then what is similar. Only records of types that the token may read are found; the operation ' +
    'needs no permission of its own.\n\n' +
    'Ids and whole identifiers are found at once, all else within a second or two of its change; while the service is ' +
    'very busy, or a large import was just made, later.',
  path: '/v1/search',
  permission: null,
  query: QUERY,
  success: {
    status: 200,
    description: 'The results.',
    body: pageOf(SEARCH_RESULT),
  },
  refusals: ['invalid_parameter'],
  expiresTransfersFirst: true,
  queryViolations: ({ query }) => typeViolations(query.types),
  handle: async ({ caller, database, query }) => {
    const { q, limit = SEARCH_LIMIT_DEFAULT } = query
    const types = (query.types?.split(',') as ResultType[] | undefined) ?? RESULT_TYPES
    const request = { text: q.trim(), types, limit }
    const { results, hasMore } = await searchRecords(caller, database, request)
    return { data: results, pagination: { page: 1, hasMore } }
  },
})

/** The schema refuses a parameter that is repeated. */
function typeViolations(types: unknown): Violation[] {
  if (typeof types !== 'string') return []
  const sent = types.split(',')
  const isKnown = (type: string) => RESULT_TYPES.some((known) => known === type)
  if (sent.every(isKnown) && new Set(sent).size === sent.length) return []
  const detail = `types must be some of ${RESULT_TYPES.join(', ')}, each once, separated by commas.`
  return [{ pointer: '/types', in: 'query', code: 'invalid_parameter', detail }]
}

interface SearchRequest {
  /** The searched text, without blanks at its ends. */
  readonly text: string
  readonly types: readonly ResultType[]
  readonly limit: number
}

interface Found extends Fit {
  readonly type: ResultType
  readonly row: SearchedRow
}

/** The least characters of a part of an id: with fewer, words alone are searched. */
const ID_PART_MIN = 4

/** Words whose typing errors are forgiven, the longest; each further one takes as long again. */
const RESEMBLING_WORDS_MAX = 3

/** Prefixes of ids, which say nothing of one record. */
const PREFIXES = ['fbo_', 'item_', 'xfer_', 'ship_']

/**
 * Finds records by what people know of them, the best first, grouped by type. Only records of types
 * that the caller may read. Typing errors are forgiven where nothing has the words themselves.
 */
async function searchRecords(
  caller: Caller,
  database: RequestDatabase,
  { text, types, limit }: SearchRequest,
): Promise<{ readonly results: SearchResult[]; readonly hasMore: boolean }> {
  const searched = searchedOf(text)
  const terms = termsOf(text, searched)
  const ofItems = { ...terms, patterns: longestFirst(searched.identifying).map(wordPattern) }
  const allowed = types.filter((type) => caller.permissions.has(SEARCHED_TYPES[type].permission))
  const fitting = (type: ResultType, rows: readonly SearchedRow[], mayResemble: boolean) =>
    rows.flatMap((row): Found[] => {
      const fit = fitOf(type, row, searched, mayResemble)
      return fit === undefined ? [] : [{ ...fit, type, row }]
    })
  // One turn for all types, on one connection: the other is for another organization.
  let found = await database.search(caller, async (sql) => {
    const ofTypes: Found[] = []
    for (const type of allowed) {
      const asked = [type === 'inventory_item' ? ofItems : terms]
      if (type === 'outbound_shipment') asked.push(wholeTerms(terms, searched))
      const rows = new Map<string, SearchedRow>()
      for (const one of asked) {
        for (const row of await findFitting(caller, sql, type, one)) rows.set(row.id, row)
      }
      ofTypes.push(...fitting(type, [...rows.values()], false))
    }
    return ofTypes
  })
  const mayJoin = allowed.includes('inventory_item') && mayName(caller)
  if (found.length === 0 && searched.words.length > 1 && mayJoin) {
    found = await itemsWithHolders(caller, database, searched, terms.patterns)
  }
  if (found.length === 0 && searched.words.length > 0) {
    const words = longestFirst(searched.words).slice(0, RESEMBLING_WORDS_MAX).join(' ')
    for (const type of allowed) {
      // Each takes its turn: others have theirs in between.
      const rows = await findResembling(caller, database, { type, words, enough: limit + 1 })
      found.push(...fitting(type, rows, true))
    }
  }
  const sorted = inGroups(found)
  const page = sorted.slice(0, limit)
  return { results: await shown(caller, database, page), hasMore: sorted.length > limit }
}

/** Items by words of their own and of the account that holds them, as "rolex hayashi". */
async function itemsWithHolders(
  caller: Caller,
  database: RequestDatabase,
  searched: Searched,
  patterns: readonly string[],
): Promise<Found[]> {
  const rows = await findHeldItems(caller, database, patterns)
  if (rows.length === 0) return []
  const ids = rows.map(({ fboAccountId }) => fboAccountId as string)
  const accounts = await findAccounts(caller, database, ids)
  const holders = new Map(accounts.map((row) => [row.id, row]))
  return rows.flatMap((row): Found[] => {
    const holder = holders.get(row.fboAccountId as string)
    const fit = holder && heldFit(row, holder, searched)
    return fit === undefined ? [] : [{ ...fit, type: 'inventory_item', row }]
  })
}

function mayName({ permissions }: Caller): boolean {
  return permissions.has(SEARCHED_TYPES.fbo_account.permission)
}

function longestFirst(words: readonly string[]): string[] {
  return words.toSorted((one, other) => other.length - one.length)
}

function termsOf(text: string, { words, inOrder }: Searched): SearchTerms {
  const lower = text.toLowerCase()
  const mayBeId = isId(text) && text.length >= ID_PART_MIN
  const isPart = mayBeId && !PREFIXES.some((prefix) => prefix.startsWith(lower))
  return {
    ids: mayBeId ? [text, lower] : [],
    // No id begins with a tilde.
    beginnings: [isPart ? text : '~', isPart && lower !== text ? lower : '~'],
    backwards: isPart ? Array.from(lower).reverse().join('') : null,
    patterns: longestFirst(words).map(wordPattern),
    identifier: foldedValue(text),
    email: text.includes('@') ? `% ${inOrder.join(' ')}%` : null,
  }
}

/** The same for words that are found whole alone. */
function wholeTerms(terms: SearchTerms, { words }: Searched): SearchTerms {
  const patterns = words.map((word) => `% ${wholeWord(word)} %`)
  return { ...terms, ids: [], beginnings: ['~', '~'], backwards: null, patterns }
}

/** The best first; the others of its type follow it, then those of the next type. */
function inGroups(found: readonly Found[]): Found[] {
  const compare = (one: Found, other: Found) =>
    one.rank - other.rank || (one.row.id < other.row.id ? 1 : -1)
  const groups = RESULT_TYPES.map((type) =>
    found.filter((one) => one.type === type).toSorted(compare),
  )
  const best = (group: readonly Found[]) => group[0]?.rank ?? Number.POSITIVE_INFINITY
  return groups.toSorted((one, other) => best(one) - best(other)).flat()
}

async function shown(
  caller: Caller,
  database: RequestDatabase,
  page: readonly Found[],
): Promise<SearchResult[]> {
  const ids = page.flatMap(({ type, row }) => {
    return SEARCHED_TYPES[type].accounts.map((column) => row[column] as string)
  })
  const mayShow = mayName(caller) && ids.length > 0
  const accounts = mayShow ? await findAccounts(caller, database, ids) : []
  const names = new Map(accounts.map((row) => [row.id, accountName(row) ?? row.id]))
  return page.map(({ type, row, match }) => {
    const view = SEARCHED_TYPES[type].show(row, (id) => names.get(id) ?? id)
    return { type, ...view, match }
  })
}
