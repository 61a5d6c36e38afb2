import { inOrganization, runStatement } from '../../database/changes/organization-transaction.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { EventRow } from '../../events/event.ts'
import { findEventsByNumber } from '../../events/find-events.store.ts'
import type { EndpointConfiguration } from './endpoint-configuration.store.ts'
import type { EndpointWithWork } from './find-work.store.ts'

/** After it, another process may send what this one has claimed: it is taken for dead. */
const CLAIM_SECONDS = 30

/** Where and how events are sent. */
export interface Destination extends EndpointConfiguration {
  readonly encryptedSecret: string
  /** Null where it has ended, or there was none. */
  readonly previousEncryptedSecret: string | null
}

export interface Claimed {
  readonly destination: Destination
  /** Those that sign: the current one, and the previous one while it lives. */
  readonly secrets: readonly string[]
  readonly events: readonly EventRow[]
}

export interface ClaimOptions {
  readonly countMax: number
  readonly decrypt: (destination: Destination) => readonly string[]
}

const DESTINATION = `
  select url, version, encrypted_secret,
    case when previous_secret_ends_at > now() then previous_encrypted_secret end
      as previous_encrypted_secret
  from webhook_endpoints
  where organization_id = $1 and id = $2 and is_enabled`

const DUE = `
  select event_number::text as number, extract(epoch from now())::float8 as now
  from webhook_deliveries
  where organization_id = $1 and endpoint_id = $2 and status = 'pending'
    and next_attempt_at <= now() and (claimed_until is null or claimed_until <= now())
  order by next_attempt_at
  limit $3
  for update skip locked`

const CLAIM = `
  update webhook_deliveries
  set claimed_until = to_timestamp($4::float8)
  where organization_id = $1 and endpoint_id = $2
    and event_number = any($3::text[]::bigint[])`

const RELEASE = `
  update webhook_deliveries
  set claimed_until = null
  where organization_id = $1 and endpoint_id = $2 and status = 'pending'
    and event_number = any($3::text[]::bigint[])`

/**
 * Claims due deliveries of an enabled endpoint, those that are due longest first: no other process
 * sends them for half a minute. Locks their rows, and passes over those that another process locks.
 * @param decrypt what it throws is thrown, and nothing is claimed
 * @returns undefined where there are none
 */
export async function claimDeliveries(
  caller: Pick<EndpointWithWork, 'organizationId' | 'endpointId'>,
  database: RequestDatabase,
  { countMax, decrypt }: ClaimOptions,
): Promise<Claimed | undefined> {
  const { organizationId, endpointId } = caller
  return await database.run(caller, (sql) =>
    inOrganization(sql, organizationId, async (tx) => {
      const [[destination], due] = await Promise.all([
        tx.run<Destination>(DESTINATION, [endpointId]),
        tx.run<{ number: string; now: number }>(DUE, [endpointId, countMax]),
      ])
      const [first] = due
      if (destination === undefined || first === undefined) {
        return { end: 'roll_back', value: undefined }
      }
      // First: a process without the key leaves the deliveries to others.
      const secrets = decrypt(destination)
      const numbers = due.map(({ number }) => number)
      void tx.run(CLAIM, [endpointId, numbers, first.now + CLAIM_SECONDS])
      const events = await findEventsByNumber(tx, numbers)
      return { end: 'commit', value: { destination, secrets, events } }
    }),
  )
}

/** Gives back deliveries that were claimed a moment ago, so that another process sends them. */
export async function releaseDeliveries(
  caller: Pick<EndpointWithWork, 'organizationId' | 'endpointId'>,
  database: RequestDatabase,
  { events }: Pick<Claimed, 'events'>,
): Promise<void> {
  const numbers = events.map(({ number }) => String(number))
  await database.run(caller, (sql) =>
    runStatement(caller, sql, RELEASE, [caller.endpointId, numbers]),
  )
}
