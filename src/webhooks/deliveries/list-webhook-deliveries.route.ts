import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { addList } from '../../http/list-operation.ts'
import { WEBHOOK_ENDPOINT, webhookEndpointNotFound } from '../endpoints/webhook-endpoint.ts'
import { DELIVERY_PAGES } from './list-webhook-deliveries.store.ts'
import { DELIVERY_STATUS, toWebhookDelivery, WEBHOOK_DELIVERY } from './webhook-delivery.ts'

export function listWebhookDeliveriesRoute(app: FastifyInstance): void {
  addList(
    app,
    {
      operationId: 'listWebhookDeliveries',
      description:
        'Lists the deliveries of one endpoint, that of the newest event first, page by page: one ' +
        'for each event, with its attempts.',
      path: '/v1/webhook-endpoints/{id}/deliveries',
      permission: 'webhooks:manage',
      parameters: Type.Object({ id: WEBHOOK_ENDPOINT.properties.id }),
      filters: {
        status: Type.Optional({
          ...DELIVERY_STATUS,
          description: 'Only deliveries with this status.',
        }),
      },
      whatMayChange:
        'With `status`, a delivery that is attempted meanwhile may be missing or returned. So may ' +
        'one of an older event, which Replay Webhook Events added.',
      entry: WEBHOOK_DELIVERY,
      entries: 'deliveries',
      refusals: ['webhook_endpoint_not_found'],
    },
    { pages: DELIVERY_PAGES, notFound: webhookEndpointNotFound, toView: toWebhookDelivery },
  )
}
