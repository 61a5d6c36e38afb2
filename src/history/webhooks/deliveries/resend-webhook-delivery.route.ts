import { Type } from 'typebox'
import { isId } from '../../../domain/ids.ts'
import { changeOperation } from '../../../http/change-operation.ts'
import { recordResponse } from '../../../http/operation-contract.ts'
import { eventNumber } from '../../events/event.ts'
import { WEBHOOK_ENDPOINT, webhookEndpointNotFound } from '../endpoints/webhook-endpoint.ts'
import { RESEND_WEBHOOK_DELIVERY } from './resend-webhook-delivery.ts'
import { toWebhookDelivery, WEBHOOK_DELIVERY } from './webhook-delivery.ts'

export const resendWebhookDeliveryRoute = changeOperation({
  operationId: 'resendWebhookDelivery',
  description:
    'Sends one event to the endpoint again, now and with all retries, also if it was ' +
    'delivered. If an attempt is under way, its success is enough. While the endpoint is ' +
    'disabled, the event waits.',
  path: '/v1/webhook-endpoints/{id}/deliveries/{deliveryId}/resend',
  permission: 'webhooks:manage',
  parameters: Type.Object({
    id: WEBHOOK_ENDPOINT.properties.id,
    deliveryId: WEBHOOK_DELIVERY.properties.id,
  }),
  success: recordResponse('The delivery, `pending`.', WEBHOOK_DELIVERY),
  refusals: ['webhook_endpoint_not_found', 'webhook_delivery_not_found'],
  change: RESEND_WEBHOOK_DELIVERY,
  input: ({ caller, parameters: { id, deliveryId } }) => {
    if (!isId(id)) throw webhookEndpointNotFound()
    return { endpointId: id, eventNumber: eventNumber(caller.organizationId, deliveryId) }
  },
  respond: (delivery) => ({ body: { data: toWebhookDelivery(delivery) } }),
})
