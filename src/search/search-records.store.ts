import { inOrganization } from '../database/changes/organization-transaction.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import { RESULT_TYPES, type ResultType } from './search-result.ts'
import { SEARCHED_RECORDS } from './searched-records.store.ts'
import type { SearchedRow } from './searched-types.ts'

/** Records of a type that one search compares. One more than a response has, and some to rank. */
const CANDIDATES_MAX = 80

/** Records that are compared one by one, the newest, before the index is asked for the others. */
const NEWEST_COMPARED = 1_000

/** The parameters of the statements of one search. */
export interface SearchTerms {
  /** Ids that it may be the whole of; empty if it can be no id. */
  readonly ids: readonly string[]
  /** Beginnings of ids, of the same length as `ids`. */
  readonly beginnings: readonly [string, string]
  /** The end of an id, backwards and in lower case; null if it is too short. */
  readonly backwards: string | null
  /** Patterns of the words, the longest first; empty if there are none. */
  readonly patterns: readonly string[]
  /** The identifier that it may be the whole of, as identifiers are compared. */
  readonly identifier: string
}

const begins = (table: string, beginning: string) => `
      (select id from ${table}
        where organization_id = $1 and id >= ${beginning}::text and id < ${beginning}::text || '~'
        order by id limit ${CANDIDATES_MAX})`

const IDENTIFIED = `union all
      (select inventory_item_id from inventory_item_identifiers
        where organization_id = $1 and value_folded = $9::text limit ${CANDIDATES_MAX})`

/**
 * Ids of the records of a type. PostgreSQL takes the parts in turn until it has enough, so that a
 * word which very many records have is found in the newest ones, and the index is not asked.
 */
const candidates = (type: ResultType) => {
  const { table } = SEARCHED_RECORDS[type]
  const has = 'words like $6 and words like $7 and words like all ($8::text[])'
  return `
    select id from (
      (select id from ${table} where organization_id = $1 and id = any($2::text[]))
      ${type === 'inventory_item' ? IDENTIFIED : ''}
      union all ${begins(table, '$3')}
      union all ${begins(table, '$4')}
      union all
      (select record_id from search_texts
        where $5::text is not null and organization_id = $1 and record_type = '${type}'
          and reverse(lower(record_id)) >= $5::text
          and reverse(lower(record_id)) < $5::text || '~'
        order by reverse(lower(record_id)) limit ${CANDIDATES_MAX})
      union all
      (select record_id from (
          select record_id, words from search_texts
          where organization_id = $1 and record_type = '${type}'
          order by record_id desc limit ${NEWEST_COMPARED}
        ) as newest
        where ${has})
      union all
      (select record_id from search_texts
        where organization_id = $1 and record_type = '${type}' and ${has})
    ) as candidate
    limit ${CANDIDATES_MAX}`
}

const resembling = (type: ResultType) => `
    select record_id from search_texts
    where organization_id = $1 and record_type = '${type}' and words %> $2
    limit ${CANDIDATES_MAX}`

const recordsOf = (type: ResultType, ids: string) => `
  select ${SEARCHED_RECORDS[type].columns}
  from ${SEARCHED_RECORDS[type].table} as record
  where organization_id = $1 and id = any(array(${ids}))`

const textsOf = (make: (type: ResultType) => string) =>
  Object.fromEntries(RESULT_TYPES.map((type) => [type, make(type)])) as Record<ResultType, string>

const FITTING = textsOf((type) => recordsOf(type, candidates(type)))
const RESEMBLING = textsOf((type) => recordsOf(type, resembling(type)))

/** Records of a type that have these ids or words. */
export async function findFitting(
  caller: Caller,
  database: RequestDatabase,
  type: ResultType,
  { ids, beginnings, backwards, patterns, identifier }: SearchTerms,
): Promise<SearchedRow[]> {
  // A pattern of blanks is in no text.
  const [first = '  ', second = first, ...others] = patterns
  const parameters = [caller.organizationId, ids, ...beginnings, backwards, first, second, others]
  const all = type === 'inventory_item' ? [...parameters, identifier] : parameters
  return await read(caller, database, FITTING[type], all)
}

// Until the transaction ends. The default of pg_trgm misses a wrong letter in a short name.
const FORGIVE = `
  select set_config('pg_trgm.word_similarity_threshold', '0.4', true)
  from organizations where id = $1`

/** Records of these types with words that resemble those. */
export async function findResembling(
  { organizationId }: Caller,
  database: RequestDatabase,
  types: readonly ResultType[],
  words: string,
): Promise<ReadonlyMap<ResultType, SearchedRow[]>> {
  return await database.run({ organizationId }, (sql) =>
    inOrganization(sql, organizationId, async (tx) => {
      void tx.run(FORGIVE, [])
      const found = await Promise.all(
        types.map(async (type) => {
          const rows = await tx.run<SearchedRow>(RESEMBLING[type], [words])
          return [type, rows] as const
        }),
      )
      return { end: 'roll_back', value: new Map(found) }
    }),
  )
}

const NAMES = `
  select ${SEARCHED_RECORDS.fbo_account.columns}
  from fbo_accounts as record
  where organization_id = $1 and id = any($2::text[])`

/** The accounts with these ids. */
export async function findAccounts(
  caller: Caller,
  database: RequestDatabase,
  ids: readonly string[],
): Promise<SearchedRow[]> {
  return await read(caller, database, NAMES, [caller.organizationId, ids])
}

async function read(
  caller: Caller,
  database: RequestDatabase,
  text: string,
  parameters: readonly (string | null | readonly string[])[],
): Promise<SearchedRow[]> {
  return await database.run(caller, (sql) =>
    sql.unsafe<SearchedRow[]>(text, parameters as never[], { prepare: true }),
  )
}
