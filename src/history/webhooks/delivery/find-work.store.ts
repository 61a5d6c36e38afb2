import type { Database, VaultPart } from '../../../database/database.ts'
import { lookUpParts } from '../../../database/poll-in-background.ts'
import type { WebhookBacklog } from '../../../runtime/metrics/metrics.ts'

// One statement finds out for all organizations whether there is something to do.

/** Expiries become due by their time: in an idle vault they may be found this late. */
const DUE_EVERY_MS = 15_000

/** An endpoint that has events to be sent now. */
export interface EndpointWithWork {
  readonly organizationId: string
  readonly endpointId: string
  /** Whether its last attempt failed. */
  readonly isFailing: boolean
}

interface Organization {
  readonly organizationId: string
}

const ENDPOINTS_WITH_HEALTH = `webhook_endpoints as endpoint
  join webhook_endpoint_health as health on health.organization_id = endpoint.organization_id
    and health.endpoint_id = endpoint.id`

/** The first event of an endpoint that no delivery was made for. */
const NEXT_EVENT = `(
    select occurred_at from events
    where events.organization_id = endpoint.organization_id and number = position + 1
    limit 1
  ) as next`

// An event is sent once it is sealed: before, a copy of it would lack its seal. A delivery that
// becomes due by its time is looked for until then, so one row tells of all.
const WITH_WORK = `
  select endpoint.organization_id, endpoint.id as endpoint_id,
    failing_since is not null as is_failing, true as is_due
  from ${ENDPOINTS_WITH_HEALTH}
  where is_enabled and exists (
    select from event_seals as seal
    where seal.organization_id = endpoint.organization_id and seal.number = position + 1)
  union
  select endpoint.organization_id, endpoint.id, failing_since is not null, true
  from ${ENDPOINTS_WITH_HEALTH}
  where is_enabled and exists (
    select from webhook_deliveries as delivery
    where delivery.organization_id = endpoint.organization_id
      and delivery.endpoint_id = endpoint.id and status = 'pending' and next_attempt_at <= now()
      and (claimed_until is null or claimed_until <= now()))
  union all (
    select organization_id, endpoint_id, false, false
    from webhook_deliveries where status = 'pending' limit 1)`

/** Enabled endpoints with sealed events without deliveries, or with deliveries to be sent now. */
export async function findEndpointsWithWork(part: VaultPart): Promise<EndpointWithWork[]> {
  const found = await part.lookUp<EndpointWithWork & { readonly isDue: boolean }>(WITH_WORK)
  return found.filter(({ isDue }) => isDue)
}

const WITH_OVERDUE_TRANSFERS = `
  select organization_id
  from webhook_endpoints as endpoint
  where is_enabled and exists (
    select from transfer_batches as batch
    where batch.organization_id = endpoint.organization_id and status = 'pending'
      and expires_at <= now())
  union
  select organization_id
  from webhook_endpoints as endpoint
  where is_enabled and exists (
    select from transfer_batches as batch
    where batch.organization_id = endpoint.organization_id and system_review = 'due')`

/** Organizations with an enabled endpoint whose transfers expired, or are to be reviewed. */
export function findOrganizationsWithOverdueTransfers(part: VaultPart): Promise<Organization[]> {
  return part.lookUp(WITH_OVERDUE_TRANSFERS, [], DUE_EVERY_MS)
}

/** Pending deliveries that are counted; beyond it, the figures are of some of them. */
const COUNTED_MAX = 100_000

const BACKLOG = `
  select count(*)::float8 as pending,
    coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest_seconds
  from (
    select delivery.created_at
    from webhook_endpoints as endpoint
    join webhook_deliveries as delivery on delivery.organization_id = endpoint.organization_id
      and delivery.endpoint_id = endpoint.id
    where is_enabled and status = 'pending'
    limit ${COUNTED_MAX}
  ) as pending`

// The next event of an endpoint is its oldest: later ones are newer.
const NOT_LOOKED_AT = `
  select coalesce(extract(epoch from now() - min(next.occurred_at)), 0)::float8 as lag_seconds
  from ${ENDPOINTS_WITH_HEALTH}
  cross join lateral ${NEXT_EVENT}
  where is_enabled`

const ENDPOINTS = `
  select coalesce(disabled_reason, 'enabled') as state, count(*)::float8 as count
  from webhook_endpoints group by 1`

/** The deliveries that wait to be sent to enabled endpoints. */
interface Backlog {
  readonly pending: number
  /** The age of the oldest; 0 if there is none. */
  readonly oldestSeconds: number
}

const STATES = ['enabled', 'by_request', 'gone', 'failing']

/** The figures of all organizations for the metrics. */
export async function readBacklog(database: Pick<Database, 'parts'>): Promise<WebhookBacklog> {
  const [backlogs, behind, counted] = await Promise.all([
    lookUpParts(database, (part) => part.lookUp<Backlog>(BACKLOG)),
    lookUpParts(database, (part) => part.lookUp<{ lagSeconds: number }>(NOT_LOOKED_AT)),
    lookUpParts(database, (part) => part.lookUp<{ state: string; count: number }>(ENDPOINTS)),
  ])
  const oldestSeconds = Math.max(0, ...backlogs.map((each) => each.oldestSeconds))
  const countOf = (state: string) =>
    counted.reduce((sum, each) => sum + (each.state === state ? each.count : 0), 0)
  return {
    pending: backlogs.reduce((sum, { pending }) => sum + pending, 0),
    oldestSeconds,
    lagSeconds: Math.max(oldestSeconds, ...behind.map((each) => each.lagSeconds)),
    endpoints: Object.fromEntries(STATES.map((state) => [state, countOf(state)])),
  }
}

/** Organizations that have deliveries, or can have them. */
export function findOrganizationsWithEndpoints(part: VaultPart): Promise<Organization[]> {
  return part.lookUp('select distinct organization_id from webhook_endpoints')
}
