/** The beginning of a folded character that ASCII lacks, before its number. */
const CODE = 'u'

/**
 * The words of a text as searches compare them: without case, accents and punctuation, in ASCII
 * letters and digits. Another letter becomes its number, so that finding is the same whatever the
 * locale of the database.
 */
export function searchWords(text: string): string[] {
  const folded = text
    .toWellFormed()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/[^\p{ASCII}]/gu, (character) => {
      const code = (character.codePointAt(0) as number).toString(16)
      return /[\p{L}\p{N}\p{S}]/u.test(character) ? `${CODE}${code}` : ' '
    })
  return folded.split(/[^a-z0-9]+/).filter((word) => word !== '')
}

/** Letters of a pattern that an index can find anywhere in a word. */
const LETTERS_WITHIN_MIN = 3

/**
 * The pattern of a word that is searched, for texts with a blank before each word. A word of one or
 * two letters is found at the beginning of words alone.
 */
export function wordPattern(word: string): string {
  return word.length < LETTERS_WITHIN_MIN ? `% ${word}%` : `%${word}%`
}

/** Whether a text with these words has the one that is searched, as `wordPattern` finds it. */
export function hasWord(words: readonly string[], searched: string): boolean {
  return words.some((word) =>
    searched.length < LETTERS_WITHIN_MIN ? word.startsWith(searched) : word.includes(searched),
  )
}
