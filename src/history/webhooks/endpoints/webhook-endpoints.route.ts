import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { changesOf, namedObject } from '../../../domain/fields.ts'
import {
  WEBHOOK_GRACE_HOURS_DEFAULT,
  WEBHOOK_GRACE_HOURS_MAX,
  WEBHOOK_URL_LENGTH_MAX,
} from '../../../domain/limits.ts'
import { etagOf } from '../../../domain/versions.ts'
import { changeOperation, recordReply } from '../../../http/change-operation.ts'
import { listOperation } from '../../../http/list-operation.ts'
import { operation } from '../../../http/operation.ts'
import { recordResponse, versionedResponse } from '../../../http/operation-contract.ts'
import { type UrlPolicy, urlViolations } from '../../../runtime/outbound/url.rules.ts'
import { EVENT } from '../../events/event.ts'
import {
  CREATE_WEBHOOK_ENDPOINT,
  DELETE_WEBHOOK_ENDPOINT,
  ROTATE_WEBHOOK_SECRET,
  SEND_WEBHOOK_TEST,
  UPDATE_WEBHOOK_ENDPOINT,
} from './change-endpoints.ts'
import { findEndpoint, WEBHOOK_ENDPOINT_PAGES } from './endpoints.store.ts'
import {
  ENDPOINT_TYPES,
  ENDPOINT_URL,
  endpointWithSecret,
  toWebhookEndpoint,
  WEBHOOK_ENDPOINT,
  WEBHOOK_ENDPOINT_BY_ID,
  WEBHOOK_ENDPOINT_WITH_SECRET,
} from './webhook-endpoint.ts'

/** Every rule that the `url` of a body breaks, beyond its schema. */
const urlsWithin = (policy: UrlPolicy) => (body: unknown) =>
  urlViolations(
    body,
    {
      name: 'url',
      lengthMax: WEBHOOK_URL_LENGTH_MAX,
      insteadOfPassword: 'receivers check the signature',
    },
    policy,
  )

/** The contract of an operation on one endpoint. */
const OF_ENDPOINT = { permission: 'webhooks:manage', ...WEBHOOK_ENDPOINT_BY_ID } as const

export const getWebhookEndpointRoute = operation({
  operationId: 'getWebhookEndpoint',
  description:
    'Reads one webhook endpoint and its health. The `ETag` changes with the health, too; in ' +
    '`If-Match`, it stands for the version of the endpoint alone.',
  path: '/v1/webhook-endpoints/{id}',
  ...OF_ENDPOINT,
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

export const listWebhookEndpointsRoute = listOperation({
  operationId: 'listWebhookEndpoints',
  description:
    'Lists the webhook endpoints of the organization with their health, newest first, page by ' +
    'page. Secrets are never shown again.',
  path: '/v1/webhook-endpoints',
  permission: 'webhooks:manage',
  whatMayChange: 'An endpoint that is deleted meanwhile may be missing.',
  entry: WEBHOOK_ENDPOINT,
  entries: 'webhook endpoints',
  pages: WEBHOOK_ENDPOINT_PAGES,
  toView: toWebhookEndpoint,
})

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
    bodyViolations: urlsWithin(urls),
    change: CREATE_WEBHOOK_ENDPOINT,
    input: ({ body: { url, types = null } }, { secrets }) => ({ url, types, secrets }),
    respond: endpointWithSecret,
  })
}

const MEMBERS = {
  url: ENDPOINT_URL,
  types: ENDPOINT_TYPES,
  enabled: Type.Boolean({
    description:
      'false: nothing is sent. true: sending goes on where it stopped, with the events since.',
    examples: [true],
  }),
}

const UPDATE = changesOf(
  'WebhookEndpointUpdate',
  'The members to change. An omitted member keeps its value.',
  MEMBERS,
  { enabled: true },
)

