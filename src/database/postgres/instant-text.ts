import { isoText } from './values.ts'

/** PostgreSQL's text of an instant in the time zone UTC, without a fraction of a second. */
const PLAIN_LENGTH = '2026-11-21 09:15:00+00'.length

/**
 * The RFC 3339 form, in milliseconds, of a `timestamptz(3)` that was read as text. For a page of 25
 * that is several times faster than to make a Date of each and format it.
 */
export function instantOf(text: string): string {
  const fraction = text.length - PLAIN_LENGTH
  if (text[10] !== ' ' || !text.endsWith('+00') || fraction < 0 || fraction > 4) {
    return new Date(isoText(text)).toISOString()
  }
  // PostgreSQL omits trailing zeros.
  const milliseconds = fraction === 0 ? '.000' : text.slice(19, -3).padEnd(4, '0')
  return `${text.slice(0, 10)}T${text.slice(11, 19)}${milliseconds}Z`
}

/** The same for a column that can be null. */
export function instantOrNull(text: string | null): string | null {
  return text === null ? null : instantOf(text)
}
