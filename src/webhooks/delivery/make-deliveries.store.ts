import { inOrganization } from '../../database/changes/organization-transaction.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import { WANTED_EVENTS } from '../endpoints/wanted-events.store.ts'
import type { EndpointWithWork } from './find-work.store.ts'
import { KEEP_ENDPOINT } from './record-attempts.store.ts'

/** Events that one transaction makes deliveries for. */
const EVENTS_MAX = 500

const LOCK = `
  select position::float8 as position
  from webhook_endpoint_health
  where organization_id = $1 and endpoint_id = $2
  for update skip locked`

// Read behind the lock. Events are numbered without gaps, in the order in which they become
// visible: all up to this number can be read from now on, and none appears among them later.
const LAST = `
  select coalesce(max(number), 0)::float8 as last,
    extract(epoch from statement_timestamp())::float8 as now
  from events
  where organization_id = $1`

const INSERT = `
  insert into webhook_deliveries (organization_id, endpoint_id, event_number, next_attempt_at,
    created_at)
  select event.organization_id, endpoint.id, event.number, to_timestamp($5::float8),
    to_timestamp($5::float8)
  ${WANTED_EVENTS} and event.number > $3::float8::bigint and event.number <= $4::float8::bigint
  on conflict do nothing`

const MOVE = `
  update webhook_endpoint_health
  set position = $3::float8::bigint
  where organization_id = $1 and endpoint_id = $2`

/**
 * Makes a delivery for each wanted event behind the endpoint's position, and moves the position.
 * Locks the endpoint's row (key share) and that of its health; makes none where another transaction
 * has one of them.
 * @returns how many events were looked at
 */
export async function makeDeliveries(
  caller: Pick<EndpointWithWork, 'organizationId' | 'endpointId'>,
  database: RequestDatabase,
): Promise<number> {
  const { organizationId, endpointId } = caller
  return await database.run(caller, (sql) =>
    inOrganization(sql, organizationId, async (tx) => {
      const [[endpoint], [health], [feed]] = await Promise.all([
        tx.run(KEEP_ENDPOINT, [endpointId]),
        tx.run<{ position: number }>(LOCK, [endpointId]),
        tx.run<{ last: number; now: number }>(LAST, []),
      ])
      const isFree = endpoint !== undefined && health !== undefined && feed !== undefined
      if (!isFree || feed.last <= health.position) {
        return { end: 'roll_back', value: 0 }
      }
      const to = Math.min(feed.last, health.position + EVENTS_MAX)
      void tx.run(INSERT, [endpointId, health.position, to, feed.now])
      void tx.run(MOVE, [endpointId, to])
      return { end: 'commit', value: to - health.position }
    }),
  )
}
