import Type from 'typebox'
import { SEARCH_TEXT_LENGTH_MAX, SEARCH_TEXT_LENGTH_MIN } from './limits.ts'
import { codePoints, isStorable } from './text.ts'

/** A text to search for, as a query parameter. @param description of what it searches */
export function searchText(description: string) {
  return Type.String({
    description:
      `${description} ${SEARCH_TEXT_LENGTH_MIN} to ${SEARCH_TEXT_LENGTH_MAX} characters without ` +
      'blanks at its ends. Case, accents and punctuation do not count. Each word must be found; one ' +
      'of one or two characters is found at the beginning of words alone.',
    'x-violation-search': true,
    examples: ['lindqvist'],
  })
}

/** Whether the text can be searched for. */
export function isSearchText(text: string): boolean {
  const length = codePoints(text.trim())
  return length >= SEARCH_TEXT_LENGTH_MIN && length <= SEARCH_TEXT_LENGTH_MAX && isStorable(text)
}
