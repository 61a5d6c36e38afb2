import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller } from '../../domain/caller.ts'
import { foldedValue } from '../../domain/folding.ts'
import { isId } from '../../domain/ids.ts'
import { accountName } from '../../domain/record-names.ts'
import { wholeWord, wordPattern } from '../../domain/search-words.ts'
import { type Fit, fitOf, heldFit, type Searched, searchedOf } from './rank-results.rules.ts'
import {
  findAccounts,
  findFitting,
  findHeldItems,
  findResembling,
  type SearchTerms,
} from './search-records.store.ts'
import { RESULT_TYPES, type ResultType, type SearchResult } from './search-result.ts'
import { SEARCHED_TYPES, type SearchedRow } from './searched-types.ts'

export interface SearchRequest {
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
export async function searchRecords(
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
