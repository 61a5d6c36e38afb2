import type { OrganizationTransaction } from '../../../database/changes/organization-transaction.ts'
import { EVENTS_SEARCHED_MAX } from '../../../domain/limits.ts'
import { WANTED_EVENTS } from '../endpoints/endpoints.store.ts'

/** The events that are sent again: all conditions hold. */
export interface ReplayedRange {
  /** RFC 3339. */
  readonly occurredFrom?: string
  readonly occurredBefore?: string
  /** Only events with a higher number. */
  readonly after: number
  /** Only events with no higher number; null for all. */
  readonly through: number | null
}

// The instants are text: a Date would cut microseconds off.
const IN_RANGE = `${WANTED_EVENTS} and event.number > $3::float8::bigint
    and event.occurred_at >= $4::text::timestamptz and event.occurred_at < $5::text::timestamptz`

// By number: the events behind $3 are read one after the other, until there are enough, or the
// window ends. A replay of a type that never occurred would else read the whole feed.
const COUNT = `
  select counted.count > $6::integer or searched.to < range.to as has_more,
    case when counted.count > $6::integer then counted.last
      when searched.to < range.to then searched.to
      else counted.last end::float8 as last,
    least(counted.count, $6::integer)::integer as count
  from webhook_endpoint_health as health
  cross join lateral (select least(health.position, $7::float8::bigint) as to) as range
  cross join lateral (
    select least(range.to, $3::float8::bigint + ${EVENTS_SEARCHED_MAX}) as to
  ) as searched
  cross join lateral (
    select count(*) as count, max(number) filter (where place <= $6::integer) as last
    from (
      select event.number, row_number() over (order by event.number) as place
      ${IN_RANGE} and event.number <= searched.to
      order by event.number
      limit $6::integer + 1
    ) as wanted
  ) as counted
  where health.organization_id = $1 and health.endpoint_id = $2`

export interface CountedEvents {
  readonly count: number
  /**
   * The number of the last that is sent or, with `hasMore`, was looked at; null if the range is
   * at its end, and none is sent.
   */
  readonly last: number | null
  /** Whether the range goes on behind the last. */
  readonly hasMore: boolean
}

/**
 * The first events of the range, at most so many out of `EVENTS_SEARCHED_MAX`; undefined if
 * there is no such endpoint. Those behind its place in the feed get their first deliveries anyway.
 */
export async function countReplayed(
  tx: OrganizationTransaction,
  endpointId: string,
  { range, limit }: { range: ReplayedRange; limit: number },
): Promise<CountedEvents | undefined> {
  const [row] = await tx.run<CountedEvents>(COUNT, [
    ...parametersOf(endpointId, range),
    limit,
    range.through,
  ])
  return row
}

const REPLAY = `
  insert into webhook_deliveries (organization_id, endpoint_id, event_number, next_attempt_at,
    created_at)
  select event.organization_id, endpoint.id, event.number, $7::text::timestamptz,
    $7::text::timestamptz
  ${IN_RANGE} and event.number <= $6::float8::bigint
  order by event.number
  on conflict (organization_id, endpoint_id, event_number) do update
  set status = 'pending', attempts_before = webhook_deliveries.attempts,
    next_attempt_at = excluded.next_attempt_at, ended_at = null`

/**
 * Makes the deliveries of the range up to the last event pending from that moment on, with all
 * their retries.
 */
export function replayEvents(
  tx: OrganizationTransaction,
  endpointId: string,
  { range, last, at }: { range: ReplayedRange; last: number; at: Date },
): void {
  void tx.run(REPLAY, [...parametersOf(endpointId, range), last, at.toISOString()])
}

function parametersOf(endpointId: string, range: ReplayedRange): (string | number)[] {
  const { occurredFrom = '-infinity', occurredBefore = 'infinity', after } = range
  return [endpointId, after, occurredFrom, occurredBefore]
}
