import type { Change } from '../../database/changes/change.ts'
import { lockEndpoint } from '../endpoints/find-endpoint.store.ts'
import { webhookEndpointNotFound } from '../endpoints/webhook-endpoint.ts'
import {
  lockDelivery,
  type ResentDelivery,
  resendDelivery,
} from './resend-webhook-delivery.store.ts'
import { type WebhookDeliveryRow, webhookDeliveryNotFound } from './webhook-delivery.ts'

interface Resending {
  readonly endpointId: string
  /** Undefined if no event of the organization can have the id. */
  readonly eventNumber: number | undefined
}

/** Whether the endpoint is there, and its delivery. */
type Locked = readonly [isEndpointFound: boolean, delivery: WebhookDeliveryRow | undefined]

/** Makes a delivery pending now, whatever became of it; the result is the delivery. */
export const RESEND_WEBHOOK_DELIVERY: Change<Resending, Locked, ResentDelivery> = {
  name: 'resend_webhook_delivery',
  lock: (tx, inputs) => {
    const { endpointId, eventNumber = 0 } = inputs[0] as Resending
    return Promise.all([lockEndpoint(tx, endpointId), lockDelivery(tx, endpointId, eventNumber)])
  },
  judge: (_, [isEndpointFound, delivery], { nowMs }) => {
    if (!isEndpointFound) return webhookEndpointNotFound()
    if (delivery === undefined) return webhookDeliveryNotFound()
    return { ...delivery, status: 'pending', nextAttemptAt: new Date(nowMs) }
  },
  write: (tx, accepted) => {
    for (const { input, result } of accepted) resendDelivery(tx, input.endpointId, result)
  },
  // It changes no record: the attempts tell.
  events: () => [],
}
