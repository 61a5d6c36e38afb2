import type { OrganizationTransaction } from '../../../database/changes/organization-transaction.ts'
import { SELECT_DELIVERIES } from './list-webhook-deliveries.store.ts'
import type { WebhookDeliveryRow } from './webhook-delivery.ts'

const LOCK = `
  select event_number from webhook_deliveries
  where organization_id = $1 and endpoint_id = $2 and event_number = $3::float8::bigint
  for no key update`

const ONE = `${SELECT_DELIVERIES} and delivery.event_number = $3::float8::bigint`

/**
 * Locks the delivery, and reads it behind its lock; undefined if the endpoint has none of that
 * event. An attempt that is under way goes on: if it ends afterwards, it counts as one of those
 * that were asked for, and its success ends the delivery.
 */
export async function lockDelivery(
  tx: OrganizationTransaction,
  endpointId: string,
  eventNumber: number,
): Promise<WebhookDeliveryRow | undefined> {
  const [, [row]] = await Promise.all([
    tx.run(LOCK, [endpointId, eventNumber]),
    tx.run<WebhookDeliveryRow>(ONE, [endpointId, eventNumber]),
  ])
  return row
}

const RESEND = `
  update webhook_deliveries
  set status = 'pending', attempts_before = attempts, next_attempt_at = $4, ended_at = null
  where organization_id = $1 and endpoint_id = $2 and event_number = $3::float8::bigint`

export interface ResentDelivery extends WebhookDeliveryRow {
  readonly nextAttemptAt: Date
}

/** Makes a locked delivery pending from that moment on, with all its retries. */
export function resendDelivery(
  tx: OrganizationTransaction,
  endpointId: string,
  { eventNumber, nextAttemptAt }: ResentDelivery,
): void {
  void tx.run(RESEND, [endpointId, eventNumber, nextAttemptAt.toISOString()])
}
