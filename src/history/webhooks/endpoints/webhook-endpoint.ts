import { type Static, Type } from 'typebox'
import type { ChangeRequest } from '../../../database/changes/change.ts'
import { unknownRecord } from '../../../domain/errors.ts'
import { type EventData, type EventType, eventOf, type NewEvent } from '../../../domain/events.ts'
import {
  byId,
  instant,
  namedObject,
  nullableInstant,
  nullableText,
  type RowOf,
  recordId,
  responseMaker,
} from '../../../domain/fields.ts'
import { EXAMPLE_IDS } from '../../../domain/ids.ts'
import { WEBHOOK_UNDELIVERED_MAX, WEBHOOK_URL_LENGTH_MAX } from '../../../domain/limits.ts'
import { etagOf } from '../../../domain/versions.ts'
import { type UrlPolicy, urlViolations } from '../../../runtime/outbound/url.rules.ts'
import { EVENT_TYPE } from '../../events/event.ts'

const URL_EXAMPLE = 'https://example.com/vault-events'

/** The URL of an endpoint in a request. `urlViolations` has the rules beyond its length. */
export const ENDPOINT_URL = Type.String({
  description:
    'Where events are sent: an absolute https URL, without a user name, a password or a fragment.',
  'x-violation-unstorable': true,
  minLength: 1,
  maxLength: WEBHOOK_URL_LENGTH_MAX,
  examples: [URL_EXAMPLE],
})

/** The types of an endpoint; one schema, so that a wrong value breaks one rule. */
export const ENDPOINT_TYPES = Type.Unsafe<EventType[] | null>({
  type: ['array', 'null'],
  items: { title: 'EventType', type: 'string', enum: EVENT_TYPE.enum },
  description: 'The types of the events that are sent; null: all, those of later versions too.',
  minItems: 1,
  maxItems: EVENT_TYPE.enum.length,
  uniqueItems: true,
  'x-violation-hint': 'Name each type once, or send null for all types.',
  examples: [['transfer.completed', 'transfer.rejected']],
})

const DISABLED_REASONS = ['by_request', 'gone', 'failing'] as const

const HEALTH = namedObject(
  'WebhookEndpointHealth',
  'What became of the deliveries; in the response to a change, as it was before the change.',
  {
    status: Type.Enum(['healthy', 'failing', 'disabled'], {
      description:
        '`failing`: the last attempt failed. `disabled`: nothing is sent until you enable it.',
      examples: ['healthy'],
    }),
    lastSuccessAt: nullableInstant('an event was last delivered', '2026-11-21T10:02:00.000Z'),
    lastFailureAt: nullableInstant('an attempt last failed', '2026-11-21T09:57:00.000Z'),
    lastError: nullableText({
      description:
        'Why it failed; null if no attempt has failed since you changed the URL or enabled the ' +
        'endpoint.',
      examples: ['The receiver responded with 503.'],
    }),
    oldestUndeliveredAt: nullableInstant(
      'the oldest event that waits for its delivery occurred',
      '2026-11-21T09:57:00.000Z',
    ),
    undelivered: Type.Integer({
      description:
        'The number of events that wait for their delivery, also while the endpoint is disabled. ' +
        `It stops at ${WEBHOOK_UNDELIVERED_MAX}: of pending deliveries, and of events that were ` +
        'not looked at yet, the first so many are counted.',
      examples: [0],
    }),
  },
)

export const WEBHOOK_ENDPOINT = namedObject(
  'WebhookEndpoint',
  'A URL of yours that events are sent to.',
  {
    id: recordId('Identifier of the endpoint.', EXAMPLE_IDS.webhookEndpoint),
    organizationId: recordId(
      'Organization that the endpoint belongs to.',
      EXAMPLE_IDS.organization,
    ),
    url: Type.String({ description: 'Where events are sent.', examples: [URL_EXAMPLE] }),
    types: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string' },
      description: 'The types of the events that are sent; null: all.',
      examples: [['transfer.completed', 'transfer.rejected']],
    }),
    enabled: Type.Boolean({ description: 'Whether events are sent.', examples: [true] }),
    disabledReason: Type.Unsafe<(typeof DISABLED_REASONS)[number] | null>({
      type: ['string', 'null'],
      enum: [...DISABLED_REASONS, null],
      description:
        'Why nothing is sent. `by_request`: a request disabled the endpoint. `gone`: it responded ' +
        'with status 410. `failing`: every attempt of five days failed. Null while it is enabled.',
      examples: [null],
    }),
    previousSecretEndsAt: nullableInstant(
      'the previous secret ends or ended: until then, events are signed with both secrets',
      '2026-11-22T10:02:00.000Z',
    ),
    createdAt: instant('the endpoint was created', '2026-11-21T08:30:00.000Z'),
    health: HEALTH,
  },
)

