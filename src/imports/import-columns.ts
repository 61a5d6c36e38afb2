import type { ImportViolationCode } from '../domain/errors.ts'
import { ID_PATTERN } from '../domain/ids.ts'
import { CENTS_MAX, CENTS_PATTERN, ID_LENGTH_MAX } from '../domain/limits.ts'
import { codePoints, isStorable } from '../domain/text.ts'

/** Why a cell is refused. */
export interface CellViolation {
  readonly code: ImportViolationCode
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
  /** What is stored for what the cell says, where that is not the same. */
  readonly storedAs?: (value: string) => string
  /** Turns a cell that is not empty into PostgreSQL's text for it. */
  readonly read: (cell: string) => string | CellViolation
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
      if (!isStorable(cell)) {
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

/** An amount in cents, carried as decimal text. */
export function centsColumn(names: ColumnNames): ImportColumn {
  const detail = `${names.name} must be a whole number of cents from 0 to ${CENTS_MAX}, such as 25000000.`
  return {
    ...names,
    read: (cell) => {
      if (!cents.test(cell)) return { code: 'invalid_format', detail }
      const fits = cell.length < CENTS_DIGITS_MAX || BigInt(cell) <= CENTS_MAX
      return fits ? cell : { code: 'invalid_value', detail }
    },
  }
}

const cents = new RegExp(CENTS_PATTERN)
const CENTS_DIGITS_MAX = String(CENTS_MAX).length

export function booleanColumn(names: ColumnNames): ImportColumn {
  return choiceColumn(names, ['true', 'false'])
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
      const own = Object.hasOwn(refused, cell) ? refused[cell] : undefined
      return { code: 'invalid_value', detail: own ?? detail }
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

/** Milliseconds since the epoch, until the end of the year 9999. */
export function millisecondsColumn(names: ColumnNames): ImportColumn {
  const detail = `${names.name} must be a whole number of milliseconds since the Unix epoch, such as 1763712000000.`
  return {
    ...names,
    read: (cell) => {
      if (!/^(0|[1-9][0-9]{0,15})$/.test(cell)) return { code: 'invalid_format', detail }
      if (Number(cell) > DATE_MS_MAX) return { code: 'invalid_value', detail }
      return new Date(Number(cell)).toISOString()
    },
  }
}

/** The last millisecond of the year 9999. */
const DATE_MS_MAX = 253_402_300_799_999

/** A date and time of RFC 3339, kept to the millisecond. */
export function timeColumn(names: ColumnNames): ImportColumn {
  const detail = `${names.name} must be a date and time of RFC 3339 with Z or an offset, such as 2026-11-21T08:30:00.000Z, in the years 1000 to 9999.`
  return {
    ...names,
    read: (cell) => {
      return readTime(cell) ?? { code: 'invalid_format', detail }
    },
  }
}

const DATE = /\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])/.source
const TIME = /([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?/.source
const ZONE = /([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)/.source
const RFC_3339 = new RegExp(`^${DATE}[Tt]${TIME}${ZONE}$`)
const CANONICAL_LENGTH = '2026-11-21T08:30:00.000Z'.length

function readTime(text: string): string | undefined {
  if (!RFC_3339.test(text)) return undefined
  const time = new Date(text.toUpperCase())
  // Outside of these years PostgreSQL's text and JavaScript's reading of it part: year 50 comes
  // back as 1950, year 10000 not at all.
  const year = time.getUTCFullYear()
  if (year < 1000 || year > 9999 || !isDay(text)) return undefined
  return text.length === CANONICAL_LENGTH && text.endsWith('Z') ? text : time.toISOString()
}

/** Whether the month has that day: JavaScript reads 30 February as 1 March. */
function isDay(text: string): boolean {
  const day = Number(text.slice(8, 10))
  if (day <= 28) return true
  const date = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  return date.getUTCDate() === day
}
