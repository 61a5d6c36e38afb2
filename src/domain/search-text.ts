import Type from 'typebox'
import { SEARCH_TEXT_LENGTH_MAX, SEARCH_TEXT_LENGTH_MIN } from './limits.ts'
import { codePoints, isStorable } from './text.ts'

const BETWEEN = `{${SEARCH_TEXT_LENGTH_MIN - 2},${SEARCH_TEXT_LENGTH_MAX - 2}}`
/** Text that `isSearchText` accepts. */
const SEARCH_TEXT_PATTERN = `^\\s*[^\\s\\x00][^\\x00]${BETWEEN}[^\\s\\x00]\\s*$`

/** A text to search for, as a query parameter. @param description of what it searches */
export function searchText(description: string) {
  return Type.String({
    description:
      `${description} ${SEARCH_TEXT_LENGTH_MIN} to ${SEARCH_TEXT_LENGTH_MAX} characters without ` +
      'blanks at its ends. Case, accents and punctuation do not count. Each word must be found; one ' +
      'of one or two characters is found at the beginning of words alone.',
    'x-violation-search': true,
    'x-published-pattern': SEARCH_TEXT_PATTERN,
    examples: ['lindqvist'],
  })
}

/** Whether the text can be searched for. */
export function isSearchText(text: string): boolean {
  const length = codePoints(text.trim())
  return length >= SEARCH_TEXT_LENGTH_MIN && length <= SEARCH_TEXT_LENGTH_MAX && isStorable(text)
}
