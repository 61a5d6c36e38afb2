import { listOperation } from '../../../http/list-operation.ts'
import { WEBHOOK_ENDPOINT_PAGES } from './list-webhook-endpoints.store.ts'
import { toWebhookEndpoint, WEBHOOK_ENDPOINT } from './webhook-endpoint.ts'

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
