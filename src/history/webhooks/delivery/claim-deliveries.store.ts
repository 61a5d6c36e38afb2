import {
  inOrganization,
  type OrganizationTransaction,
} from '../../../database/changes/organization-transaction.ts'
import type { RequestDatabase } from '../../../database/request-database.ts'
import type { EventRow } from '../../events/event.ts'
import { findEventsByNumber } from '../../events/find-events.store.ts'
import { lastSeal } from '../../sealed-log/seal-events.ts'
import { WANTED_EVENTS } from '../endpoints/endpoints.store.ts'
import type { EndpointWithWork } from './find-work.store.ts'

/** After it, another process may send what this one has claimed: it is taken for dead. */
const CLAIM_SECONDS = 30

/** Events that one transaction makes deliveries for. */
const MADE_MAX = 500

/** An endpoint as attempts need it. */
export interface Destination {
  readonly url: string
  /** The endpoint's version when it was read. */
  readonly version: number
  readonly encryptedSecret: string
  /** Null if it has ended, or there was none. */
  readonly previousEncryptedSecret: string | null
}

export interface ClaimedDeliveries {
  readonly destination: Destination
  /** Those that sign: the current one, and the previous one while it lives. */
  readonly secrets: readonly string[]
  readonly events: readonly EventRow[]
}

// The lock keeps the endpoint from being deleted before rows that refer to it are written. As a
// number, the moment is rounded: whole milliseconds make it no later than `now()`, by which
// SCHEDULED finds what this transaction makes.
const LOCK_ENDPOINT = `
  select extract(epoch from date_trunc('milliseconds', now()))::float8 as now
  from webhook_endpoints
  where organization_id = $1 and id = $2 and is_enabled
  for key share skip locked`

// Read once the events are known: no event of a change, as a rotation of the secret, is sent by
// the state before it.
const DESTINATION = `
  select url, version, encrypted_secret,
    case when previous_secret_ends_at > now() then previous_encrypted_secret end
      as previous_encrypted_secret
  from webhook_endpoints
  where organization_id = $1 and id = $2`

// A replay makes deliveries of what may not be sealed.
const SCHEDULED = `
  select event_number::text as number
  from webhook_deliveries
  where organization_id = $1 and endpoint_id = $2 and status = 'pending'
    and next_attempt_at <= now() and (claimed_until is null or claimed_until <= now())
    and event_number <= (
      select coalesce(max(number), 0) from event_seals where organization_id = $1)
  order by next_attempt_at
  limit $3
  for update skip locked`

const CLAIM = `
  update webhook_deliveries
  set claimed_until = to_timestamp($4::float8)
  where organization_id = $1 and endpoint_id = $2
    and event_number = any($3::text[]::bigint[])`

/**
 * Claims deliveries of an enabled endpoint whose time has come, the longest waiting first: no other
 * process sends them for half a minute. Makes new ones only if there are none, so those of a dead
 * endpoint do not pile up. Leaves events that are not sealed yet, so that all attempts at one have
 * the same body. Locks the endpoint's row (key share) and those of the deliveries, and
 * skips what another transaction has locked.
 * @param decrypt if it throws, nothing is claimed: a process without the key leaves them to others
 * @returns no events if all that were looked at are of other types; undefined if there is nothing
 *   to do
 */
export async function claimDeliveries(
  caller: Omit<EndpointWithWork, 'isFailing'>,
  database: RequestDatabase,
  countMax: number,
  decrypt: (destination: Destination) => readonly string[],
): Promise<ClaimedDeliveries | undefined> {
  const { organizationId, endpointId } = caller
  return await database.run(caller, (sql) =>
    inOrganization(sql, organizationId, async (tx) => {
      const findScheduled = () => tx.run<{ number: string }>(SCHEDULED, [endpointId, countMax])
      const [[locked], waiting] = await Promise.all([
        tx.run<{ now: number }>(LOCK_ENDPOINT, [endpointId]),
        findScheduled(),
      ])
      if (locked === undefined) return { end: 'roll_back', value: undefined }
      const { now } = locked
      if (waiting.length === 0 && !(await makeDeliveries(tx, endpointId, now))) {
        return { end: 'roll_back', value: undefined }
      }
      const scheduled = waiting.length > 0 ? waiting : await findScheduled()
      const numbers = scheduled.map(({ number }) => number)
      void tx.run(CLAIM, [endpointId, numbers, now + CLAIM_SECONDS])
      const [[destination], events] = await Promise.all([
        tx.run<Destination>(DESTINATION, [endpointId]),
        findEventsByNumber(tx, numbers),
      ])
      // The lock keeps the row.
      if (destination === undefined) throw new Error(`webhook endpoint ${endpointId} is gone`)
      const secrets = scheduled.length > 0 ? decrypt(destination) : []
      return { end: 'commit', value: { destination, secrets, events } }
    }),
  )
}

const LOCK_POSITION = `
  select position::float8 as position
  from webhook_endpoint_health
  where organization_id = $1 and endpoint_id = $2
  for update skip locked`

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
 * Makes a delivery for each wanted sealed event behind the endpoint's position, and moves that.
 * @returns false if there is no such event, or another transaction has locked the position
 */
async function makeDeliveries(
  tx: OrganizationTransaction,
  endpointId: string,
  now: number,
): Promise<boolean> {
  // Read behind the lock. Seals have no gaps: all events up to the last are there, and stay.
  const [[health], sealed] = await Promise.all([
    tx.run<{ position: number }>(LOCK_POSITION, [endpointId]),
    lastSeal(tx.run),
  ])
  if (health === undefined || sealed.number <= health.position) return false
  const to = Math.min(sealed.number, health.position + MADE_MAX)
  void tx.run(INSERT, [endpointId, health.position, to, now])
  void tx.run(MOVE, [endpointId, to])
  return true
}
