import {
  type OrganizationTransaction,
  runStatement,
} from '../database/changes/organization-transaction.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import type { EventRow } from './event.ts'

/** Which events are wanted. */
export interface EventFilters {
  readonly type?: string
  readonly subjectId?: string
  readonly actorTokenId?: string
  readonly occurredFrom?: string
  readonly occurredBefore?: string
}

const SELECT = `
  select event.organization_id, event.number::float8 as number, type, occurred_at, event.token_id,
    token.owner, system, request_id, subject_type, subject_id, data,
    encode(chain_hash, 'hex') as chain_hash
  from events as event
  left join access_tokens as token on token.organization_id = $1 and token.id = event.token_id
  left join event_seals as seal on seal.organization_id = $1 and seal.number = event.number
  where event.organization_id = $1`

const CONDITIONS: Readonly<Record<keyof EventFilters, (value: string) => string>> = {
  type: (value) => `type = ${value}`,
  subjectId: (value) => `subject_id = ${value}`,
  actorTokenId: (value) => `event.token_id = ${value}`,
  occurredFrom: (value) => `occurred_at >= ${value}::timestamptz`,
  occurredBefore: (value) => `occurred_at < ${value}::timestamptz`,
}

const FILTERS = Object.keys(CONDITIONS) as (keyof EventFilters)[]

/**
 * The first events with a number above `after`, up to `to`, that fit the filters; there is one text
 * for each set of filters.
 */
export async function findEvents(
  caller: Pick<Caller, 'organizationId'>,
  database: RequestDatabase,
  filters: EventFilters,
  span: { readonly after: number; readonly to: number; readonly limit: number },
): Promise<EventRow[]> {
  const used = FILTERS.filter((name) => filters[name] !== undefined)
  const conditions = used.map((name, index) => ` and ${CONDITIONS[name](`$${index + 5}`)}`)
  const text =
    `${SELECT} and event.number > $2 and event.number <= $3${conditions.join('')}` +
    ' order by event.number limit $4'
  const values = used.map((name) => filters[name] as string)
  return await database.page(caller, (sql) =>
    runStatement<EventRow>(caller, sql, text, [span.after, span.to, span.limit, ...values]),
  )
}

const ONE = `${SELECT} and event.number = $2`

/** The event with that number; undefined where there is none. */
export async function findEvent(
  caller: Pick<Caller, 'organizationId'>,
  database: RequestDatabase,
  number: number,
): Promise<EventRow | undefined> {
  const [row] = await database.page(caller, (sql) =>
    runStatement<EventRow>(caller, sql, ONE, [number]),
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
    runStatement<{ number: number }>(caller, sql, LAST),
  )
  return row?.number ?? 0
}

const SOME = `${SELECT} and event.number = any($2::text[]::bigint[]) order by event.number`

/** The events with these numbers, as texts, in the order of the feed. */
export function findEventsByNumber(
  tx: OrganizationTransaction,
  numbers: readonly string[],
): Promise<EventRow[]> {
  return tx.run<EventRow>(SOME, [numbers])
}
