const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Failing for so long disables an endpoint. */
const FAILING_MS_MAX = 5 * 24 * HOUR

/** After so long without an attempt, its health is unknown: retries are a day apart at most. */
const UNKNOWN_MS_MIN = 2 * 24 * HOUR

/** The status by which a receiver says that it wants no more events. */
const GONE = 410

/** A delivery as its row has it. Instants are milliseconds since the Unix epoch. */
export interface DeliveryState {
  readonly status: 'pending' | 'delivered' | 'failed'
  readonly attempts: number
  /** Attempts before it was last sent again by request. */
  readonly attemptsBefore: number
  readonly nextAttemptAt: number | null
  readonly endedAt: number | null
}

/** The health of an endpoint, as its row has it. */
export interface HealthState {
  readonly failingSince: number | null
  readonly lastSuccessAt: number | null
  readonly lastFailureAt: number | null
  readonly lastError: string | null
}

export interface Attempt {
  /** When it began. */
  readonly at: number
  readonly status: number | null
  /** Null if the event was delivered. */
  readonly error: string | null
}

/**
 * The delivery after one more attempt. It may have ended before: another process sent it as well
 * after the claim of this one was over.
 * @param random from 0 to 1
 */
export function afterAttempt(
  before: DeliveryState,
  { error }: Pick<Attempt, 'error'>,
  { nowMs, random }: { readonly nowMs: number; readonly random: number },
): DeliveryState {
  const after = { ...before, attempts: before.attempts + 1 }
  if (before.status === 'delivered') return after
  if (error === null) {
    return { ...after, status: 'delivered', nextAttemptAt: null, endedAt: nowMs }
  }
  if (before.status === 'failed') return after
  const delay = retryDelay(after.attempts - after.attemptsBefore, random)
  if (delay === undefined) {
    return { ...after, status: 'failed', nextAttemptAt: null, endedAt: nowMs }
  }
  return { ...after, nextAttemptAt: nowMs + delay }
}

/** The endpoint's health after attempts, in the order in which they ended. */
export function healthAfter(before: HealthState, attempts: readonly Attempt[]): HealthState {
  let health = before
  for (const { at, error } of attempts) {
    const isUnknown = at - (health.lastFailureAt ?? at) > UNKNOWN_MS_MIN
    const failingSince = isUnknown ? at : (health.failingSince ?? at)
    health =
      error === null
        ? { ...health, failingSince: null, lastSuccessAt: at }
        : { ...health, failingSince, lastFailureAt: at, lastError: error }
  }
  return health
}

/** Why the endpoint is to be disabled after these attempts; undefined if it is not. */
export function disabledReason(
  { failingSince }: HealthState,
  attempts: readonly Pick<Attempt, 'status'>[],
  nowMs: number,
): 'gone' | 'failing' | undefined {
  if (attempts.some(({ status }) => status === GONE)) return 'gone'
  if (failingSince !== null && nowMs - failingSince >= FAILING_MS_MAX) return 'failing'
  return undefined
}

/** The delay of the next attempt after each failed one; none follows the last. */
const DELAYS_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/** By which part of it a delay is longer or shorter, so that retries do not come all at once. */
const JITTER = 0.1

/** Milliseconds from that failed attempt, 1 or more, to the next; undefined after the last. */
export function retryDelay(attempts: number, random: number): number | undefined {
  const delay = DELAYS_MS[attempts - 1]
  return delay && Math.round(delay * (1 + JITTER * (2 * random - 1)))
}
