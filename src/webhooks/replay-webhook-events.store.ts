import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import { WANTED_EVENTS } from './wanted-events.store.ts'

/** The events that are sent again: all conditions hold. */
export interface ReplayedRange {
  /** RFC 3339. */
  readonly occurredFrom?: string
  readonly occurredBefore?: string
  /** Only events with a higher number. */
  readonly after: number
}

// The instants are text: the driver would cut microseconds off.
const IN_RANGE = `${WANTED_EVENTS} and event.number > $3::float8::bigint
    and event.occurred_at >= $4::text::timestamptz and event.occurred_at < $5::text::timestamptz`

const COUNT = `
  select health.position::float8 as up_to, (
    select count(*) from (
      select ${IN_RANGE} and event.number <= health.position
      limit $6
    ) as wanted
  )::integer as count
  from webhook_endpoint_health as health
  where health.organization_id = $1 and health.endpoint_id = $2`

/** How many events would be sent again. */
export interface CountedEvents {
  readonly count: number
  /** The last event that counts: later ones get their first deliveries anyway. */
  readonly upTo: number
}

/** Counts at most so many; undefined where there is no such endpoint. */
export async function countReplayed(
  tx: OrganizationTransaction,
  endpointId: string,
  { range, limit }: { range: ReplayedRange; limit: number },
): Promise<CountedEvents | undefined> {
  const [row] = await tx.run<CountedEvents>(COUNT, [...parametersOf(endpointId, range), limit])
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

/** Makes the deliveries of these events pending from that moment on, with all their retries. */
export function replayEvents(
  tx: OrganizationTransaction,
  endpointId: string,
  { range, upTo, at }: { range: ReplayedRange; upTo: number; at: Date },
): void {
  void tx.run(REPLAY, [...parametersOf(endpointId, range), upTo, at.toISOString()])
}

function parametersOf(endpointId: string, range: ReplayedRange): (string | number)[] {
  const { occurredFrom = '-infinity', occurredBefore = 'infinity', after } = range
  return [endpointId, after, occurredFrom, occurredBefore]
}
