import type { ImportViolationCode } from '../domain/errors.ts'
import { VIOLATIONS_LISTED_MAX } from '../domain/limits.ts'

/** One thing that is wrong with a file of records. */
export interface ImportViolation {
  /** 1 is the header; a record that spans lines has the number of its first. */
  readonly line: number
  /** The column's name in the header; null if the whole row is meant. */
  readonly column: string | null
  readonly code: ImportViolationCode
  /** A sentence that says what to do. */
  readonly detail: string
}

/** The violations that one check found: the first ones by line, and the number of all. */
export interface FoundViolations {
  readonly violations: readonly ImportViolation[]
  readonly total: number
}

/** Collects the first violations in the order of the file, and counts all. */
export class ViolationCounter implements FoundViolations {
  readonly violations: ImportViolation[] = []
  total = 0

  add(violation: ImportViolation): void {
    this.total += 1
    if (this.violations.length < VIOLATIONS_LISTED_MAX) this.violations.push(violation)
  }
}

/** A row of a query for violations: the first rows by line, each with the number of all. */
export interface InvalidRow {
  readonly line: number
  readonly total: number
}

/** The violations of one column that a query found. */
export function violationsOf<Row extends InvalidRow>(
  column: string,
  rows: readonly Row[],
  describe: (row: Row) => Pick<ImportViolation, 'code' | 'detail'>,
): FoundViolations {
  const violations = rows.map((row) => ({ line: row.line, column, ...describe(row) }))
  return { violations, total: Number(rows[0]?.total ?? 0) }
}

/**
 * The first violations of all checks, by line and then in the order of the header. Each check lists
 * as many as are listed in all, so the first of all are among them.
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
