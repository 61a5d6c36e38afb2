import { Type } from 'typebox'
import { changesOf } from '../../../domain/fields.ts'
import { changeOperation, recordReply } from '../../../http/change-operation.ts'
import { versionedResponse } from '../../../http/operation-contract.ts'
import type { UrlPolicy } from '../../../runtime/outbound/url.rules.ts'
import { UPDATE_WEBHOOK_ENDPOINT } from './update-webhook-endpoint.ts'
import {
  ENDPOINT_TYPES,
  ENDPOINT_URL,
  toWebhookEndpoint,
  WEBHOOK_ENDPOINT,
  WEBHOOK_ENDPOINT_BY_ID,
} from './webhook-endpoint.ts'
import { webhookUrlViolations } from './webhook-url.rules.ts'

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
    permission: 'webhooks:manage',
    ...WEBHOOK_ENDPOINT_BY_ID,
    body: UPDATE,
    success: versionedResponse('The endpoint after the change.', WEBHOOK_ENDPOINT),
    refusals: ['no_updatable_fields', 'version_conflict'],
    bodyViolations: (body) => webhookUrlViolations(body, urls),
    change: UPDATE_WEBHOOK_ENDPOINT,
    input: ({ parameters, body, ifMatch }) => ({ ...parameters, ifMatch, changes: body }),
    respond: ({ endpoint }) => recordReply(toWebhookEndpoint(endpoint), endpoint),
  })
}
