import type { Change } from '../../database/changes/change.ts'
import { lockEndpoint } from '../endpoints/find-endpoint.store.ts'
import { webhookEndpointNotFound } from '../endpoints/webhook-endpoint.ts'
import { lockDelivery, resendDelivery } from './resend-webhook-delivery.store.ts'
import { type WebhookDeliveryRow, webhookDeliveryNotFound } from './webhook-delivery.ts'

interface Resending {
  readonly endpointId: string
  /** Undefined if no event of the organization can have the id. */
  readonly eventNumber: number | undefined
}

interface LockedDelivery {
  readonly isEndpointFound: boolean
  readonly delivery: WebhookDeliveryRow | undefined
}

interface ResentDelivery {
  readonly endpointId: string
  readonly delivery: WebhookDeliveryRow
  readonly at: Date
}

/** Makes a delivery pending now, whatever became of it; the result is the delivery. */
export const RESEND_WEBHOOK_DELIVERY: Change<Resending, LockedDelivery, ResentDelivery> = {
  name: 'resend_webhook_delivery',
  lock: async (tx, inputs) => {
    const { endpointId, eventNumber = 0 } = inputs[0] as Resending
    const [isEndpointFound, delivery] = await Promise.all([
      lockEndpoint(tx, endpointId),
      lockDelivery(tx, endpointId, eventNumber),
    ])
    return { isEndpointFound, delivery }
  },
  judge: ({ input: { endpointId } }, { isEndpointFound, delivery }, { nowMs }) => {
    if (!isEndpointFound) return webhookEndpointNotFound()
    if (delivery === undefined) return webhookDeliveryNotFound()
    const at = new Date(nowMs)
    const pending = { ...delivery, status: 'pending', nextAttemptAt: at } as const
    return { endpointId, delivery: pending, at }
  },
  write: (tx, accepted) => {
    for (const { result } of accepted) {
      const { endpointId, delivery, at } = result
      resendDelivery(tx, endpointId, { eventNumber: delivery.eventNumber, at })
    }
  },
  // It changes no record: the attempts tell.
  events: () => [],
}
