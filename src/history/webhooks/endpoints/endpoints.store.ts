import { lockOrganization } from '../../../database/changes/locks.ts'
import type { OrganizationTransaction } from '../../../database/changes/organization-transaction.ts'
import { rowsOf } from '../../../database/changes/row-of.ts'
import { KeysetPages } from '../../../database/keyset-page.ts'
import { findById } from '../../../database/record.ts'
import type { EventType } from '../../../domain/events.ts'
import { WEBHOOK_UNDELIVERED_MAX } from '../../../domain/limits.ts'
import { NEWEST_FIRST } from '../../../domain/pagination.ts'
import type { WebhookEndpointRow } from './webhook-endpoint.ts'

/** Its event goes to the endpoint that is tested, whatever its types, and to no other. */
export const TEST_EVENT_TYPE: EventType = 'webhook_endpoint.tested'

// CASE x WHEN y in a subquery is not for every database: CONTRIBUTING says which.
/** Whether the `event` is delivered to the `endpoint`. */
const IS_WANTED = `
  case when event.type = '${TEST_EVENT_TYPE}' then event.subject_id = endpoint.id
    else endpoint.types is null or event.type = any(endpoint.types) end`

/** Each `event` that is delivered to the `endpoint` with the id `$2`; append further conditions. */
export const WANTED_EVENTS = `
  from events as event
  join webhook_endpoints as endpoint on endpoint.organization_id = $1 and endpoint.id = $2
  where event.organization_id = $1 and ${IS_WANTED}`

/**
 * Endpoints with their health; append further conditions. What waits is pending, or behind the
 * place in the feed: so many of each are looked at, and not the rest.
 */
const SELECT_ENDPOINTS = `
  select endpoint.organization_id, endpoint.id, url, types, disabled_reason,
    previous_secret_ends_at, endpoint.created_at, version, failing_since, last_success_at,
    last_failure_at, last_error, encrypted_secret, previous_encrypted_secret,
    position::float8 as position,
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
  ) as behind on true
  where endpoint.organization_id = $1`

const ONE = `${SELECT_ENDPOINTS} and endpoint.id = $2`

export interface StoredEndpoint extends WebhookEndpointRow {
  readonly encryptedSecret: string
  /** Null if there is none, or if it ended at once. */
  readonly previousEncryptedSecret: string | null
  /** The number of the last event for which deliveries were made. */
  readonly position: number
}

export const findEndpoint = findById<StoredEndpoint>(ONE)

export const WEBHOOK_ENDPOINT_PAGES = new KeysetPages<WebhookEndpointRow>({
  order: NEWEST_FIRST,
  columns: ['endpoint.created_at', 'endpoint.id'],
  conditions: {},
  select: ({ where, rows }) => `${SELECT_ENDPOINTS} ${where} ${rows}`,
})

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

const BEFORE = `
  select (select count(*) from webhook_endpoints where organization_id = $1)::integer as count,
    (select coalesce(max(number), 0) from events where organization_id = $1)::float8 as position`

interface EndpointsBefore {
  readonly count: number
  /** The number of its last event. */
  readonly position: number
}

/** Locks the organization's row, so that its endpoints are counted one request after the other. */
export async function lockEndpoints(tx: OrganizationTransaction): Promise<EndpointsBefore> {
  const [, [row]] = await Promise.all([lockOrganization(tx), tx.run<EndpointsBefore>(BEFORE, [])])
  return row as EndpointsBefore
}

const INSERT = `
  insert into webhook_endpoints (organization_id, id, url, types, encrypted_secret, created_at)
  values ($1, $2, $3, $4::text[], $5, $6)`

const INSERT_HEALTH = `
  insert into webhook_endpoint_health (organization_id, endpoint_id, position)
  values ($1, $2, $3::float8::bigint)`

export function insertEndpoint(tx: OrganizationTransaction, endpoint: StoredEndpoint): void {
  const { id, url, types, encryptedSecret, createdAt, position } = endpoint
  void tx.run(INSERT, [id, url, types, encryptedSecret, createdAt.toISOString()])
  void tx.run(INSERT_HEALTH, [id, position])
}

const UPDATE = `
  update webhook_endpoints
  set url = $3, types = $4::text[], is_enabled = ($5::text is null), disabled_reason = $5::text,
    encrypted_secret = $6, previous_encrypted_secret = $7, previous_secret_ends_at = $8
  where organization_id = $1 and id = $2`

/** Stores what a change of a locked endpoint left. */
export function updateEndpoint(tx: OrganizationTransaction, endpoint: StoredEndpoint): void {
  const { id, url, types, disabledReason, previousSecretEndsAt } = endpoint
  const secrets = [endpoint.encryptedSecret, endpoint.previousEncryptedSecret]
  const endsAt = previousSecretEndsAt?.toISOString() ?? null
  void tx.run(UPDATE, [id, url, types, disabledReason, ...secrets, endsAt])
}

/** The endpoint has all of its time again until failures disable it. */
export const forgetFailures = rowsOf<object, [endpointId: string]>(`
  update webhook_endpoint_health
  set failing_since = null, last_error = null
  where organization_id = $1 and endpoint_id = $2`)

/** Deletes the endpoint, its health, its deliveries and their attempts, which refer to it. */
export const deleteEndpoint = rowsOf<object, [id: string]>(
  'delete from webhook_endpoints where organization_id = $1 and id = $2',
)
