import {
  inOrganization,
  ORGANIZATION,
  type OrganizationTransaction,
} from '../../../database/changes/organization-transaction.ts'
import { writeEvents } from '../../../database/changes/write-events.ts'
import type { Ending } from '../../../database/postgres/sql.ts'
import type { RequestDatabase } from '../../../database/request-database.ts'
import { operatorFor } from '../../../domain/caller.ts'
import { endpointEvent } from '../endpoints/webhook-endpoint.ts'
import type { Destination } from './claim-deliveries.store.ts'
import type { EndpointWithWork } from './find-work.store.ts'
import {
  type Attempt,
  afterAttempt,
  type DeliveryState,
  disabledReason,
  type HealthState,
  healthAfter,
} from './judge-attempt.rules.ts'

/** An event that was sent, and the response. */
export interface EndedAttempt {
  readonly eventNumber: number
  /** The configuration that it was sent with: it says nothing about another URL. */
  readonly destination: Pick<Destination, 'url' | 'version'>
  readonly status: number | null
  readonly error: string | null
  readonly response: string | null
  readonly durationMs: number
  /** When it began, on the clock of `performance.now()`. */
  readonly beganAt: number
}

export interface EndpointAfter {
  readonly isFailing: boolean
  /** Why the attempts disabled it; undefined if they did not. */
  readonly disabledReason: 'gone' | 'failing' | undefined
}

type Recorded = EndpointAfter | 'locked' | undefined

// Nothing here waits for a lock: the transaction has one of few slots.

const LOCK_ENDPOINT = `
  select url, version, is_enabled
  from webhook_endpoints
  where organization_id = $1 and id = $2
  for no key update skip locked`

const LOCK_DELIVERIES = `
  select event_number::float8 as event_number, status, attempts, attempts_before,
    (extract(epoch from next_attempt_at) * 1000)::float8 as next_attempt_at,
    (extract(epoch from ended_at) * 1000)::float8 as ended_at
  from webhook_deliveries
  where organization_id = $1 and endpoint_id = $2 and event_number = any($3::text[]::bigint[])
  order by event_number
  for update skip locked`

const LOCK_HEALTH = `
  select (extract(epoch from failing_since) * 1000)::float8 as failing_since,
    (extract(epoch from last_success_at) * 1000)::float8 as last_success_at,
    (extract(epoch from last_failure_at) * 1000)::float8 as last_failure_at, last_error
  from webhook_endpoint_health
  where organization_id = $1 and endpoint_id = $2
  for update skip locked`

// Counts deliveries that were skipped above, too. The endpoint's version also counts rotations and
// other types, which say nothing about the receiver.
const STATE = `
  select (extract(epoch from statement_timestamp()) * 1000)::float8 as now_ms, (
    select count(*)::integer
    from webhook_deliveries
    where organization_id = $1 and endpoint_id = $2 and event_number = any($3::text[]::bigint[])
  ) as deliveries, (
    select coalesce(max((data ->> 'version')::integer), 0)
    from events
    where organization_id = $1 and subject_id = $2 and type = 'webhook_endpoint.enabled'
  ) as enabled_version
  from webhook_endpoint_health
  where organization_id = $1 and endpoint_id = $2`

const INSERT_ATTEMPTS = `
  insert into webhook_attempts (organization_id, endpoint_id, event_number, number, at, status,
    duration_ms, error, response)
  select organization_id, $2, "eventNumber", number, to_timestamp(at / 1000), status,
    "durationMs", error, response
  from ${ORGANIZATION}
  cross join jsonb_to_recordset($3::jsonb -> 'attempts') as attempt ("eventNumber" bigint,
    number integer, at float8, status integer, "durationMs" integer, error text, response text)`

const UPDATE_DELIVERIES = `
  update webhook_deliveries as delivery
  set status = after.status, attempts = after.attempts, claimed_until = null,
    next_attempt_at = to_timestamp("nextAttemptAt" / 1000),
    ended_at = to_timestamp("endedAt" / 1000)
  from jsonb_to_recordset($3::jsonb -> 'deliveries') as after ("eventNumber" bigint, status text,
    attempts integer, "nextAttemptAt" float8, "endedAt" float8)
  where organization_id = $1 and endpoint_id = $2 and delivery.event_number = "eventNumber"`

const UPDATE_HEALTH = `
  update webhook_endpoint_health
  set failing_since = to_timestamp($3::float8 / 1000),
    last_success_at = to_timestamp($4::float8 / 1000),
    last_failure_at = to_timestamp($5::float8 / 1000), last_error = $6
  where organization_id = $1 and endpoint_id = $2`

const DISABLE = `
  update webhook_endpoints
  set is_enabled = false, disabled_reason = $3
  where organization_id = $1 and id = $2`

