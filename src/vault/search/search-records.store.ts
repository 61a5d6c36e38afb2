import { inOrganization, runnerOf } from '../../database/changes/organization-transaction.ts'
import type { OrganizationSql } from '../../database/postgres/sql.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller } from '../../domain/caller.ts'
import {
  findRecords,
  type ResultType,
  recordsWhere,
  SEARCHED_TYPES,
  type SearchedRow,
  textsOf,
} from './searched-types.ts'

/** Records of a type that one search compares. One more than a response has, and some to rank. */
const CANDIDATES_MAX = 80

/** Records that are compared one by one, the newest, before the index is asked for the others. */
const NEWEST_COMPARED = 1_000

/**
 * So many of these have a frequent word. The index reads every record with a word, in some 0.3 us;
 * to compare one takes 0.5 us. Where all words are frequent, further records are compared first.
 */
const FREQUENT = 15
const FURTHER_COMPARED = 30_000

/** Twenty times as long takes it to compare one where typing errors are forgiven. */
const NEWEST_RESEMBLING = 250

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
  /** The identifier or external id that it may be the whole of, as these are compared. */
  readonly identifier: string
  /** The pattern of an email address, whose words are next to each other; null if it is none. */
  readonly email: string | null
}

const begins = (table: string, beginning: string) => `
      (select id from ${table}
        where organization_id = $1 and id >= ${beginning}::text and id < ${beginning}::text || '~'
        order by id limit ${CANDIDATES_MAX})`

const IDENTIFIED = `union all
      (select inventory_item_id from inventory_item_identifiers
        where organization_id = $1 and value_folded = $9::text limit ${CANDIDATES_MAX})`

/** Words of both are frequent: many others have all of them, and may be newer. */
const ADDRESSED = `union all
      (select record_id from search_texts
        where organization_id = $1 and record_type = 'fbo_account' and words like $9::text
        limit ${CANDIDATES_MAX})
      union all
      (select fbo_account_id from fbo_account_profiles
        where organization_id = $1 and external_id_folded = $10::text)`

/** Those that the whole text names, and the parameters from `$9` on. */
const NAMED: Readonly<
  Partial<Record<ResultType, { sql: string; of: (terms: SearchTerms) => (string | null)[] }>>
> = {
  fbo_account: { sql: ADDRESSED, of: ({ email, identifier }) => [email, identifier] },
  inventory_item: { sql: IDENTIFIED, of: ({ identifier }) => [identifier] },
}

const newest = (type: ResultType, rows: string) => `
          select record_id, words from search_texts
          where organization_id = $1 and record_type = '${type}'
          order by record_id desc ${rows}`

/**
 * Records by an index of words. It stands in a CTE of its own: PostgreSQL cannot tell how many
 * records have a word, and if it knew that few are wanted, it might compare all of them in turn.
 */
const indexed = (type: ResultType) => `
          select record_id from search_texts
          where organization_id = $1 and record_type = '${type}'`

/**
 * Ids of the records of a type. PostgreSQL takes the parts in turn until it has enough, so that a
 * word which very many records have is found in the newest ones, and the index is not asked.
 */
const candidates = (type: ResultType) => {
  const { table } = SEARCHED_TYPES[type]
  return `
    with newest as materialized (${newest(type, `limit ${NEWEST_COMPARED}`)}
    ), indexed as materialized (${indexed(type)}
          and words like $6 and words like $7 and words like all ($8::text[])
    )
    select id from (
      (select id from ${table} where organization_id = $1 and id = any($2::text[]))
      ${NAMED[type]?.sql ?? ''}
      union all ${begins(table, '$3')}
      union all ${begins(table, '$4')}
      union all
      (select record_id from search_texts
        where $5::text is not null and organization_id = $1 and record_type = '${type}'
          and reverse(lower(record_id)) >= $5::text
          and reverse(lower(record_id)) < $5::text || '~'
        order by reverse(lower(record_id)) limit ${CANDIDATES_MAX})
      union all
      (select record_id from newest where words like all ($8::text[]))
      union all
      (select record_id from (${newest(type, `limit ${FURTHER_COMPARED} offset ${NEWEST_COMPARED}`)}
        ) as further
        where words like all ($8::text[]) and not exists (
          select from unnest($8::text[]) as pattern
          where (select count(*) from newest where words like pattern) < ${FREQUENT}))
      union all
      (select record_id from indexed)
    ) as candidate
    limit ${CANDIDATES_MAX}`
}

