/** How records of one kind are read by their ids: static texts, prepared once per connection. */
export interface BatchedRead<Found> {
  /** Its name in the metrics. */
  readonly name: string
  /**
   * Finds one: `$1` is the organization, `$2` the id. A read that belongs to no organization has the
   * id as `$1`.
   */
  readonly one: string
  /** Finds many: in the place of the id, a list of ids. */
  readonly many: string
  /** Makes a record of a row's values. The first of them is the id. */
  readonly toRecord: (values: readonly unknown[]) => Found
}

/**
 * A `timestamptz` as RFC 3339 from PostgreSQL's own text of it, such as
 * `2026-11-21 08:30:00.123456+00`: in milliseconds, the rest cut off. Connections run in UTC.
 */
export function instantOf(text: string): string {
  const fraction = text.slice(20, -3)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}

/** The same of a column that can be null. */
export function instantOrNull(text: string | null): string | null {
  return text === null ? null : instantOf(text)
}
