import { Type } from 'typebox'
import { KeysetPages } from '../../../database/keyset-page.ts'
import { listOperation } from '../../../http/list-operation.ts'
import { WEBHOOK_ENDPOINT_BY_ID } from '../endpoints/webhook-endpoint.ts'
import {
  ATTEMPTS_SHOWN,
  DELIVERY_STATUS,
  EARLIER_RESPONSE_LENGTH,
  toWebhookDelivery,
  WEBHOOK_DELIVERY,
  type WebhookDeliveryRow,
} from './webhook-delivery.ts'

interface DeliveryFilters {
  readonly status?: WebhookDeliveryRow['status']
}

/**
 * Deliveries of an endpoint with their last attempts, that of the newest event first. JSON writes
 * up to six bytes for a character that a receiver chose, so 100 deliveries with ten whole responses
 * each would be 6 MB: only the last attempt has its whole one.
 */
export const DELIVERY_PAGES = new KeysetPages<WebhookDeliveryRow, DeliveryFilters>({
  order: { direction: 'descending', key: [{ name: 'eventNumber', type: 'number' }] },
  columns: ['delivery.event_number'],
  conditions: {
    // In the text: an index has those that failed, and another one those that are pending.
    status: (status) => (status === undefined ? '' : `and delivery.status = '${status}'`),
  },
  select: ({ where, rows }) => `
    select delivery.organization_id, delivery.event_number::float8 as event_number,
      event.type as event_type, delivery.status, next_attempt_at, made.attempts,
      delivery.attempts as total_attempts
    from webhook_deliveries as delivery
    join events as event on event.organization_id = $1 and event.number = delivery.event_number
    cross join lateral (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('at', at, 'status', status, 'durationMs', duration_ms, 'error', error,
            'response', case number when delivery.attempts then response
              else left(response, ${EARLIER_RESPONSE_LENGTH}) end)
          order by number),
        '[]') as attempts
      from (
        select number, at, status, duration_ms, error, response
        from webhook_attempts
        where organization_id = $1 and endpoint_id = $2 and event_number = delivery.event_number
        order by number desc
        limit ${ATTEMPTS_SHOWN}
      ) as attempt
    ) as made
    where delivery.organization_id = $1 and delivery.endpoint_id = $2 ${where}
    ${rows}`,
  recordTable: 'webhook_endpoints',
})

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
