import type { ImportFaultCode } from '../errors.ts'
import { ID_PATTERN } from '../ids.ts'
import { CENTS_MAX, ID_LENGTH_MAX } from '../limits.ts'

/** Why a cell is refused. */
export interface CellFault {
  readonly code: ImportFaultCode
  /** A sentence that says what to do; it starts with the column's name. */
  readonly detail: string
}

/** One column that a file of records may have. */
export interface ImportColumn {
  /** The API's name of the field: what the header says. */
  readonly name: string
  /** The table's column; null where the cell is only compared. */
  readonly stored: string | null
  readonly required?: true
  /** What an empty cell stands for; null where absent. */
  readonly default?: string
  /** Turns a cell that is not empty into PostgreSQL's text for it. */
  readonly read: (cell: string) => string | CellFault
}

type ColumnNames = Omit<ImportColumn, 'read'>

/** Free text; its bounds are those of the API's own schema of the field. */
export function textColumn(names: ColumnNames, schema: object): ImportColumn {
  const { minLength = 0, maxLength, pattern } = schema as TextRules
  const form = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  const { name } = names
  const bounds = `${name} must have ${minLength} to ${maxLength} characters`
  return {
    ...names,
    read: (cell) => {
      const length = codePoints(cell)
      if (length < minLength) return { code: 'too_short', detail: `${bounds}, not ${length}.` }
      if (length > maxLength) return { code: 'too_long', detail: `${bounds}, not ${length}.` }
      if (cell.includes('\u0000')) {
        return { code: 'invalid_format', detail: `${name} must not contain U+0000: remove it.` }
      }
      if (form?.test(cell) === false) {
        const detail = `${name} does not have the form that the documentation gives for it.`
        return { code: 'invalid_format', detail }
      }
      return cell
    },
  }
}

interface TextRules {
  readonly minLength?: number
  readonly maxLength: number
  readonly pattern?: string
}

/** An id that the record came with, or that of a record it belongs to. */
export function idColumn(names: ColumnNames): ImportColumn {
  const form = new RegExp(ID_PATTERN)
  const detail = `${names.name} must have 1 to ${ID_LENGTH_MAX} characters of A-Z a-z 0-9 _ -.`
  return {
    ...names,
    read: (cell) => (form.test(cell) ? cell : { code: 'invalid_format', detail }),
  }
}

export function centsColumn(names: ColumnNames, schema: { readonly pattern?: string }) {
  const form = new RegExp(schema.pattern as string)
  const digits = String(CENTS_MAX).length
  const detail = `${names.name} must be a whole number of cents from 0 to ${CENTS_MAX}, such as 25000000.`
  return {
    ...names,
    read: (cell: string) => {
      if (!form.test(cell)) return { code: 'invalid_format' as const, detail }
      if (cell.length < digits || BigInt(cell) <= CENTS_MAX) return cell
      return { code: 'invalid_value' as const, detail }
    },
  } satisfies ImportColumn
}

/** One of a few words; `refused` are those of them that cannot be imported, and why. */
export function choiceColumn(
  names: ColumnNames,
  choices: readonly string[],
  refused: Readonly<Record<string, string>> = {},
): ImportColumn {
  const allowed = choices.filter((choice) => refused[choice] === undefined)
  const detail = `${names.name} must be one of ${allowed.join(', ')}.`
  return {
    ...names,
    read: (cell) => {
      if (allowed.includes(cell)) return cell
      return { code: 'invalid_value', detail: refused[cell] ?? detail }
    },
  }
}

/** The organization's own id, where the file repeats it on every row. */
export function organizationColumn(organizationId: string): ImportColumn {
  const detail = `organizationId must be ${organizationId}, the organization imported into, or empty.`
  return {
    name: 'organizationId',
    stored: null,
    read: (cell) => (cell === organizationId ? cell : { code: 'invalid_value', detail }),
  }
}

/** Milliseconds since the epoch, as far as a date can hold them. */
export function millisecondsColumn(names: ColumnNames): ImportColumn {
  const detail = `${names.name} must be a whole number of milliseconds since the Unix epoch, such as 1763712000000.`
  return {
    ...names,
    read: (cell) => {
      if (!/^(0|[1-9][0-9]{0,15})$/.test(cell)) return { code: 'invalid_format', detail }
      const time = new Date(Number(cell))
      if (Number.isNaN(time.getTime())) return { code: 'invalid_value', detail }
      return postgresTime(time)
    },
  }
}

/** A date and time of RFC 3339, kept to the millisecond. */
export function timeColumn(names: ColumnNames): ImportColumn {
  const detail = `${names.name} must be a date and time of RFC 3339 with Z or an offset, such as 2026-11-21T08:30:00.000Z.`
  return {
    ...names,
    read: (cell) => {
      const time = readTime(cell)
      return time === undefined ? { code: 'invalid_format', detail } : postgresTime(time)
    },
  }
}

const RFC_3339 =
  /^(\d{4})-(\d\d)-(\d\d)[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/

function readTime(text: string): Date | undefined {
  const [, year, month, day] = RFC_3339.exec(text) ?? []
  if (year === undefined) return undefined
  // JavaScript reads 30 February as 1 March.
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  if (date.getUTCDate() !== Number(day) || date.getUTCMonth() !== Number(month) - 1) return undefined
  const time = new Date(text.toUpperCase())
  // What an offset moves out of the four-digit years has no form in the API's answers.
  const inRange = time.getUTCFullYear() >= 1 && time.getUTCFullYear() <= 9999
  return inRange ? time : undefined
}

/** The year zero does not exist for PostgreSQL; later than 9999 it wants no sign. */
function postgresTime(time: Date): string {
  return time.toISOString().replace(/^\+0*/, '')
}

function codePoints(text: string): number {
  let count = text.length
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i)
    if (unit >= 0xd800 && unit <= 0xdbff) count -= 1
  }
  return count
}
