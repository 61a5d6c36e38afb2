import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
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

/**
 * The statement for the events that `found` selects. Each owner and each hash is looked up by its
 * key, whatever the planner knows of the tables (`lateral` with a limit).
 */
const selectText = (found: string) => `
  select event.organization_id, event.number::float8 as number, type, occurred_at, token_id, owner,
    system, request_id, subject_type, subject_id, data::text, encode(chain_hash, 'hex') as chain_hash
  from (select * from events where organization_id = $1 and ${found}) as event
  left join lateral (
    select owner from access_tokens where organization_id = $1 and id = event.token_id limit 1
  ) as token on true
  left join lateral (
    select chain_hash from event_seals
    where organization_id = $1 and number = event.number
    limit 1
  ) as seal on true
  order by event.number`

const CONDITIONS: Readonly<Record<keyof EventFilters, (value: string) => string>> = {
  type: (value) => `type = ${value}`,
  subjectId: (value) => `subject_id = ${value}`,
  actorTokenId: (value) => `token_id = ${value}`,
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
  const text = selectText(
    `number > $2 and number <= $3${conditions.join('')} order by number limit $4`,
  )
  const values = used.map((name) => filters[name] as string)
  const parameters = [caller.organizationId, span.after, span.to, span.limit, ...values]
  return await database.page(caller, (sql) =>
    sql.unsafe<EventRow[]>(text, parameters, { prepare: true }),
  )
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

/** The event with that number; undefined where there is none. */
export async function findEvent(
  caller: Pick<Caller, 'organizationId'>,
  database: RequestDatabase,
  number: number,
): Promise<EventRow | undefined> {
  const [row] = await database.page(caller, (sql) =>
    sql.unsafe<EventRow[]>(ONE, [caller.organizationId, number], { prepare: true }),
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
    sql.unsafe<{ number: number }[]>(LAST, [caller.organizationId], { prepare: true }),
  )
  return row?.number ?? 0
}

const SOME = selectText('number = any($2::text[]::bigint[])')

/** The events with these numbers, as texts, in the order of the feed. */
export function findEventsByNumber(
  tx: OrganizationTransaction,
  numbers: readonly string[],
): Promise<EventRow[]> {
  return tx.run<EventRow>(SOME, [numbers])
}