export const WEBHOOK_ENDPOINT_WITH_SECRET = namedObject(
  'WebhookEndpointWithSecret',
  'A webhook endpoint with a new secret.',
  {
    ...WEBHOOK_ENDPOINT.properties,
    secret: Type.String({
      description:
        'The secret that signs the events, for a library of Standard Webhooks. Store it: it is ' +
        'shown only once.',
      examples: ['whsec_...'],
    }),
  },
)

const { enabled: _, health: __, ...properties } = WEBHOOK_ENDPOINT.properties
const STORED = Type.Object(properties)
const { status: ___, ...figures } = HEALTH.properties
const FIGURES = Type.Object(figures)

/** An endpoint with its health, in camel case. */
export interface WebhookEndpointRow
  extends RowOf<Static<typeof STORED>>,
    RowOf<Static<typeof FIGURES>> {
  readonly version: number
  readonly failingSince: Date | null
}

/** The health of an endpoint to which nothing was sent yet. */
export const NO_HEALTH = {
  failingSince: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  lastError: null,
  undelivered: 0,
  oldestUndeliveredAt: null,
}

const toStored = responseMaker(STORED)
const toFigures = responseMaker(FIGURES)

export function toWebhookEndpoint(row: WebhookEndpointRow): Static<typeof WEBHOOK_ENDPOINT> {
  const enabled = row.disabledReason === null
  const enabledStatus = row.failingSince === null ? 'healthy' : 'failing'
  const status = enabled ? enabledStatus : 'disabled'
  return { ...toStored(row), enabled, health: { status, ...toFigures(row) } }
}

/** A response with the secret of an endpoint, which no other response has. */
export function endpointWithSecret(made: {
  readonly endpoint: WebhookEndpointRow
  readonly secret: string
}) {
  const { endpoint, secret } = made
  return {
    body: { data: { ...toWebhookEndpoint(endpoint), secret } },
    headers: { ETag: etagOf(endpoint.version), 'Cache-Control': 'no-store' },
  }
}

export const webhookEndpointNotFound = unknownRecord(
  'webhook_endpoint_not_found',
  'webhook endpoint',
)
export const WEBHOOK_ENDPOINT_BY_ID = byId(WEBHOOK_ENDPOINT, webhookEndpointNotFound)

/** The specification of Standard Webhooks allows 24 to 64. */
const SECRET_BYTES = 32

export function newWebhookSecret(): string {
  const bytes = crypto.getRandomValues(Buffer.alloc(SECRET_BYTES))
  return `whsec_${bytes.toString('base64')}`
}

/** Binds the encrypted secret of an endpoint to its row. */
export function secretContext(organizationId: string, endpointId: string): string {
  return `webhook ${organizationId} ${endpointId}`
}

/** Every rule that the `url` of a body breaks, beyond its schema. */
export const urlsWithin = (policy: UrlPolicy) => (body: unknown) =>
  urlViolations(body, { ...URL_MEMBER, lengthMax: WEBHOOK_URL_LENGTH_MAX }, policy)

const URL_MEMBER = { name: 'url', insteadOfPassword: 'receivers check the signature' }

/** An event of an endpoint. Its data never has the URL, which may hold a secret. */
export function endpointEvent(
  request: Pick<ChangeRequest<unknown>, 'caller' | 'requestId'>,
  type: EventType,
  { id, occurredAt, data }: { id: string; occurredAt: Date; data: EventData },
): NewEvent {
  return eventOf(request, type, { occurredAt, subject: { type: 'webhook_endpoint', id }, data })
}
