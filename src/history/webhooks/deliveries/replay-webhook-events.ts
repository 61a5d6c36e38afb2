import { Type } from 'typebox'
import type { OrganizationTransaction } from '../../../database/changes/organization-transaction.ts'
import { refusalOf, type Violation } from '../../../domain/errors.ts'
import { EXAMPLE_IDS } from '../../../domain/example-ids.ts'
import { namedObject, recordId } from '../../../domain/fields.ts'
import { EVENTS_SEARCHED_MAX, REPLAYED_EVENTS_MAX } from '../../../domain/limits.ts'
import { change } from '../../../http/change.ts'
import { recordResponse } from '../../../http/operation-contract.ts'
import { eventId, eventNumber, OCCURRED_PARAMETERS } from '../../events/event.ts'
import { lockEndpoint, WANTED_EVENTS } from '../endpoints/endpoints.store.ts'
import { WEBHOOK_ENDPOINT_BY_ID, webhookEndpointNotFound } from '../endpoints/webhook-endpoint.ts'

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

interface Replay {
  readonly id: string
  /** The number of the event behind which it begins; undefined if no event can have that id. */
  readonly after: number | undefined
  /** The number of the one event; null if it is a range, undefined as above. */
  readonly only: number | null | undefined
  readonly span: Omit<ReplayedRange, 'after' | 'through'>
}

function rangeOf({ after = 0, only, span }: Replay): ReplayedRange {
  if (only == null) return { ...span, after, through: null }
  return { ...span, after: Math.max(after, only - 1), through: only }
}

function eventNotFound(member: string): Violation {
  const detail = `The organization has no event with the id ${member}: check the id.`
  return { pointer: `/${member}`, code: 'event_not_found', detail }
}

const RANGE = Type.Partial(
  Type.Object({
    ...OCCURRED_PARAMETERS,
    eventId: recordId('Only this event.', EXAMPLE_IDS.event),
    afterEventId: recordId('Only events behind this one in the feed.', EXAMPLE_IDS.event),
  }),
  {
    title: 'WebhookReplay',
    description: 'Which events are sent again: those that fit all members.',
    examples: [{ occurredFrom: '2026-11-21T00:00:00.000Z' }],
    additionalProperties: false,
    minProperties: 1,
    'x-violation-code': { minProperties: 'invalid_request' },
    'x-violation-hint': 'Send at least one of occurredFrom, occurredBefore, eventId, afterEventId.',
  },
)

const REPLAYED = namedObject('ReplayedWebhookEvents', 'What is sent again.', {
  events: Type.Integer({ description: 'The number of events that are sent.', examples: [312] }),
  lastEventId: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description:
      'The last event that is sent; if `hasMore` is true, the last that was looked at. Null if ' +
      'there is none.',
    examples: [EXAMPLE_IDS.event],
  }),
  hasMore: Type.Boolean({
    description:
      'Whether the range goes on, also where no event was sent: send the same instants with ' +
      '`lastEventId` as `afterEventId`.',
    examples: [false],
  }),
})

/** Makes the deliveries of the first events of a range pending, whatever became of them. */
export const replayWebhookEventsRoute = change({
  operationId: 'replayWebhookEvents',
  description:
    'Sends one event or those of a range to the endpoint again, also those that were delivered, and ' +
    'those from before its creation. Only events of its types are sent, the first ' +
    `${REPLAYED_EVENTS_MAX} of the range by one request. While the endpoint is disabled, ` +
    'they wait. If an attempt is under way, its success is enough. The feed is read behind `afterEventId`, or from its beginning, and ' +
    `${EVENTS_SEARCHED_MAX} events by one request: with a long feed, send \`afterEventId\` ` +
    'beside the instants.',
  path: '/v1/webhook-endpoints/{id}/replay',
  permission: 'webhooks:manage',
  ...WEBHOOK_ENDPOINT_BY_ID,
  body: RANGE,
  success: recordResponse('How many events are sent.', REPLAYED),
  refusals: ['event_not_found'],
  input: ({
    caller: { organizationId },
    parameters,
    body: { afterEventId, eventId, ...span },
  }): Replay => ({
    ...parameters,
    after: afterEventId === undefined ? 0 : eventNumber(organizationId, afterEventId),
    only: eventId === undefined ? null : eventNumber(organizationId, eventId),
    span,
  }),
  lock: (tx, input) => ({
    isFound: lockEndpoint(tx, input.id),
    counted: countReplayed(tx, input.id, { range: rangeOf(input), limit: REPLAYED_EVENTS_MAX }),
  }),
  judge: ({ caller, input }, { isFound, counted }, { nowMs }) => {
    if (!isFound || counted === undefined) return webhookEndpointNotFound()
    const unknown = [
      input.only === undefined ? eventNotFound('eventId') : [],
      input.after === undefined ? eventNotFound('afterEventId') : [],
    ].flat()
    if (unknown.length > 0) return refusalOf(unknown, 'state')
    const { organizationId } = caller
    return { ...counted, organizationId, range: rangeOf(input), at: new Date(nowMs) }
  },
  write: (tx, { input, result: { count, last, range, at } }) => {
    if (count > 0 && last !== null) replayEvents(tx, input.id, { range, last, at })
  },
  // It changes no record: the attempts tell.
  events: () => [],
  respond: ({ count, last, hasMore, organizationId }) => ({
    body: {
      data: {
        events: count,
        lastEventId: last === null ? null : eventId(organizationId, last),
        hasMore,
      },
    },
  }),
})
