import type { OrganizationTransaction } from '../../../database/changes/organization-transaction.ts'
import { findById } from '../../../database/find-by-id.ts'
import { WEBHOOK_UNDELIVERED_MAX } from '../../../domain/limits.ts'
import { IS_WANTED } from './wanted-events.store.ts'
import type { WebhookEndpointRow } from './webhook-endpoint.ts'

/**
 * Endpoints with their health; append the condition `endpoint.organization_id = $1`. What waits is
 * pending, or behind the place in the feed: so many of each are looked at, and not the rest.
 */
export const SELECT_ENDPOINTS = `
  select endpoint.organization_id, endpoint.id, url, types, disabled_reason,
    previous_secret_ends_at, endpoint.created_at, version, failing_since, last_success_at,
    last_failure_at, last_error, encrypted_secret, position::float8 as position,
    least(pending.count + behind.count, ${WEBHOOK_UNDELIVERED_MAX})::integer
      as undelivered,
    least(oldest.occurred_at, behind.occurred_at) as oldest_undelivered_at
  from webhook_endpoints as endpoint
  join webhook_endpoint_health as health
    on health.organization_id = $1 and health.endpoint_id = endpoint.id
  left join lateral (
    select count(*) as count, min(event_number) as oldest_number
    from (
      select event_number from webhook_deliveries
      where organization_id = $1 and endpoint_id = endpoint.id and status = 'pending'
      order by event_number
      limit ${WEBHOOK_UNDELIVERED_MAX}
    ) as delivery
  ) as pending on true
  left join events as oldest
    on oldest.organization_id = $1 and oldest.number = pending.oldest_number
  left join lateral (
    select count(*) as count, min(event.occurred_at) as occurred_at
    from events as event
    where event.organization_id = $1 and event.number > position
      and event.number <= position + ${WEBHOOK_UNDELIVERED_MAX} and ${IS_WANTED}
  ) as behind on true`

const ONE = `${SELECT_ENDPOINTS} where endpoint.organization_id = $1 and endpoint.id = $2`

export interface StoredEndpoint extends WebhookEndpointRow {
  readonly encryptedSecret: string
  /** The number of the last event for which deliveries were made. */
  readonly position: number
}

export const findEndpoint = findById<StoredEndpoint>(ONE)

const LOCK = `
  select id from webhook_endpoints
  where organization_id = $1 and id = $2
  for no key update`

/**
 * Locks the endpoint, and reads it behind its lock; undefined if the organization has none with
 * that id. If two requests change it at once, the second waits and sees what the first left.
 * Deliveries go on meanwhile. For responses with the endpoint: counts what waits, too.
 */
export async function lockEndpointWithHealth(
  tx: OrganizationTransaction,
  id: string,
): Promise<StoredEndpoint | undefined> {
  const [, [row]] = await Promise.all([tx.run(LOCK, [id]), tx.run<StoredEndpoint>(ONE, [id])])
  return row
}

/** Only locks the endpoint; false if the organization has none with that id. */
export async function lockEndpoint(tx: OrganizationTransaction, id: string): Promise<boolean> {
  return (await tx.run(LOCK, [id])).length > 0
}
