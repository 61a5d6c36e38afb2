import { changeOperation } from '../../../http/change-operation.ts'
import { recordResponse } from '../../../http/operation-contract.ts'
import { DELETE_WEBHOOK_ENDPOINT } from './delete-webhook-endpoint.ts'
import { toWebhookEndpoint, WEBHOOK_ENDPOINT, WEBHOOK_ENDPOINT_BY_ID } from './webhook-endpoint.ts'

export const deleteWebhookEndpointRoute = changeOperation({
  operationId: 'deleteWebhookEndpoint',
  description:
    'Deletes an endpoint for good, with its deliveries and their attempts. Nothing more is ' +
    'sent, but for an attempt that is under way.',
  method: 'DELETE',
  path: '/v1/webhook-endpoints/{id}',
  permission: 'webhooks:manage',
  ...WEBHOOK_ENDPOINT_BY_ID,
  success: recordResponse('The endpoint as it was.', WEBHOOK_ENDPOINT),
  change: DELETE_WEBHOOK_ENDPOINT,
  input: ({ parameters }) => parameters,
  respond: ({ endpoint }) => ({ body: { data: toWebhookEndpoint(endpoint) } }),
})
