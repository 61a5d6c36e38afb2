import type { Page, PageRequest } from '../domain/pagination.ts'
import { searchWords, wordPattern } from '../domain/search-words.ts'
import { runStatement } from './changes/organization-transaction.ts'
import { KeysetPages, type ListPages } from './keyset-page.ts'
import type { RequestDatabase } from './request-database.ts'

/** Records that are looked up by their ids; with more, the list is read until a page is full. */
const LOOKED_UP_MAX = 2_000

type SearchedType = 'fbo_account' | 'inventory_item' | 'transfer_batch'

/** Conditions of a list by words: one or the other is sent. */
interface WordFilters {
  /** Ids of all records that have the words. */
  readonly ids?: string
  /** Patterns of words that very many records have. */
  readonly patterns?: string
}

const wordConditions = (type: SearchedType, table: string) => ({
  ids: 'and id = any(?::text[])',
  patterns: `and (
      select words from search_texts
      where search_texts.organization_id = $1 and record_type = '${type}'
        and record_id = ${table}.id
    ) like all (?::text[])`,
})

const withWords = (type: SearchedType) => `
  select record_id from search_texts
  where organization_id = $1 and record_type = '${type}'
    and words like $2 and words like $3 and words like all ($4::text[])
  limit ${LOOKED_UP_MAX + 1}`

const EMPTY: Page<never> = { rows: [], hasMore: false, hasEarlier: false }

/**
 * Pages of a list that can be narrowed by `q`. Records that few others share their words with are
 * found by the index of words, and sorted. Where very many have the words, the list itself is read
 * in its order, which comes to enough of them soon.
 * @param table of the list's statement, or its alias
 */
export function searchedPages<Row, Filters extends object>(
  type: SearchedType,
  table: string,
  list: ConstructorParameters<typeof KeysetPages<Row, Filters>>[0],
): ListPages<Row, Filters & { readonly q?: string }> {
  const conditions = { ...list.conditions, ...wordConditions(type, table) }
  const pages = new KeysetPages({ ...list, conditions } as ConstructorParameters<
    typeof KeysetPages<Row, Filters & WordFilters>
  >[0])
  const text = withWords(type)
  return {
    order: pages.order,
    sorts: pages.sorts,
    find: async (caller, database, { q, ...request }) => {
      const page = request as unknown as PageRequest & Filters
      if (q === undefined) return await pages.find(caller, database, page)
      const longestFirst = searchWords(q).toSorted((one, other) => other.length - one.length)
      const patterns = longestFirst.map(wordPattern)
      const [first, second = first] = patterns
      if (first === undefined || second === undefined) return EMPTY
      const found = await database.search(caller, (sql) =>
        runStatement<{ recordId: string }>(caller, sql, text, [first, second, patterns]),
      )
      const areMany = found.length > LOOKED_UP_MAX
      const words = areMany ? { patterns } : { ids: found.map(({ recordId }) => recordId) }
      // A list is one parameter.
      const filters = { ...page, ...words } as unknown as PageRequest & Filters & WordFilters
      // With other filters it may read the whole list.
      const { search } = database
      const searching = { ...database, run: search, slow: search } as RequestDatabase
      return await pages.find(caller, areMany ? searching : database, filters)
    },
  }
}
