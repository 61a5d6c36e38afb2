import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { Refusal } from '../../../domain/errors.ts'
import { namedObject } from '../../../domain/fields.ts'
import { newId } from '../../../domain/ids.ts'
import { WEBHOOK_ENDPOINTS_MAX } from '../../../domain/limits.ts'
import { illegalTransition } from '../../../domain/state-transitions.ts'
import { etagOf } from '../../../domain/versions.ts'
import { change } from '../../../http/change.ts'
import { listOperation } from '../../../http/list-operation.ts'
import { operation } from '../../../http/operation.ts'
import { recordResponse, versionedResponse } from '../../../http/operation-contract.ts'
import type { UrlPolicy } from '../../../runtime/outbound/url.rules.ts'
import { secretsKeyMissing } from '../../../runtime/secrets/secrets.ts'
import { EVENT } from '../../events/event.ts'
import {
  deleteEndpoint,
  findEndpoint,
  insertEndpoint,
  lockEndpoints,
  lockEndpointWithHealth,
  type StoredEndpoint,
  TEST_EVENT_TYPE,
  WEBHOOK_ENDPOINT_PAGES,
} from './endpoints.store.ts'
import {
  ENDPOINT_TYPES,
  ENDPOINT_URL,
  endpointEvent,
  endpointWithSecret,
  NO_HEALTH,
  newWebhookSecret,
  secretContext,
  toWebhookEndpoint,
  urlsWithin,
  WEBHOOK_ENDPOINT,
  WEBHOOK_ENDPOINT_BY_ID,
  WEBHOOK_ENDPOINT_WITH_SECRET,
  webhookEndpointNotFound,
} from './webhook-endpoint.ts'

const MANAGED = { permission: 'webhooks:manage' } as const

const WEBHOOK_HEADERS = {
  'webhook-id': Type.String({
    description: 'The id of the event. It is the same in every attempt.',
  }),
  'webhook-timestamp': Type.String({
    description: 'The time of the attempt, in seconds since 1970.',
  }),
  'webhook-signature': Type.String({
    description: 'The signatures of the Standard Webhooks specification, separated by spaces.',
  }),
}

/** The endpoint gets the event of its creation, and perhaps some before it that were under way. */
export const createWebhookEndpointRoute = (urls: UrlPolicy) =>
  change({
    operationId: 'createWebhookEndpoint',
    description:
      'Creates an endpoint: from then on, the events of the organization are sent to its URL, ' +
      'signed as [Standard Webhooks](https://www.standardwebhooks.com) says. Each is sent at ' +
      'least once, and again after a failure. Who may create an endpoint receives all ' +
      'events, also without `events:read`. Only this response contains the secret.',
    path: '/v1/webhook-endpoints',
    ...MANAGED,
    body: namedObject(
      'NewWebhookEndpoint',
      'A request for a new webhook endpoint.',
      { url: ENDPOINT_URL, types: Type.Optional(ENDPOINT_TYPES) },
      { examples: [{ url: 'https://example.com/vault-events', types: ['transfer.completed'] }] },
    ),
    success: {
      ...versionedResponse('The endpoint and its secret.', WEBHOOK_ENDPOINT_WITH_SECRET),
      status: 201,
    },
    returnsSecret: true,
    webhook: {
      name: 'event',
      summary: 'An event of the organization',
      description: 'Sent to the URL of each webhook endpoint that wants its type.',
      headers: WEBHOOK_HEADERS,
      body: EVENT,
    },
    refusals: ['too_many_webhook_endpoints', 'secrets_key_missing'],
    bodyViolations: urlsWithin(urls),
    input: ({ body: { url, types = null } }, { secrets }) => ({ url, types, secrets }),
    lock: (tx) => ({ before: lockEndpoints(tx) }),
    judge: ({ caller, input: { url, types, secrets } }, { before }, { nowMs }) => {
      const { count, position } = before
      if (count >= WEBHOOK_ENDPOINTS_MAX) return tooMany()
      if (secrets === null) return secretsKeyMissing()
      const { organizationId } = caller
      const id = newId('hook')
      const secret = newWebhookSecret()
      const endpoint: StoredEndpoint = {
        ...NO_HEALTH,
        ...{ id, organizationId, url, types, position },
        version: 1,
        disabledReason: null,
        createdAt: new Date(nowMs),
        encryptedSecret: secrets.encrypt(secret, secretContext(organizationId, id)),
        previousEncryptedSecret: null,
        previousSecretEndsAt: null,
      }
      return { endpoint, secret }
    },
    write: (tx, { result }) => insertEndpoint(tx, result.endpoint),
    events: (one) => {
      const { id, types, createdAt: occurredAt } = one.result.endpoint
      const data = { version: 1, after: { types } }
      return endpointEvent(one, 'webhook_endpoint.created', { id, occurredAt, data })
    },
    respond: endpointWithSecret,
  })

