import { KeysetPages } from '../database/keyset-page.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import { NEWEST_EVENT_FIRST, type Page, type PageRequest } from '../domain/pagination.ts'
import type { WebhookDeliveryRow } from './webhook-delivery.ts'

/** Deliveries of the endpoint `$2` with their attempts; append conditions on `delivery`. */
export const SELECT_DELIVERIES = `
  select delivery.organization_id, delivery.event_number::float8 as event_number,
    event.type as event_type, delivery.status, next_attempt_at, (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('at', at, 'status', attempt.status, 'durationMs', duration_ms,
            'error', error, 'response', response)
          order by attempt.number),
        '[]')
      from webhook_attempts as attempt
      where attempt.organization_id = $1 and attempt.endpoint_id = $2
        and attempt.event_number = delivery.event_number
    ) as attempts
  from webhook_deliveries as delivery
  join events as event on event.organization_id = $1 and event.number = delivery.event_number
  where delivery.organization_id = $1 and delivery.endpoint_id = $2`

interface DeliveryFilters {
  readonly status?: WebhookDeliveryRow['status']
}

const PAGES = new KeysetPages<DeliveryFilters>({
  order: NEWEST_EVENT_FIRST,
  columns: ['delivery.event_number'],
  conditions: { status: 'and delivery.status = ?' },
  select: ({ where, rows }) => `${SELECT_DELIVERIES} ${where} ${rows}`,
  recordTable: 'webhook_endpoints',
})

/** One page of an endpoint's deliveries; undefined where there is no such endpoint. */
export async function listWebhookDeliveries(
  caller: Caller,
  database: RequestDatabase,
  endpointId: string,
  request: PageRequest & DeliveryFilters,
): Promise<Page<WebhookDeliveryRow> | undefined> {
  return await PAGES.pageOfRecord(caller, database, request, endpointId)
}
