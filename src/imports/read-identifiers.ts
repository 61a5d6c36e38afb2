import { meantText } from '../csv/csv-line.ts'
import { foldedValue } from '../domain/folding.ts'
import { identifierKey } from '../domain/identifiers.ts'
import {
  IDENTIFIER_FOLDED_LENGTH_MAX,
  IDENTIFIER_VALUE_LENGTH_MAX,
  IDENTIFIERS_MAX,
  SCHEME_PATTERN,
} from '../domain/limits.ts'
import { codePoints, isStorable } from '../domain/text.ts'
import type { ReadCell } from './import-spec.ts'
import { DIGITS_LOST, ROUNDED } from './read-cells.ts'

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
  if (!isFine) return { code: 'invalid_format', detail: NOT_IDENTIFIERS }
  if (pairs.some(({ value }) => ROUNDED.test(value))) return DIGITS_LOST
  if (pairs.length > IDENTIFIERS_MAX) {
    return { code: 'invalid_value', detail: `must have at most ${IDENTIFIERS_MAX} pairs.` }
  }
  if (new Set(pairs.map(identifierKey)).size < pairs.length) {
    const detail = 'must not have the same identifier twice, but for case and blanks.'
    return { code: 'duplicate_identifier', detail }
  }
  return JSON.stringify(pairs)
}

function pairOf(text: string) {
  const colon = text.indexOf(':')
  const value = meantText(text.slice(colon + 1))
  return { scheme: text.slice(0, Math.max(colon, 0)), value, valueFolded: foldedValue(value) }
}
