import { asciiDigits, foldedValue, isBlank } from '../../domain/folding.ts'
import { identifierKey } from '../../domain/identifiers.ts'
import { ID_PATTERN } from '../../domain/ids.ts'
import {
  CENTS_MAX,
  CENTS_PATTERN,
  ID_LENGTH_MAX,
  IDENTIFIER_FOLDED_LENGTH_MAX,
  IDENTIFIER_VALUE_LENGTH_MAX,
  IDENTIFIERS_MAX,
  METADATA_KEY_PATTERN,
  METADATA_PAIRS_MAX,
  METADATA_VALUE_LENGTH_MAX,
  PHONE_PATTERN,
  SCHEME_PATTERN,
} from '../../domain/limits.ts'
import { codePoints, isInstant, isStorable } from '../../domain/text.ts'
import { formFault, SAYS_NOTHING } from '../../http/request/validation-messages.ts'
import { lossOf, meantCode, meantText, notCents } from '../../runtime/csv/codes.ts'
import { plain } from '../../runtime/csv/file-columns.ts'
import type { CellViolation } from '../../runtime/csv/file-violations.ts'
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
      const remedy = hint?.replace(/null if it is unknown|leave it out/, 'leave the cell empty')
      return invalidFormat([formFault({ pattern }, cell), remedy ?? []].flat().join(' '))
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
export const readCents: ReadCell = (cell, digits) => {
  if (!cents.test(cell)) return invalidFormat(notCents(digits))
  return BigInt(cell) <= CENTS_MAX ? cell : invalidValue(notCents(digits))
}

const cents = new RegExp(CENTS_PATTERN)

/** One of a few words, also as a spreadsheet or the console writes it: TRUE, WAHR, In vault. */
export function oneOf(choices: readonly string[]): ReadCell {
  const refused = invalidValue(`must be one of ${choices.join(', ')}.`)
  const known = new Map(choices.map((choice) => [plain(choice), choice]))
  return (cell) =>
    known.get(cell) ??
    known.get(plain(cell).replace(TRUE, 'true').replace(FALSE, 'false')) ??
    refused
}

/** TRUE and FALSE as spreadsheets save them in the language of their user. */
const TRUE = /^(?:wahr|vrai|verdadero|verdadeiro|vero|waar|sant|prawda|doğru|истина)$/
const FALSE = /^(?:falsch|faux|falso|onwaar|falskt|fałsz|yanliş|ложь)$/

/** A JSON object of texts, by the rules of the API. */
export const readMetadata: ReadCell = (cell) => {
  const value = parsed(cell)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const pairs = isObject ? Object.entries(value) : []
  const isFine = pairs.every(
    ([key, text]) =>
      metadataKey.test(key) &&
      typeof text === 'string' &&
      codePoints(text) <= METADATA_VALUE_LENGTH_MAX &&
      isStorable(text),
  )
  if (!isObject || !isFine) return invalidFormat(NOT_METADATA)
  const [loss] = pairs.flatMap(([, text]) => lossOf(text as string, 'metadata') ?? [])
  if (loss !== undefined) return loss
  if (pairs.length <= METADATA_PAIRS_MAX) return JSON.stringify(value)
  return invalidValue(`must have at most ${METADATA_PAIRS_MAX} pairs.`)
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

const scheme = new RegExp(SCHEME_PATTERN)
const NOT_IDENTIFIERS =
  'must be pairs such as "psa_cert:42118903; serial:A 7": a scheme of lower-case letters, digits ' +
  `and _, a colon, and 1 to ${IDENTIFIER_VALUE_LENGTH_MAX} characters.`

/** The identifiers of an item, as `scheme:value` with semicolons between. */
export const readIdentifiers: ReadCell = (cell) => {
  const pairs = cell.split(';').flatMap((text) => (text.trim() === '' ? [] : [pairOf(text.trim())]))
  const isFine = pairs.every(
    ({ scheme: name, value, valueFolded }) =>
      scheme.test(name) &&
      valueFolded !== '' &&
      codePoints(value) <= IDENTIFIER_VALUE_LENGTH_MAX &&
      codePoints(valueFolded) <= IDENTIFIER_FOLDED_LENGTH_MAX &&
      isStorable(value),
  )
  if (!isFine) return invalidFormat(NOT_IDENTIFIERS)
  const [loss] = pairs.flatMap(({ value }) => lossOf(value, 'identifiers') ?? [])
  if (loss !== undefined) return loss
  if (pairs.length > IDENTIFIERS_MAX) {
    return invalidValue(`must have at most ${IDENTIFIERS_MAX} pairs.`)
  }
  if (new Set(pairs.map(identifierKey)).size < pairs.length) {
    const detail = 'must not have the same identifier twice, but for case and blanks.'
    return { code: 'duplicate_identifier', detail }
  }
  return JSON.stringify(pairs)
}

function pairOf(text: string) {
  const colon = text.indexOf(':')
  const value = meantCode(meantText(text.slice(colon + 1)), 'identifiers')
  return { scheme: text.slice(0, Math.max(colon, 0)), value, valueFolded: foldedValue(value) }
}

/** Milliseconds since the epoch. */
export const readMilliseconds: ReadCell = (cell) =>
  /^(0|[1-9][0-9]{0,15})$/.test(cell)
    ? (impossible(Number(cell)) ?? new Date(Number(cell)).toISOString())
    : invalidFormat(
        'must be a whole number of milliseconds since the Unix epoch, such as 1763712000000.',
      )

/** A date and time of RFC 3339, stored to the millisecond. */
export const readTime: ReadCell = (cell) => {
  const text = cell.toUpperCase()
  if (!isInstant(text)) return invalidFormat(NOT_A_TIME)
  const time = new Date(text)
  return impossible(time.getTime()) ?? time.toISOString()
}

const NOT_A_TIME =
  'must be a date and time since February 1970, such as 2026-11-21T08:30:00.000Z (RFC 3339), with ' +
  'Z or an offset.'

/**
 * Times that cannot be: those to come, and those before February 1970. They are the empty dates of
 * programs (0, 1899-12-30, 1904-01-01), or seconds until 2054 or days of a spreadsheet that were
 * read as milliseconds.
 */
function impossible(ms: number): CellViolation | undefined {
  if (ms > Date.now()) return invalidValue('must not be after now.')
  if (ms >= FEBRUARY_1970) return undefined
  const remedy = 'leave an empty date empty; seconds or days are no milliseconds.'
  return invalidValue(`must not be before February 1970: ${remedy}`)
}

const FEBRUARY_1970 = Date.UTC(1970, 1)

function invalidFormat(detail: string): CellViolation {
  return { code: 'invalid_format', detail }
}

export function invalidValue(detail: string): CellViolation {
  return { code: 'invalid_value', detail }
}
