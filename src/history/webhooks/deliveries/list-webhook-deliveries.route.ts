import { Type } from 'typebox'
import { listOperation } from '../../../http/list-operation.ts'
import { WEBHOOK_ENDPOINT_BY_ID } from '../endpoints/webhook-endpoint.ts'
import { DELIVERY_PAGES } from './list-webhook-deliveries.store.ts'
import { DELIVERY_STATUS, toWebhookDelivery, WEBHOOK_DELIVERY } from './webhook-delivery.ts'

export const listWebhookDeliveriesRoute = listOperation({
  operationId: 'listWebhookDeliveries',
  description:
    'Lists the deliveries of one endpoint, that of the newest event first, page by page: one ' +
    'for each event, with its attempts.',
  path: '/v1/webhook-endpoints/{id}/deliveries',
  permission: 'webhooks:manage',
  ...WEBHOOK_ENDPOINT_BY_ID,
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
  pages: DELIVERY_PAGES,
  toView: toWebhookDelivery,
})