interface LockedEndpoint extends Pick<Destination, 'url' | 'version'> {
  readonly isEnabled: boolean
}

type DeliveryRow = DeliveryState & { readonly eventNumber: number }

interface EndpointState {
  readonly nowMs: number
  readonly deliveries: number
  /** The version in which the endpoint was last enabled again; 0 if it never was. */
  readonly enabledVersion: number
}

/**
 * Records attempts of one endpoint, in the order in which they ended: the deliveries, the
 * endpoint's health, and whether it is disabled. Locks the row of the endpoint, those of the
 * deliveries in the order of the events, and that of the health.
 * Attempts at another URL, or from before it was enabled again, say nothing about the endpoint.
 * An attempt is recorded also if its claim was lost meanwhile.
 * @returns undefined if the endpoint was deleted, and `locked` if another transaction has one of
 *   the rows: nothing was recorded then
 */
export async function recordAttempts(
  caller: Omit<EndpointWithWork, 'isFailing'>,
  database: RequestDatabase,
  ended: readonly EndedAttempt[],
): Promise<Recorded> {
  const { organizationId, endpointId } = caller
  const numbers = ended.map(({ eventNumber }) => String(eventNumber))
  return await database.run(caller, (sql) =>
    inOrganization(sql, organizationId, async (tx): Promise<Ending<Recorded>> => {
      const [[endpoint], rows, [before], [state]] = await Promise.all([
        tx.run<LockedEndpoint>(LOCK_ENDPOINT, [endpointId]),
        tx.run<DeliveryRow>(LOCK_DELIVERIES, [endpointId, numbers]),
        tx.run<HealthState>(LOCK_HEALTH, [endpointId]),
        tx.run<EndpointState>(STATE, [endpointId, numbers]),
      ])
      if (state === undefined) return { end: 'roll_back', value: undefined }
      if (endpoint === undefined || before === undefined || rows.length < state.deliveries) {
        return { end: 'roll_back', value: 'locked' }
      }
      const { nowMs, enabledVersion } = state
      const clockMs = performance.now()
      const attempts = ended.map((each) => ({ ...each, at: nowMs - (clockMs - each.beganAt) }))
      writeDeliveries(tx, endpointId, { attempts, rows, nowMs })
      const current = attempts.filter(
        ({ destination: { url, version } }) => url === endpoint.url && version >= enabledVersion,
      )
      const health = healthAfter(before, current)
      const { failingSince, lastSuccessAt, lastFailureAt, lastError } = health
      const values = [failingSince, lastSuccessAt, lastFailureAt, lastError]
      void tx.run(UPDATE_HEALTH, [endpointId, ...values])
      const mayDisable = endpoint.isEnabled && current.length > 0
      const reason = mayDisable ? disabledReason(health, current, nowMs) : undefined
      if (reason !== undefined) writeDisabled(tx, endpointId, { ...endpoint, reason, nowMs })
      return {
        end: 'commit',
        value: { isFailing: failingSince !== null, disabledReason: reason },
      }
    }),
  )
}

function writeDisabled(
  tx: OrganizationTransaction,
  id: string,
  { version, reason, nowMs }: { version: number; reason: string; nowMs: number },
): void {
  void tx.run(DISABLE, [id, reason])
  const request = { caller: operatorFor(tx.organizationId), requestId: null }
  const event = endpointEvent(request, 'webhook_endpoint.disabled', {
    id,
    occurredAt: new Date(nowMs),
    data: { version: version + 1, disabledReason: reason },
  })
  // The transaction fails with it.
  writeEvents(tx, [{ ...event, system: 'webhook_delivery' }]).catch(() => undefined)
}

function writeDeliveries(
  tx: OrganizationTransaction,
  endpointId: string,
  found: {
    readonly attempts: readonly (EndedAttempt & Attempt)[]
    readonly rows: readonly DeliveryRow[]
    readonly nowMs: number
  },
): void {
  const { nowMs } = found
  const states = new Map(found.rows.map((row) => [row.eventNumber, row]))
  const attempts = found.attempts.flatMap(({ destination: _, beganAt: __, ...attempt }) => {
    const { eventNumber } = attempt
    const state = states.get(eventNumber)
    if (state === undefined) return []
    const after = afterAttempt(state, attempt, { nowMs, random: Math.random() })
    states.set(eventNumber, { ...after, eventNumber })
    return { ...attempt, number: after.attempts }
  })
  const deliveries = [...states.values()]
  void tx.run(INSERT_ATTEMPTS, [endpointId, { attempts }])
  void tx.run(UPDATE_DELIVERIES, [endpointId, { deliveries }])
}
