import { Type } from 'typebox'
import { rowOf } from '../../../database/changes/row-of.ts'
import { refusalOf, type Violation } from '../../../domain/errors.ts'
import { namedObject, recordId } from '../../../domain/fields.ts'
import { EXAMPLE_IDS } from '../../../domain/ids.ts'
import { EVENTS_SEARCHED_MAX, REPLAYED_EVENTS_MAX } from '../../../domain/limits.ts'
import { change } from '../../../http/change.ts'
import { recordResponse } from '../../../http/operation-contract.ts'
import { eventId, eventNumber, OCCURRED_PARAMETERS } from '../../events/event.ts'
import { lockEndpoint, WANTED_EVENTS } from '../endpoints/endpoints.store.ts'
import { WEBHOOK_ENDPOINT_BY_ID, webhookEndpointNotFound } from '../endpoints/webhook-endpoint.ts'

/** The instants are RFC 3339: all events behind `after`, from the first one and before the second. */
type ReplayedRange = [
  endpointId: string,
  after: number,
  occurredFrom: string,
  occurredBefore: string,
]

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

interface CountedEvents {
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
 * Counts the first events of the range, at most `limit` out of `EVENTS_SEARCHED_MAX`; undefined if
 * there is no such endpoint. Those behind its place in the feed get their first deliveries anyway.
 */
export const countReplayed = rowOf<
  CountedEvents,
  [...ReplayedRange, limit: number, through: number | null]
>(COUNT)

// Pending from `$7` on, with all their retries, up to the last event `$6`.
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
  input: ({ caller: { organizationId }, parameters: { id }, body }) => {
    const { afterEventId, eventId: onlyId } = body
    const { occurredFrom = '-infinity', occurredBefore = 'infinity' } = body
    // Undefined if no event can have that id.
    const behind = afterEventId === undefined ? 0 : eventNumber(organizationId, afterEventId)
    const only = onlyId === undefined ? null : eventNumber(organizationId, onlyId)
    const after = Math.max(behind ?? 0, (only ?? 1) - 1)
    const range: ReplayedRange = [id, after, occurredFrom, occurredBefore]
    return { id, behind, only, range }
  },
  lock: (tx, { id, range, only = null }) => ({
    isFound: lockEndpoint(tx, id),
    counted: countReplayed(tx, ...range, REPLAYED_EVENTS_MAX, only),
  }),
  judge: ({ caller, input: { only, behind } }, { isFound, counted }, { nowMs }) => {
    if (!isFound || counted === undefined) return webhookEndpointNotFound()
    const unknown = [
      only === undefined ? eventNotFound('eventId') : [],
      behind === undefined ? eventNotFound('afterEventId') : [],
    ].flat()
    if (unknown.length > 0) return refusalOf(unknown, 'state')
    return { ...counted, organizationId: caller.organizationId, at: new Date(nowMs) }
  },
  write: (tx, { input: { range }, result: { count, last, at } }) => {
    if (count > 0 && last !== null) void tx.run(REPLAY, [...range, last, at.toISOString()])
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
