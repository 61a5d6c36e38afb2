import { Refusal, refusalOf, type Violation } from '../domain/errors.ts'
import type { FoundViolations, ImportViolation } from './import-violations.ts'

export const EMPTY_FILE: FoundViolations = {
  violations: [
    {
      line: 1,
      column: null,
      code: 'malformed_csv',
      detail: 'The file is empty: its first line must name the columns.',
    },
  ],
  total: 1,
}

/** Each violation has a pointer of the line and the column. */
export function refusalOfFile({ violations, total }: FoundViolations): Refusal {
  return refusalOf(violations.map(toViolation), 'request', undefined, total)
}

function toViolation({ line, column, code, detail }: ImportViolation): Violation {
  const cell = column === null ? '' : `/${column.replaceAll('~', '~0').replaceAll('/', '~1')}`
  return { pointer: `/${line}${cell}`, code, detail }
}

/** @param limit such as `5 rows` */
export function fileTooLarge(limit: string): Refusal {
  return new Refusal('body_too_large', {
    detail: `A file may have at most ${limit}: split it into several files.`,
  })
}
