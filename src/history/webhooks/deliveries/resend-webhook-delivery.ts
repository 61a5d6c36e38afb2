import { unbatchedChange } from '../../../database/changes/unbatched-change.ts'
import type { Refusal } from '../../../domain/errors.ts'
import { lockEndpoint } from '../endpoints/endpoints.store.ts'
import { webhookEndpointNotFound } from '../endpoints/webhook-endpoint.ts'
import {
  lockDelivery,
  type ResentDelivery,
  resendDelivery,
} from './resend-webhook-delivery.store.ts'
import { webhookDeliveryNotFound } from './webhook-delivery.ts'

interface Resending {
  readonly endpointId: string
  /** Undefined if no event of the organization can have the id. */
  readonly eventNumber: number | undefined
}

/** Makes a delivery pending now, whatever became of it; the result is the delivery. */
export const RESEND_WEBHOOK_DELIVERY = unbatchedChange({
  name: 'resend_webhook_delivery',
  lock: (tx, { endpointId, eventNumber = 0 }: Resending) => ({
    isEndpointFound: lockEndpoint(tx, endpointId),
    delivery: lockDelivery(tx, endpointId, eventNumber),
  }),
  judge: (_, { isEndpointFound, delivery }, { nowMs }): ResentDelivery | Refusal => {
    if (!isEndpointFound) return webhookEndpointNotFound()
    if (delivery === undefined) return webhookDeliveryNotFound()
    return { ...delivery, status: 'pending', nextAttemptAt: new Date(nowMs) }
  },
  write: (tx, { input, result }) => resendDelivery(tx, input.endpointId, result),
  // It changes no record: the attempts tell.
  events: () => [],
})
