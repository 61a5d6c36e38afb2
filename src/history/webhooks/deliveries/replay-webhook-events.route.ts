import { Type } from 'typebox'
import { EXAMPLE_IDS } from '../../../domain/example-ids.ts'
import { namedObject, recordId } from '../../../domain/fields.ts'
import { EVENTS_SEARCHED_MAX, REPLAYED_EVENTS_MAX } from '../../../domain/limits.ts'
import { changeOperation } from '../../../http/change-operation.ts'
import { recordResponse } from '../../../http/operation-contract.ts'
import { eventId, eventNumber, OCCURRED_PARAMETERS } from '../../events/event.ts'
import { WEBHOOK_ENDPOINT_BY_ID } from '../endpoints/webhook-endpoint.ts'
import { REPLAY_WEBHOOK_EVENTS } from './replay-webhook-events.ts'

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

export const replayWebhookEventsRoute = changeOperation({
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
  change: REPLAY_WEBHOOK_EVENTS,
  input: ({
    caller: { organizationId },
    parameters,
    body: { afterEventId, eventId, ...span },
  }) => ({
    ...parameters,
    after: afterEventId === undefined ? 0 : eventNumber(organizationId, afterEventId),
    only: eventId === undefined ? null : eventNumber(organizationId, eventId),
    span,
  }),
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
