import {
  inOrganization,
  ORGANIZATION,
  type OrganizationTransaction,
} from '../../database/changes/organization-transaction.ts'
import type { Ending } from '../../database/postgres/pipelined-transaction.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import { type EndpointConfiguration, isStill, lastEnabled } from './endpoint-configuration.store.ts'
import type { EndpointWithWork } from './find-work.store.ts'
import {
  type Attempt,
  afterAttempt,
  type DeliveryState,
  disabledReason,
  type HealthState,
  healthAfter,
} from './judge-attempt.rules.ts'

/** What came of sending an event. */
export interface EndedAttempt {
  readonly eventNumber: number
  /** Where it went. */
  readonly configuration: EndpointConfiguration
  readonly status: number | null
  readonly error: string | null
  readonly response: string | null
  readonly durationMs: number
  /** When it began, on the clock of `performance.now()`. */
  readonly beganAt: number
}

/** Why an endpoint is to be disabled, as long as it has that configuration. */
export interface Disabling {
  readonly reason: 'gone' | 'failing'
  readonly configuration: EndpointConfiguration
}

/** What the attempts say about the endpoint. */
export interface EndpointAfter {
  readonly isFailing: boolean
  /** Undefined where it is not to be disabled. */
  readonly disabling: Disabling | undefined
}

type Recorded = EndpointAfter | 'locked' | undefined

// Nothing here waits for a lock: the transaction has one of few slots.

/** Keeps the endpoint from being deleted: its rows are locked before those that refer to it. */
export const KEEP_ENDPOINT = `
  select url, version
  from webhook_endpoints
  where organization_id = $1 and id = $2
  for key share skip locked`

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

// Those that were passed over above are counted here.
const PRESENT = `
  select (
    select count(*)::integer
    from webhook_deliveries
    where organization_id = $1 and endpoint_id = $2 and event_number = any($3::text[]::bigint[])
  ) as deliveries
  from webhook_endpoint_health
  where organization_id = $1 and endpoint_id = $2`

const NOW = `
  select (extract(epoch from statement_timestamp()) * 1000)::float8 as now_ms
  from organizations
  where id = $1`

const INSERT_ATTEMPTS = `
  insert into webhook_attempts (organization_id, endpoint_id, event_number, number, at, status,
    duration_ms, error, response)
  select organization_id, $2, event_number, number, to_timestamp(at / 1000), status, duration_ms,
    error, response
  from ${ORGANIZATION}
  cross join jsonb_to_recordset($3::jsonb -> 'attempts') as attempt (event_number bigint,
    number integer, at float8, status integer, duration_ms integer, error text, response text)`

const UPDATE_DELIVERIES = `
  update webhook_deliveries as delivery
  set status = after.status, attempts = after.attempts, claimed_until = null,
    next_attempt_at = to_timestamp(after.next_attempt_at / 1000),
    ended_at = to_timestamp(after.ended_at / 1000)
  from jsonb_to_recordset($3::jsonb -> 'deliveries') as after (event_number bigint, status text,
    attempts integer, next_attempt_at float8, ended_at float8)
  where organization_id = $1 and endpoint_id = $2 and delivery.event_number = after.event_number`

const UPDATE_HEALTH = `
  update webhook_endpoint_health
  set failing_since = to_timestamp($3::float8 / 1000),
    last_success_at = to_timestamp($4::float8 / 1000),
    last_failure_at = to_timestamp($5::float8 / 1000), last_error = $6
  where organization_id = $1 and endpoint_id = $2`

type DeliveryRow = DeliveryState & { readonly eventNumber: number }

/**
 * Records attempts of one endpoint, in the order in which they ended, and what they change: the
 * deliveries and the endpoint's health. Locks the row of the endpoint (key share), those of the
 * deliveries in the order of the events, and that of the health.
 * Attempts at another URL, or from before it was enabled again, say nothing about the endpoint.
 * An attempt is recorded also where its claim was lost meanwhile.
 * @returns undefined where the endpoint was deleted, and `locked` where another transaction has one
 *   of the rows: nothing was recorded then
 */
export async function recordAttempts(
  caller: Pick<EndpointWithWork, 'organizationId' | 'endpointId'>,
  database: RequestDatabase,
  ended: readonly EndedAttempt[],
): Promise<Recorded> {
  const { organizationId, endpointId } = caller
  const numbers = ended.map(({ eventNumber }) => String(eventNumber))
  return await database.run(caller, (sql) =>
    inOrganization(sql, organizationId, async (tx): Promise<Ending<Recorded>> => {
      const [[kept], rows, [before], [present], enabled, [moment]] = await Promise.all([
        tx.run<EndpointConfiguration>(KEEP_ENDPOINT, [endpointId]),
        tx.run<DeliveryRow>(LOCK_DELIVERIES, [endpointId, numbers]),
        tx.run<HealthState>(LOCK_HEALTH, [endpointId]),
        tx.run<{ deliveries: number }>(PRESENT, [endpointId, numbers]),
        lastEnabled(tx, [endpointId]),
        tx.run<{ nowMs: number }>(NOW, []),
      ])
      if (present === undefined || moment === undefined) {
        return { end: 'roll_back', value: undefined }
      }
      if (kept === undefined || before === undefined || rows.length < present.deliveries) {
        return { end: 'roll_back', value: 'locked' }
      }
      const { nowMs } = moment
      const clockMs = performance.now()
      const attempts = ended.map((each) => ({ ...each, at: nowMs - (clockMs - each.beganAt) }))
      writeDeliveries(tx, endpointId, { attempts, rows, nowMs })
      const current = { ...kept, enabledVersion: enabled.get(endpointId) ?? null }
      const about = attempts.filter(({ configuration }) => isStill(configuration, current))
      const health = healthAfter(before, about)
      const { failingSince, lastSuccessAt, lastFailureAt, lastError } = health
      const values = [failingSince, lastSuccessAt, lastFailureAt, lastError]
      void tx.run(UPDATE_HEALTH, [endpointId, ...values])
      const reason = about.length > 0 ? disabledReason(health, about, nowMs) : undefined
      const disabling = reason && { reason, configuration: kept }
      return { end: 'commit', value: { isFailing: failingSince !== null, disabling } }
    }),
  )
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
  const attempts = found.attempts.flatMap(({ eventNumber, ...attempt }) => {
    const state = states.get(eventNumber)
    if (state === undefined) return []
    const after = afterAttempt(state, attempt, { nowMs, random: Math.random() })
    states.set(eventNumber, { ...after, eventNumber })
    const { at, status, durationMs, error, response } = attempt
    return {
      ...{ event_number: eventNumber, number: after.attempts, at, status },
      ...{ duration_ms: durationMs, error, response },
    }
  })
  const deliveries = [...states.values()].map((state) => ({
    ...{ event_number: state.eventNumber, status: state.status, attempts: state.attempts },
    ...{ next_attempt_at: state.nextAttemptAt, ended_at: state.endedAt },
  }))
  void tx.run(INSERT_ATTEMPTS, [endpointId, { attempts }])
  void tx.run(UPDATE_DELIVERIES, [endpointId, { deliveries }])
}
