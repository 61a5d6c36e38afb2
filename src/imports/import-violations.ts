import type { ImportViolationCode } from '../domain/errors.ts'
import { VIOLATIONS_LISTED_MAX } from '../domain/limits.ts'

/** One thing that is wrong with a file of records. */
export interface ImportViolation {
  /** 1 is the header; a record that spans lines has the number of its first. */
  readonly line: number
  /** The column's name in the header; null where the whole row is meant. */
  readonly column: string | null
  readonly code: ImportViolationCode
  /** A sentence that says what to do. */
  readonly detail: string
}

/** The violations that one check found: the first ones by line, and how many there are in all. */
export interface FoundViolations {
  readonly violations: readonly ImportViolation[]
  readonly total: number
}

/** What the rows of an invalid query say: the first ones, each with the number of all. */
export function foundViolations<T extends { readonly total: number }>(
  rows: readonly T[],
  toViolation: (row: T) => ImportViolation,
): FoundViolations {
  return { violations: rows.map(toViolation), total: Number(rows[0]?.total ?? 0) }
}

/** Collects violations that are found in the order of the file; remembers the first, counts all. */
export class ViolationCounter implements FoundViolations {
  readonly violations: ImportViolation[] = []
  total = 0

  add(violation: ImportViolation): void {
    this.total += 1
    if (this.violations.length < VIOLATIONS_LISTED_MAX) this.violations.push(violation)
  }
}

/**
 * The violations of every check together, by line and then in the order of the header's columns. Each
 * check tells its own first hundred, so the first hundred of all are among them.
 */
export function firstViolations(
  found: readonly FoundViolations[],
  header: readonly string[],
): FoundViolations {
  const place = ({ column }: ImportViolation) => {
    if (column === null) return -1
    const position = header.indexOf(column)
    return position === -1 ? header.length : position
  }
  const violations = found
    .flatMap((list) => list.violations)
    .sort((a, b) => a.line - b.line || place(a) - place(b))
    .slice(0, VIOLATIONS_LISTED_MAX)
  return { violations, total: found.reduce((sum, { total }) => sum + total, 0) }
}