export function updateWebhookEndpointRoute(urls: UrlPolicy) {
  return changeOperation({
    operationId: 'updateWebhookEndpoint',
    description:
      'Changes the URL or the types of an endpoint, disables it, or enables it again. Events ' +
      'that wait for their delivery are sent to the new URL. Another URL, or an endpoint that ' +
      'you enable again, has five days again until failures disable it.',
    method: 'PATCH',
    path: '/v1/webhook-endpoints/{id}',
    ...OF_ENDPOINT,
    body: UPDATE,
    success: versionedResponse('The endpoint after the change.', WEBHOOK_ENDPOINT),
    refusals: ['no_updatable_fields', 'version_conflict'],
    bodyViolations: urlsWithin(urls),
    change: UPDATE_WEBHOOK_ENDPOINT,
    input: ({ parameters, body, ifMatch }) => ({ ...parameters, ifMatch, changes: body }),
    respond: ({ endpoint }) => recordReply(toWebhookEndpoint(endpoint), endpoint),
  })
}

const ROTATION = namedObject(
  'WebhookSecretRotation',
  'How the previous secret ends. The body can be omitted.',
  {
    graceHours: Type.Optional(
      Type.Integer({
        description:
          'Hours that the previous secret signs together with the new one. With 0, it ends at once; ' +
          'so does one that the service cannot read, because its key was lost.',
        minimum: 0,
        maximum: WEBHOOK_GRACE_HOURS_MAX,
        default: WEBHOOK_GRACE_HOURS_DEFAULT,
        examples: [24],
      }),
    ),
  },
  { examples: [{ graceHours: 24 }] },
)

export const rotateWebhookSecretRoute = changeOperation({
  operationId: 'rotateWebhookSecret',
  description:
    'Gives an endpoint a new secret. For some hours, events have two signatures: one by the ' +
    'new secret and one by the previous one. Only this response contains the new secret.',
  path: '/v1/webhook-endpoints/{id}/rotate-secret',
  ...OF_ENDPOINT,
  body: ROTATION,
  bodyIsOptional: true,
  success: versionedResponse('The endpoint and its new secret.', WEBHOOK_ENDPOINT_WITH_SECRET),
  returnsSecret: true,
  refusals: ['version_conflict', 'secrets_key_missing'],
  change: ROTATE_WEBHOOK_SECRET,
  input: ({ parameters, ifMatch, body }, { secrets }) => ({
    ...parameters,
    ifMatch,
    graceHours: body.graceHours ?? WEBHOOK_GRACE_HOURS_DEFAULT,
    secrets,
  }),
  respond: endpointWithSecret,
})

export const sendWebhookTestRoute = changeOperation({
  operationId: 'sendWebhookTest',
  description:
    'Sends an event of type `webhook_endpoint.tested` to this endpoint alone, whatever its ' +
    'types. List Webhook Deliveries shows what became of it.',
  path: '/v1/webhook-endpoints/{id}/send-test',
  ...OF_ENDPOINT,
  success: recordResponse('The endpoint, before the test arrives.', WEBHOOK_ENDPOINT),
  refusals: ['invalid_state_transition'],
  change: SEND_WEBHOOK_TEST,
  input: ({ parameters }) => parameters,
  respond: ({ endpoint }) => ({ body: { data: toWebhookEndpoint(endpoint) } }),
})

export const deleteWebhookEndpointRoute = changeOperation({
  operationId: 'deleteWebhookEndpoint',
  description:
    'Deletes an endpoint for good, with its deliveries and their attempts. Nothing more is ' +
    'sent, but for an attempt that is under way.',
  method: 'DELETE',
  path: '/v1/webhook-endpoints/{id}',
  ...OF_ENDPOINT,
  success: recordResponse('The endpoint as it was.', WEBHOOK_ENDPOINT),
  change: DELETE_WEBHOOK_ENDPOINT,
  input: ({ parameters }) => parameters,
  respond: ({ endpoint }) => ({ body: { data: toWebhookEndpoint(endpoint) } }),
})
