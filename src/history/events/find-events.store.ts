import { TOKEN_HOLDERS } from '../../access/tokens/token-powers.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { rowsOf } from '../../database/changes/row-of.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller } from '../../domain/caller.ts'
import { EVENTS_PAGE_BYTES_MAX, EVENTS_PAGE_SIZE_DEFAULT } from '../../domain/limits.ts'
import type { EventRow } from './event.ts'

/** Conditions on events: all of them hold. */
export interface EventFilters {
  readonly type?: string
  readonly subjectId?: string
  readonly actorTokenId?: string
  readonly actorPersonId?: string
  readonly occurredFrom?: string
  readonly occurredBefore?: string
}

// `isoText` refuses `infinity`, which somebody wrote past the service: all rows would fail.
const COLUMNS = `
  event.organization_id, (select mode from organizations where id = $1) as mode,
  event.number::float8 as number, type,
  case when isfinite(occurred_at) then occurred_at end as occurred_at, token_id, owner,
  person_id, person_name, system, request_id, subject_type, subject_id, data::text, encode(chain_hash, 'hex') as chain_hash`

// Each owner and each hash is looked up by its key, whatever the planner knows of the tables
// (`lateral` with a limit).

const OWNER = `
  left join lateral (
    select owner, person_id, name as person_name
    from ${TOKEN_HOLDERS}
    where organization_id = $1 and id = event.token_id
    limit 1
  ) as token on true`

const SEAL = `
  left join lateral (
    select chain_hash from event_seals
    where organization_id = $1 and number = event.number
    limit 1
  ) as seal on true`

/** The statement for the events that `found` selects. */
const selectText = (found: string) => `
  select ${COLUMNS}
  from (select * from events where organization_id = $1 and ${found}) as event
  ${OWNER} ${SEAL}
  order by event.number`

/** The JSON of an event has so many bytes at most beside `data` and the names of its token. */
const ENVELOPE_BYTES = 629

/** The id of a person and its member. */
const PERSON_BYTES = 90

/**
 * The same for the first of them, as many as a page holds, and at least one. PostgreSQL adds up
 * their JSON, so their texts are never held together, neither there nor here. The stored sizes,
 * which are smaller, come first: 1,000 large events would be written as text for each page.
 */
const pageText = (found: string) => `
  select ${COLUMNS}, next::float8
  from (
    select event.*, owner, person_id, person_name, sum(${ENVELOPE_BYTES} + octet_length(data::text)
      + coalesce(octet_length(to_json(owner)::text), 0)
      + coalesce(octet_length(to_json(person_name)::text) + ${PERSON_BYTES}, 0)) over feed as bytes
    from (
      select *, row_number() over feed as place, lead(number) over feed as next,
        sum(pg_column_size(data)) over feed as stored_bytes
      from (select * from events where organization_id = $1 and ${found}) as event
      window feed as (order by number rows unbounded preceding)
    ) as event
    ${OWNER}
    where place = 1 or stored_bytes <= ${EVENTS_PAGE_BYTES_MAX}
    window feed as (order by number rows unbounded preceding)
  ) as event
  ${SEAL}
  where place = 1 or bytes <= ${EVENTS_PAGE_BYTES_MAX}
  order by event.number`

const CONDITIONS: Readonly<Record<keyof EventFilters, (value: string) => string>> = {
  type: (value) => `type = ${value}`,
  subjectId: (value) => `subject_id = ${value}`,
  actorTokenId: (value) => `token_id = ${value}`,
  // Each session has a token of its own.
  actorPersonId: (value) => `token_id in (
    select id from access_tokens where organization_id = $1 and person_id = ${value})`,
  occurredFrom: (value) => `occurred_at >= ${value}::timestamptz`,
  occurredBefore: (value) => `occurred_at < ${value}::timestamptz`,
}

const FILTERS = Object.keys(CONDITIONS) as (keyof EventFilters)[]

/** Rows of the pages that share a connection, as those of other lists do. */
const QUICK_PAGE_SIZE_MAX = EVENTS_PAGE_SIZE_DEFAULT + 1

interface PagedEventRow extends EventRow {
  /** The number of the event behind it, of those that were found; null behind the last. */
  readonly next: number | null
}

/**
 * The first events with a number above `after`, up to `to`, that fit the filters: as many as
 * `limit` and `EVENTS_PAGE_BYTES_MAX` allow. There is one text for each set of filters.
 */
export async function findEvents(
  caller: Pick<Caller, 'organizationId'>,
  database: RequestDatabase,
  filters: EventFilters,
  span: { readonly after: number; readonly to: number; readonly limit: number },
): Promise<PagedEventRow[]> {
  const used = FILTERS.filter((name) => filters[name] !== undefined)
  const conditions = used.map((name, index) => ` and ${CONDITIONS[name](`$${index + 5}`)}`)
  const text = pageText(
    `number > $2 and number <= $3${conditions.join('')} order by number limit $4`,
  )
  const values = used.map((name) => filters[name] as string)
  const parameters = [caller.organizationId, span.after, span.to, span.limit, ...values]
  const isQuick = used.every((name) => name === 'subjectId') && span.limit <= QUICK_PAGE_SIZE_MAX
  // A search looks through 100,000 events, and beside 16 of them a page of another organization's
  // shipments took 54 ms instead of 3; beside large pages, 188 ms.
  const read = isQuick ? database.page : database.run
  return await read(caller, (sql) => sql.query<PagedEventRow[]>(text, parameters))
}

const AFTER = selectText('number > $2 order by number limit $3')

/** The first events with a number above `after`, in the transaction of another work. */
export function findEventsAfter(
  run: OrganizationTransaction['run'],
  after: number,
  limit: number,
): Promise<EventRow[]> {
  return run<EventRow>(AFTER, [after, limit])
}

const ONE = selectText('number = $2')

/** The event with that number; undefined if there is none. */
export async function findEvent(
  caller: Pick<Caller, 'organizationId'>,
  database: RequestDatabase,
  number: number,
): Promise<EventRow | undefined> {
  const [row] = await database.page(caller, (sql) =>
    sql.query<EventRow[]>(ONE, [caller.organizationId, number]),
  )
  return row
}

const LAST = `
  select coalesce(max(number), 0)::float8 as number from events where organization_id = $1`

/**
 * The number of the organization's last event; 0 if it has none. All events up to it can be read
 * from now on: they are numbered in the order in which their transactions commit.
 */
export async function lastEventNumber(
  caller: Pick<Caller, 'organizationId'>,
  database: RequestDatabase,
): Promise<number> {
  const [row] = await database.page(caller, (sql) =>
    sql.query<{ number: number }[]>(LAST, [caller.organizationId]),
  )
  return row?.number ?? 0
}

/** The events with these numbers, as texts, in the order of the feed. */
export const findEventsByNumber = rowsOf<EventRow, [numbers: readonly string[]]>(
  selectText('number = any($2::text[]::bigint[])'),
)
