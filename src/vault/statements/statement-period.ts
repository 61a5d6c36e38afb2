import { Type } from 'typebox'
import type { Violation } from '../../domain/errors.ts'

/** The query parameters of a period: from its beginning up to its end, which is not in it. */
export const PERIOD_PARAMETERS = {
  from: Type.Optional(
    Type.String({
      description:
        'The beginning of the period (RFC 3339), which is part of it. Default: before everything.',
      format: 'date-time',
      examples: ['2026-11-01T00:00:00.000Z'],
    }),
  ),
  to: Type.Optional(
    Type.String({
      description:
        'The end of the period (RFC 3339), which is not part of it, so that the next period begins ' +
        'there. Default: none. A period that is not over shows what happened so far.',
      format: 'date-time',
      examples: ['2026-12-01T00:00:00.000Z'],
    }),
  ),
}

export interface Period {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

// Nothing is recorded outside these years, and the places of stays have room for no more.
const FIRST_MS = Date.UTC(1970, 0)
const LAST_MS = Date.UTC(2100, 0)

/** The first whole millisecond from an instant on: moments of records are whole ones. */
function millisecondsFrom(instant: string): number {
  const hasMore = /\.\d{3}\d*[1-9]/.test(instant)
  return Date.parse(instant) + (hasMore ? 1 : 0)
}

/** The instant in UTC as responses show it; null without one. */
export function periodEnd(instant: string | undefined): string | null {
  return instant === undefined ? null : new Date(millisecondsFrom(instant)).toISOString()
}

/** The parameters `$3` and `$4` of a statement: both ends of the period. */
export function periodValues({ from, to }: Period): [string, string] {
  const within = (instant: string | undefined, otherwise: number) => {
    const ms = instant === undefined ? otherwise : millisecondsFrom(instant)
    return new Date(Math.min(Math.max(ms, FIRST_MS), LAST_MS)).toISOString()
  }
  return [within(from, FIRST_MS), within(to, LAST_MS)]
}

/** A period has at least one moment. */
export function periodViolations({ from, to }: Period): Violation[] {
  if (typeof from !== 'string' || typeof to !== 'string') return []
  if (!(millisecondsFrom(from) >= millisecondsFrom(to))) return []
  const detail = 'to must be after from: the period begins at from, and ends before to.'
  return [{ pointer: '/to', in: 'query', code: 'invalid_parameter', detail }]
}
