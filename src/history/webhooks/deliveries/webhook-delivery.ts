import { type Static, Type } from 'typebox'
import { EXAMPLE_IDS } from '../../../domain/example-ids.ts'
import {
  instant,
  namedObject,
  nullableInstant,
  nullableText,
  recordId,
} from '../../../domain/fields.ts'
import { eventId } from '../../events/event.ts'

/** Attempts that a delivery shows: replay adds further ones without end. */
export const ATTEMPTS_SHOWN = 10

/** Characters of a response that an attempt before the last one shows. */
export const EARLIER_RESPONSE_LENGTH = 64

const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const

export const DELIVERY_STATUS = Type.Enum([...DELIVERY_STATUSES], {
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
export interface WebhookDeliveryRow
  extends Pick<WebhookDelivery, 'eventType' | 'status' | 'attempts' | 'totalAttempts'> {
  readonly organizationId: string
  readonly eventNumber: number
  readonly nextAttemptAt: Date | null
}

export function toWebhookDelivery(row: WebhookDeliveryRow): WebhookDelivery {
  const { organizationId, eventNumber, attempts, nextAttemptAt, ...delivery } = row
  return {
    ...delivery,
    id: eventId(organizationId, eventNumber),
    attempts: attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  }
}
