import { changeOperation } from '../../../http/change-operation.ts'
import { recordResponse } from '../../../http/operation-contract.ts'
import { SEND_WEBHOOK_TEST } from './send-webhook-test.ts'
import { toWebhookEndpoint, WEBHOOK_ENDPOINT, WEBHOOK_ENDPOINT_BY_ID } from './webhook-endpoint.ts'

export const sendWebhookTestRoute = changeOperation({
  operationId: 'sendWebhookTest',
  description:
    'Sends an event of type `webhook_endpoint.tested` to this endpoint alone, whatever its ' +
    'types. List Webhook Deliveries shows what became of it.',
  path: '/v1/webhook-endpoints/{id}/send-test',
  permission: 'webhooks:manage',
  ...WEBHOOK_ENDPOINT_BY_ID,
  success: recordResponse('The endpoint, before the test arrives.', WEBHOOK_ENDPOINT),
  refusals: ['invalid_state_transition'],
  change: SEND_WEBHOOK_TEST,
  input: ({ parameters }) => parameters,
  respond: ({ endpoint }) => ({ body: { data: toWebhookEndpoint(endpoint) } }),
})
