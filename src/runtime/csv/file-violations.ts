import { type Refusal, refusalOf, type Violation } from '../../domain/errors.ts'
import { VIOLATIONS_LISTED_MAX } from '../../domain/limits.ts'
import type { ImportViolationCode } from '../../domain/problem-members.ts'

/** Why a cell is refused. */
export interface CellViolation {
  readonly code: ImportViolationCode
  /** The remedy: a sentence without its subject, which is the column's name. */
  readonly detail: string
}

/** One thing that is wrong with a file of records; `detail` is a whole sentence. */
interface ImportViolation extends CellViolation {
  /** 1 is the header; a record that spans lines has the number of its first. */
  readonly line: number
  /** The column's name in the header; null if the whole row is meant. */
  readonly column: string | null
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

/**
 * The refusal of a file with the first violations of all checks, by line and then in the order of
 * the header; undefined without any. Each check lists as many as are listed in all, so the first of
 * all are among them. A violation has a pointer of the line and the column.
 */
export function fileRefusal(
  found: readonly FoundViolations[],
  header: readonly string[],
): Refusal | undefined {
  const place = ({ column }: ImportViolation) => {
    if (column === null) return -1
    const position = header.indexOf(column)
    return position === -1 ? header.length : position
  }
  const violations = found
    .flatMap((list) => list.violations)
    .sort((a, b) => a.line - b.line || place(a) - place(b))
    .slice(0, VIOLATIONS_LISTED_MAX)
  if (violations.length === 0) return undefined
  const total = found.reduce((sum, list) => sum + list.total, 0)
  return refusalOf(listedViolations(violations), 'request', undefined, total)
}

/** The same with pointers, as the API publishes them. */
export function listedViolations(violations: readonly ImportViolation[]): Violation[] {
  return violations.map(({ line, column, code, detail }) => {
    const cell = column === null ? '' : `/${column.replaceAll('~', '~0').replaceAll('/', '~1')}`
    return { pointer: `/${line}${cell}`, code, detail }
  })
}

/** The line and the column that a pointer of `fileRefusal` names. */
export function cellOf(pointer: string): Pick<ImportViolation, 'line' | 'column'> {
  const [, line, column] = pointer.split('/')
  return {
    line: Number(line),
    column: column?.replaceAll('~1', '/').replaceAll('~0', '~') ?? null,
  }
}