function tooMany(): Refusal {
  return new Refusal('too_many_webhook_endpoints', {
    detail:
      `The organization has ${WEBHOOK_ENDPOINTS_MAX} webhook endpoints, and may have no more: ` +
      'delete one, or send more types to one of them.',
  })
}

export const listWebhookEndpointsRoute = listOperation({
  operationId: 'listWebhookEndpoints',
  description:
    'Lists the webhook endpoints of the organization with their health, newest first, page by ' +
    'page. Secrets are never shown again.',
  path: '/v1/webhook-endpoints',
  ...MANAGED,
  whatMayChange: 'An endpoint that is deleted meanwhile may be missing.',
  entry: WEBHOOK_ENDPOINT,
  entries: 'webhook endpoints',
  pages: WEBHOOK_ENDPOINT_PAGES,
  toView: toWebhookEndpoint,
})

export const getWebhookEndpointRoute = operation({
  operationId: 'getWebhookEndpoint',
  description:
    'Reads one webhook endpoint and its health. The `ETag` changes with the health, too; in ' +
    '`If-Match`, it stands for the version of the endpoint alone.',
  path: '/v1/webhook-endpoints/{id}',
  ...MANAGED,
  ...WEBHOOK_ENDPOINT_BY_ID,
  success: versionedResponse('The endpoint.', WEBHOOK_ENDPOINT),
  handle: async ({ caller, database, parameters }, head) => {
    const row = await findEndpoint(caller, database, parameters.id)
    if (row === undefined) return undefined
    const data = toWebhookEndpoint(row)
    const digest = createHash('sha256').update(JSON.stringify(data.health)).digest('hex')
    head.header('ETag', etagOf(row.version, digest.slice(0, 16)))
    return { data }
  },
})

export const sendWebhookTestRoute = change({
  operationId: 'sendWebhookTest',
  description:
    'Sends an event of type `webhook_endpoint.tested` to this endpoint alone, whatever its ' +
    'types. List Webhook Deliveries shows what became of it.',
  path: '/v1/webhook-endpoints/{id}/send-test',
  ...MANAGED,
  ...WEBHOOK_ENDPOINT_BY_ID,
  success: recordResponse('The endpoint, before the test arrives.', WEBHOOK_ENDPOINT),
  refusals: ['invalid_state_transition'],
  lock: (tx, { id }) => ({ endpoint: lockEndpointWithHealth(tx, id) }),
  judge: (_, { endpoint }, { nowMs }) => {
    if (endpoint === undefined) return webhookEndpointNotFound()
    if (endpoint.disabledReason === null) return { endpoint, occurredAt: new Date(nowMs) }
    return illegalTransition({
      recordType: 'webhook endpoint',
      verb: 'send-test',
      currentStatus: 'disabled',
      because: 'enable it first',
      allowed: ['rotate-secret', 'replay'],
    })
  },
  write: () => undefined,
  events: (one) => {
    const { endpoint, occurredAt } = one.result
    return endpointEvent(one, TEST_EVENT_TYPE, { id: endpoint.id, occurredAt, data: {} })
  },
  respond: ({ endpoint }) => ({ body: { data: toWebhookEndpoint(endpoint) } }),
})

export const deleteWebhookEndpointRoute = change({
  operationId: 'deleteWebhookEndpoint',
  description:
    'Deletes an endpoint for good, with its deliveries and their attempts. Nothing more is ' +
    'sent, but for an attempt that is under way.',
  method: 'DELETE',
  path: '/v1/webhook-endpoints/{id}',
  ...MANAGED,
  ...WEBHOOK_ENDPOINT_BY_ID,
  success: recordResponse('The endpoint as it was.', WEBHOOK_ENDPOINT),
  lock: (tx, { id }) => ({ endpoint: lockEndpointWithHealth(tx, id) }),
  judge: (_, { endpoint }, { nowMs }) =>
    endpoint === undefined ? webhookEndpointNotFound() : { endpoint, occurredAt: new Date(nowMs) },
  write: (tx, { result }) => deleteEndpoint(tx, result.endpoint.id),
  events: (one) => {
    const { endpoint, occurredAt } = one.result
    const data = { before: { types: endpoint.types } }
    return endpointEvent(one, 'webhook_endpoint.deleted', { id: endpoint.id, occurredAt, data })
  },
  respond: ({ endpoint }) => ({ body: { data: toWebhookEndpoint(endpoint) } }),
})
