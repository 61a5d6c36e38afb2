import { Type } from 'typebox'
import { SEARCH_TEXT_LENGTH_MAX, SEARCH_TEXT_LENGTH_MIN } from './limits.ts'
import { codePoints, isStorable } from './text.ts'

const BETWEEN = `{${SEARCH_TEXT_LENGTH_MIN - 2},${SEARCH_TEXT_LENGTH_MAX - 2}}`
/** A sign of Chinese, Japanese and Korean, which have words of one sign. */
const WORD_SIGN = '[\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7a3]'
/** Text that `isSearchText` accepts. */
const SEARCH_TEXT_PATTERN = `^\\s*([^\\s\\x00][^\\x00]${BETWEEN}[^\\s\\x00]|${WORD_SIGN})\\s*$`
const wordSign = new RegExp(`^${WORD_SIGN}$`)

/** A text to search for, as a query parameter. @param description of what it searches */
export function searchText(description: string) {
  return Type.String({
    description:
      `${description} ${SEARCH_TEXT_LENGTH_MIN} to ${SEARCH_TEXT_LENGTH_MAX} characters without ` +
      'blanks at its ends, or one sign of Chinese, Japanese or Korean. Case, accents and punctuation do not count. Each word must be found; one ' +
      'of one or two characters is found at the beginning of words alone.',
    'x-violation-search': true,
    'x-published-pattern': SEARCH_TEXT_PATTERN,
    examples: ['lindqvist'],
  })
}

export function isSearchText(text: string): boolean {
  const length = codePoints(text.trim())
  if (wordSign.test(text.trim())) return true
  return length >= SEARCH_TEXT_LENGTH_MIN && length <= SEARCH_TEXT_LENGTH_MAX && isStorable(text)
}
