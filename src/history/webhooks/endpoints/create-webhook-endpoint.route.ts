import { Type } from 'typebox'
import { namedObject } from '../../../domain/fields.ts'
import { changeOperation } from '../../../http/change-operation.ts'
import { versionedResponse } from '../../../http/operation-contract.ts'
import type { UrlPolicy } from '../../../runtime/outbound/url.rules.ts'
import { EVENT } from '../../events/event.ts'
import { CREATE_WEBHOOK_ENDPOINT } from './create-webhook-endpoint.ts'
import {
  ENDPOINT_TYPES,
  ENDPOINT_URL,
  endpointWithSecret,
  WEBHOOK_ENDPOINT_WITH_SECRET,
} from './webhook-endpoint.ts'
import { webhookUrlViolations } from './webhook-url.rules.ts'

const NEW_WEBHOOK_ENDPOINT = namedObject(
  'NewWebhookEndpoint',
  'A request for a new webhook endpoint.',
  { url: ENDPOINT_URL, types: Type.Optional(ENDPOINT_TYPES) },
  { examples: [{ url: 'https://example.com/vault-events', types: ['transfer.completed'] }] },
)

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

export function createWebhookEndpointRoute(urls: UrlPolicy) {
  return changeOperation({
    operationId: 'createWebhookEndpoint',
    description:
      'Creates an endpoint: from then on, the events of the organization are sent to its URL, ' +
      'signed as [Standard Webhooks](https://www.standardwebhooks.com) says. Each is sent at ' +
      'least once, and again after a failure. Who may create an endpoint receives all ' +
      'events, also without `events:read`. Only this response contains the secret.',
    path: '/v1/webhook-endpoints',
    permission: 'webhooks:manage',
    body: NEW_WEBHOOK_ENDPOINT,
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
    bodyViolations: (body) => webhookUrlViolations(body, urls),
    change: CREATE_WEBHOOK_ENDPOINT,
    input: ({ body: { url, types = null } }, { secrets }) => ({ url, types, secrets }),
    respond: endpointWithSecret,
  })
}
