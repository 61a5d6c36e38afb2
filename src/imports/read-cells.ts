import { IsDateTime } from 'typebox/format'
import { plain } from '../csv/file-columns.ts'
import type { CellViolation } from '../csv/file-violations.ts'
import { asciiDigits, isBlank } from '../domain/folding.ts'
import { ID_PATTERN } from '../domain/ids.ts'
import {
  CENTS_MAX,
  CENTS_PATTERN,
  ID_LENGTH_MAX,
  METADATA_KEY_PATTERN,
  METADATA_PAIRS_MAX,
  METADATA_VALUE_LENGTH_MAX,
  PHONE_PATTERN,
} from '../domain/limits.ts'
import { codePoints, isStorable } from '../domain/text.ts'
import { formFault, SAYS_NOTHING } from '../http/request/validation-messages.ts'
import type { ReadCell } from './import-spec.ts'

interface TextRules {
  readonly minLength?: number
  readonly maxLength: number
  readonly pattern?: string
  readonly 'x-violation-hint'?: string
  readonly 'x-violation-blank'?: true
}

/** Free text, by the rules of the API's own schema of the field. */
export function textBy(schema: object): ReadCell {
  const {
    minLength = 0,
    maxLength,
    pattern,
    'x-violation-hint': hint,
    'x-violation-blank': blank,
  } = schema as TextRules
  const form = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  return (cell) => {
    const length = codePoints(cell)
    if (length < minLength || length > maxLength) {
      const detail = `must have ${minLength} to ${maxLength} characters, not ${length}.`
      return { code: length < minLength ? 'too_short' : 'too_long', detail }
    }
    if (blank === true && isBlank(cell)) return invalidFormat(SAYS_NOTHING)
    if (!isStorable(cell)) return invalidFormat('must not contain U+0000: remove it.')
    if (form?.test(cell) === false) {
      return invalidFormat([formFault({ pattern }, cell), hint ?? []].flat().join(' '))
    }
    return pattern === PHONE_PATTERN ? asciiDigits(cell) : cell
  }
}

/** The id of the record, or of another record that it belongs to. */
export const readId: ReadCell = (cell) =>
  id.test(cell)
    ? cell
    : invalidFormat(`must have 1 to ${ID_LENGTH_MAX} characters of A-Z a-z 0-9 _ -.`)

const id = new RegExp(ID_PATTERN)

/** An amount in cents, as decimal text. */
export const readCents: ReadCell = (cell) => {
  if (!cents.test(cell)) return invalidFormat(NOT_CENTS)
  return BigInt(cell) <= CENTS_MAX ? cell : invalidValue(NOT_CENTS)
}

const cents = new RegExp(CENTS_PATTERN)
const NOT_CENTS = `must be a whole number of cents from 0 to ${CENTS_MAX}, such as 25000000 for 250,000.00.`

/** One of a few words, also as a spreadsheet or the console writes it: TRUE, In vault. */
export function oneOf(choices: readonly string[]): ReadCell {
  const refused = invalidValue(`must be one of ${choices.join(', ')}.`)
  const known = new Map(choices.map((choice) => [plain(choice), choice]))
  return (cell) => known.get(plain(cell)) ?? refused
}

/** A long number that a spreadsheet rounded, such as 7.33E+07, stands for no record. */
export function withAllDigits(read: ReadCell): ReadCell {
  return (cell) => (ROUNDED.test(cell) ? DIGITS_LOST : read(cell))
}

export const ROUNDED = /^\d+[.,]\d+E\+\d+$/i
export const DIGITS_LOST = invalidFormat(
  'has lost digits: format the column as text in the spreadsheet, then enter the number again.',
)

/** A JSON object of texts, by the rules of the API. */
export const readMetadata: ReadCell = (cell) => {
  const value = parsed(cell)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const pairs = isObject ? Object.entries(value) : undefined
  const isFine = pairs?.every(
    ([key, text]) =>
      metadataKey.test(key) &&
      typeof text === 'string' &&
      codePoints(text) <= METADATA_VALUE_LENGTH_MAX &&
      isStorable(text),
  )
  if (isFine !== true) return invalidFormat(NOT_METADATA)
  return pairs !== undefined && pairs.length <= METADATA_PAIRS_MAX
    ? JSON.stringify(value)
    : invalidValue(`must have at most ${METADATA_PAIRS_MAX} pairs.`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const metadataKey = new RegExp(METADATA_KEY_PATTERN)
const NOT_METADATA =
  'must be a JSON object such as {"tier":"gold"}: keys of 1 to 40 of A-Z a-z 0-9 _ . -, and texts ' +
  `of up to ${METADATA_VALUE_LENGTH_MAX} characters.`

/** Milliseconds since the epoch. */
export const readMilliseconds: ReadCell = (cell) =>
  /^(0|[1-9][0-9]{0,15})$/.test(cell)
    ? (impossible(Number(cell)) ?? new Date(Number(cell)).toISOString())
    : invalidFormat(
        'must be a whole number of milliseconds since the Unix epoch, such as 1763712000000.',
      )

/** A date and time of RFC 3339, stored to the millisecond. */
export const readTime: ReadCell = (cell) => {
  const time = new Date(cell.toUpperCase())
  const year = time.getUTCFullYear()
  // PostgreSQL and JavaScript read other years differently: 50 comes back as 1950, 10000 not at
  // all.
  const isInRange = year >= 1000 && year <= 9999
  if (!isInRange || !IsDateTime(cell)) return invalidFormat(NOT_A_TIME)
  // Faster: the usual form is what toISOString would make of it.
  const isUsual = cell.length === USUAL_TIME.length && cell.endsWith('Z')
  return impossible(time.getTime()) ?? (isUsual ? cell : time.toISOString())
}

const USUAL_TIME = '2026-11-21T08:30:00.000Z'
const NOT_A_TIME =
  `must be a date and time such as ${USUAL_TIME} (RFC 3339), with Z or an offset, in the years ` +
  '1000 to 9999.'

/** Times that cannot be: those to come, and seconds that were read as milliseconds. */
function impossible(ms: number): CellViolation | undefined {
  if (ms > Date.now()) return invalidValue('must not be after now.')
  if (ms < SECONDS_FROM || ms >= SECONDS_TO) return undefined
  return invalidValue('must not be in January 1970: seconds were read as milliseconds.')
}

/** The seconds of 1973 to 2054. */
const [SECONDS_FROM, SECONDS_TO] = [100_000_000, Date.UTC(1970, 1)]

function invalidFormat(detail: string): CellViolation {
  return { code: 'invalid_format', detail }
}

export function invalidValue(detail: string): CellViolation {
  return { code: 'invalid_value', detail }
}
