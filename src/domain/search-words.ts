import { Type } from 'typebox'
import { asciiDigits } from './folding.ts'
import { SEARCH_TEXT_LENGTH_MAX, SEARCH_TEXT_LENGTH_MIN } from './limits.ts'
import { codePoints, isAscii, isStorable } from './text.ts'

/** Letters that no accent makes, as they are typed without them. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ŧ: 't', ŋ: 'ng', ı: 'i' },
  ...{ ɓ: 'b', ɗ: 'd', ƙ: 'k', ə: 'a', ɖ: 'd', ɛ: 'e', ɣ: 'g', ɨ: 'i', ɔ: 'o', ʉ: 'u', ƴ: 'y' },
}

/** Letters that are also written as two. */
const SPELLED: Readonly<Record<string, string>> = {
  ...{ ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe', đ: 'dj' },
}

/** The words of a text that is also written otherwise: letters as two, names without marks. */
export function spelledWords(text: string): string[] {
  const letters = text.normalize('NFC').toLowerCase()
  const otherwise = /[äöüåøđ]|(?<=\p{L})['`´‘’ʹ-ʿ](?=\p{L})/gu
  const spelled = letters.replaceAll(otherwise, (sign) => SPELLED[sign] ?? '')
  return spelled === letters ? [] : searchWords(spelled)
}

/**
 * The words of a text as searches compare them: without case, accents and punctuation, in ASCII
 * letters and digits. Another letter becomes its number, so that finding is the same whatever the
 * locale of the database. All numbers are of one length: none is found in parts of two others.
 */
export function searchWords(text: string): string[] {
  const folded = isAscii(text) ? text.toLowerCase() : inAscii(text)
  return folded.split(/[^a-z0-9]+/).filter((word) => word !== '')
}

function inAscii(text: string): string {
  return asciiDigits(text.toWellFormed().normalize('NFKD'))
    .replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/[^\p{ASCII}]/gu, (character) => {
      const code = (character.codePointAt(0) as number).toString(16).padStart(5, '0')
      return PLAIN[character] ?? (/(?![ʹ-ʿ])[\p{L}\p{N}\p{S}]/u.test(character) ? `u${code}` : ' ')
    })
}

/** The letters of a word: of ASCII, or numbers of others. */
export function lettersOf(word: string): string[] {
  return word.match(/u[0-9a-f]{5}|./g) ?? []
}

/** One or two letters. From Thai on, scripts have no blanks between words, or words of one sign. */
function isShort(word: string): boolean {
  return /^(u00[0-9a-d][0-9a-f]{2}|[a-z0-9]){1,2}$/.test(word)
}

/**
 * The pattern of a word that is searched, for texts with a blank before each word. A word of one or
 * two letters is found at the beginning of words alone.
 */
export function wordPattern(word: string): string {
  return isShort(word) ? `% ${word}%` : `%${word}%`
}

/** Whether a text with these words has the one that is searched, as `wordPattern` finds it. */
export function hasWord(words: readonly string[], searched: string): boolean {
  return words.some((word) =>
    isShort(searched) ? word.startsWith(searched) : word.includes(searched),
  )
}

/** A word that is found whole alone: in capitals, which no pattern of another word has. */
export function wholeWord(word: string): string {
  const digits = word.replaceAll(/[0-9q]/g, (sign) =>
    sign === 'q' ? 'qq' : `q${String.fromCharCode(97 + Number(sign))}`,
  )
  return digits.toUpperCase()
}

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