/** The same where words only resemble those; `$3` of the newest records are enough. */
const resembling = (type: ResultType) => `
    with near as materialized (
      select record_id
      from (${newest(type, `limit ${NEWEST_RESEMBLING}`)}
      ) as newest
      where words %> $2
    ), indexed as materialized (${indexed(type)} and words %> $2
    )
    select record_id from near
    union all
    (select record_id from indexed
      where (select count(*) from near) < $3::integer limit ${CANDIDATES_MAX})`

/** Holders whose items are compared, those with most of the words first, and items of each. */
const HOLDERS_MAX = 20
const ITEMS_OF_HOLDER_MAX = 1_000

/** Items that have some of the words, held by accounts that have the others. */
const heldItems = `
    with holder as materialized (
      select record_id, words from search_texts
      where organization_id = $1 and record_type = 'fbo_account' and words like any ($2::text[])
      order by (select count(*) from unnest($2::text[]) as pattern where words like pattern) desc,
        record_id desc
      limit ${HOLDERS_MAX}
    )
    select item.id
    from holder
    cross join lateral (
      select id from inventory_items
      where organization_id = $1 and fbo_account_id = holder.record_id
      order by id desc limit ${ITEMS_OF_HOLDER_MAX}) as item
    join search_texts as noted on noted.organization_id = $1
      and noted.record_type = 'inventory_item' and noted.record_id = item.id
    where noted.words || holder.words like all ($2::text[])
    limit ${CANDIDATES_MAX}`

const recordsOf = (type: ResultType, ids: string) => recordsWhere(type, `id = any(array(${ids}))`)

const FITTING = textsOf((type) => recordsOf(type, candidates(type)))
const RESEMBLING = textsOf((type) => recordsOf(type, resembling(type)))
const HELD = recordsOf('inventory_item', heldItems)

/** Records of a type that have these ids or words. */
export function findFitting(
  { organizationId }: Caller,
  sql: OrganizationSql,
  type: ResultType,
  terms: SearchTerms,
) {
  const { ids, beginnings, backwards, patterns } = terms
  // A pattern of blanks is in no text.
  const [first = '  ', second = first, ...others] = patterns
  const all = [first, second, ...others]
  const named = NAMED[type]?.of(terms) ?? []
  const parameters = [organizationId, ids, ...beginnings, backwards, first, second, all]
  return read(sql, FITTING[type], [...parameters, ...named])
}

/** Items that have these patterns of words together with the accounts that hold them. */
export async function findHeldItems(
  caller: Caller,
  database: RequestDatabase,
  patterns: readonly string[],
): Promise<SearchedRow[]> {
  return await database.search(caller, (sql) => read(sql, HELD, [caller.organizationId, patterns]))
}

// Until the transaction ends. The default of pg_trgm misses a wrong letter in a short name.
const FORGIVE = `
  select set_config('pg_trgm.word_similarity_threshold', '0.4', true)
  from organizations where id = $1`

/** Records of a type with words that resemble those. @param enough of the newest */
export async function findResembling(
  { organizationId }: Caller,
  database: RequestDatabase,
  { type, words, enough }: { type: ResultType; words: string; enough: number },
): Promise<SearchedRow[]> {
  return await database.search({ organizationId }, (sql) =>
    inOrganization(sql, organizationId, async (tx) => {
      void tx.run(FORGIVE, [])
      const rows = await tx.run<SearchedRow>(RESEMBLING[type], [words, enough])
      return { end: 'roll_back', value: rows }
    }),
  )
}

export async function findAccounts(
  caller: Caller,
  database: RequestDatabase,
  ids: readonly string[],
): Promise<SearchedRow[]> {
  const once = [...new Set(ids)]
  return await database.run(caller, (sql) =>
    findRecords(runnerOf(caller, sql), 'fbo_account', once),
  )
}

function read(
  sql: OrganizationSql,
  text: string,
  parameters: readonly (string | null | readonly string[])[],
) {
  return sql.query<SearchedRow[]>(text, parameters as never[])
}
