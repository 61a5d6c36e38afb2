import type { FastifyInstance } from 'fastify'
import { NEWEST_FIRST } from '../../domain/pagination.ts'
import { addList } from '../../http/list-operation.ts'
import { listWebhookEndpoints } from './list-webhook-endpoints.store.ts'
import { toWebhookEndpoint, WEBHOOK_ENDPOINT } from './webhook-endpoint.ts'

export function listWebhookEndpointsRoute(app: FastifyInstance): void {
  addList(
    app,
    {
      operationId: 'listWebhookEndpoints',
      tag: 'Webhooks',
      summary: 'List Webhook Endpoints',
      description:
        'Lists the webhook endpoints of the organization with their health, newest first, page by ' +
        'page. Secrets are never shown again.',
      path: '/v1/webhook-endpoints',
      permission: 'webhooks:manage',
      order: NEWEST_FIRST,
      whatMayChange: 'An endpoint that is deleted meanwhile may be missing.',
      entry: WEBHOOK_ENDPOINT,
      entries: 'webhook endpoints',
      refusals: [],
    },
    {
      find: ({ caller, database, request }) => listWebhookEndpoints(caller, database, request),
      toView: toWebhookEndpoint,
    },
  )
}
