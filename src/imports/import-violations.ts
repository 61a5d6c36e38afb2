import type { ImportFaultCode } from '../domain/errors.ts'
import { FAULTS_LISTED_MAX } from '../domain/limits.ts'

/** One thing that is wrong with a file of records. */
export interface ImportFault {
  /** 1 is the header; a record that spans lines has the number of its first. */
  readonly line: number
  /** The column's name in the header; null where the whole row is meant. */
  readonly column: string | null
  readonly code: ImportFaultCode
  /** A sentence that says what to do. */
  readonly detail: string
}

/** The faults that one check found: the first ones by line, and how many there are in all. */
export interface FoundFaults {
  readonly faults: readonly ImportFault[]
  readonly total: number
}

/** What the rows of a faulty query say: the first ones, each with the number of all. */
export function foundFaults<T extends { readonly total: number }>(
  rows: readonly T[],
  toFault: (row: T) => ImportFault,
): FoundFaults {
  return { faults: rows.map(toFault), total: Number(rows[0]?.total ?? 0) }
}

/** Collects faults that are found in the order of the file; remembers the first, counts all. */
export class FaultCounter implements FoundFaults {
  readonly faults: ImportFault[] = []
  total = 0

  add(fault: ImportFault): void {
    this.total += 1
    if (this.faults.length < FAULTS_LISTED_MAX) this.faults.push(fault)
  }
}

/**
 * The faults of every check together, by line and then in the order of the header's columns. Each
 * check tells its own first hundred, so the first hundred of all are among them.
 */
export function firstFaults(found: readonly FoundFaults[], header: readonly string[]): FoundFaults {
  const place = ({ column }: ImportFault) => {
    if (column === null) return -1
    const position = header.indexOf(column)
    return position === -1 ? header.length : position
  }
  const faults = found
    .flatMap((list) => list.faults)
    .sort((a, b) => a.line - b.line || place(a) - place(b))
    .slice(0, FAULTS_LISTED_MAX)
  return { faults, total: found.reduce((sum, { total }) => sum + total, 0) }
}
