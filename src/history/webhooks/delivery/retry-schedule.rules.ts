const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

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
