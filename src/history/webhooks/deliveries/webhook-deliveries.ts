import { type Static, Type } from 'typebox'
import { KeysetPages } from '../../../database/keyset-page.ts'
import {
  instant,
  namedObject,
  nullableInstant,
  nullableText,
  recordId,
} from '../../../domain/fields.ts'
import { EXAMPLE_IDS } from '../../../domain/ids.ts'
import { listOperation } from '../../../http/list-operation.ts'
import { eventId } from '../../events/event.ts'
import { WEBHOOK_ENDPOINT_BY_ID } from '../endpoints/webhook-endpoint.ts'

/** Attempts that a delivery shows: replay adds further ones without end. */
const ATTEMPTS_SHOWN = 10

/** Characters of a response that an attempt before the last one shows. */
const EARLIER_RESPONSE_LENGTH = 64

const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const

const DELIVERY_STATUS = Type.Enum([...DELIVERY_STATUSES], {
  description:
    '`pending`: it is sent at `nextAttemptAt`. `delivered`: the endpoint accepted it. `failed`: ' +
    'all attempts failed.',
  examples: ['delivered'],
})

const ATTEMPT = Type.Object(
  {
    at: instant('the attempt began', '2026-11-21T10:02:00.000Z'),
    status: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'The status of the response; null if there was none.',
      examples: [503],
    }),
    durationMs: Type.Integer({ description: 'How long it took.', examples: [41] }),
    error: nullableText({
      description: 'Why the attempt failed; null if it succeeded.',
      examples: ['The receiver responded with 503.'],
    }),
    response: nullableText({
      description:
        'The first kilobyte of the response. Of an attempt before the last one, its first ' +
        `${EARLIER_RESPONSE_LENGTH} characters. Null if there was none.`,
      examples: ['upstream unavailable'],
    }),
  },
  { description: 'An attempt to deliver the event.', additionalProperties: false },
)

export const WEBHOOK_DELIVERY = namedObject(
  'WebhookDelivery',
  'What became of one event at one endpoint.',
  {
    id: recordId(
      'Identifier of the event, also the `webhook-id` of every attempt.',
      EXAMPLE_IDS.event,
    ),
    eventType: Type.String({
      description: 'The type of the event.',
      examples: ['transfer.completed'],
    }),
    status: DELIVERY_STATUS,
    attempts: Type.Array(ATTEMPT, {
      description: `The last ${ATTEMPTS_SHOWN} attempts of the last 30 days, oldest first.`,
    }),
    totalAttempts: Type.Integer({
      description: 'The number of attempts so far, also of those that are not shown.',
      examples: [2],
    }),
    nextAttemptAt: nullableInstant('the event is sent next', '2026-11-21T10:07:00.000Z'),
  },
)

type WebhookDelivery = Static<typeof WEBHOOK_DELIVERY>

/** A row of `webhook_deliveries` with its event and its attempts, in camel case. */
interface WebhookDeliveryRow
  extends Pick<WebhookDelivery, 'eventType' | 'status' | 'attempts' | 'totalAttempts'> {
  readonly organizationId: string
  readonly eventNumber: number
  readonly nextAttemptAt: Date | null
}

function toWebhookDelivery(row: WebhookDeliveryRow): WebhookDelivery {
  const { organizationId, eventNumber, attempts, nextAttemptAt, ...delivery } = row
  return {
    ...delivery,
    id: eventId(organizationId, eventNumber),
    attempts: attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  }
}

interface DeliveryFilters {
  readonly status?: WebhookDeliveryRow['status']
}

/**
 * Deliveries of an endpoint with their last attempts, that of the newest event first. JSON writes
 * up to six bytes for a character that a receiver chose, so 100 deliveries with ten whole responses
 * each would be 6 MB: only the last attempt has its whole one.
 */
export const DELIVERY_PAGES = new KeysetPages<WebhookDeliveryRow, DeliveryFilters>({
  order: { direction: 'descending', key: [{ name: 'eventNumber', type: 'number' }] },
  columns: ['delivery.event_number'],
  conditions: {
    // In the text: an index has those that failed, and another one those that are pending.
    status: (status) => (status === undefined ? '' : `and delivery.status = '${status}'`),
  },
  select: ({ where, rows }) => `
    select delivery.organization_id, delivery.event_number::float8 as event_number,
      event.type as event_type, delivery.status, next_attempt_at, made.attempts,
      delivery.attempts as total_attempts
    from webhook_deliveries as delivery
    join events as event on event.organization_id = $1 and event.number = delivery.event_number
    cross join lateral (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('at', at, 'status', status, 'durationMs', duration_ms, 'error', error,
            'response', case number when delivery.attempts then response
              else left(response, ${EARLIER_RESPONSE_LENGTH}) end)
          order by number),
        '[]') as attempts
      from (
        select number, at, status, duration_ms, error, response
        from webhook_attempts
        where organization_id = $1 and endpoint_id = $2 and event_number = delivery.event_number
        order by number desc
        limit ${ATTEMPTS_SHOWN}
      ) as attempt
    ) as made
    where delivery.organization_id = $1 and delivery.endpoint_id = $2 ${where}
    ${rows}`,
  recordTable: 'webhook_endpoints',
})

export const listWebhookDeliveriesRoute = listOperation({
  operationId: 'listWebhookDeliveries',
  description:
    'Lists the deliveries of one endpoint, that of the newest event first, page by page: one ' +
    'for each event, with its attempts.',
  path: '/v1/webhook-endpoints/{id}/deliveries',
  permission: 'webhooks:manage',
  ...WEBHOOK_ENDPOINT_BY_ID,
  filters: {
    status: Type.Optional({
      ...DELIVERY_STATUS,
      description: 'Only deliveries with this status.',
    }),
  },
  whatMayChange:
    'With `status`, a delivery that is attempted meanwhile may be missing or returned. So may ' +
    'one of an older event, which Replay Webhook Events added.',
  entry: WEBHOOK_DELIVERY,
  entries: 'deliveries',
  pages: DELIVERY_PAGES,
  toView: toWebhookDelivery,
})
