import { codePoints, isAscii } from './text.ts'

// Two spellings of one thing: compared here, wherever the comparison decides something.

/**
 * Characters that no reader sees, for classes of regular expressions: blanks, control and format
 * characters, soft hyphens, variation selectors, places of objects that a copy lost. Without those
 * beyond U+FFFF, which a published pattern cannot name.
 */
export const UNSEEN_BMP =
  '\\s\\x00-\\x1f\\x7f-\\x9f\\u00ad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2' +
  '\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164' +
  '\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffc'

/** They, and accents of letters that are not there. */
export const BLANK_BMP = `${UNSEEN_BMP}\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f`

/** With those beyond: musical and shorthand controls, and tags. */
const unseen = new RegExp(`[${UNSEEN_BMP}\\p{Cf}\\u{e0000}-\\u{e0fff}]`, 'gu')
const blank = new RegExp(`^[${BLANK_BMP}]*$`)

/** Signs of no address of a person, narrow or wide: of `Ben <ben@x.com>`, `mailto:` and lists. */
const AROUND =
  '@\\s\\x00-\\x1f\\x7f()<>\\[\\]:;,"\\\\\\u201c\\u201d\\u3002\\uff01-\\uff0c\\uff1a-\\uff20'
const AT_ENDS = `(?:(?!\\x00)[${BLANK_BMP}])*`

/** An email address of a person, alone. What nobody sees may stand anywhere, blanks at its ends. */
export const ADDRESS_PATTERN =
  `^${AT_ENDS}[^${AROUND}${BLANK_BMP}][^${AROUND}]*` +
  `@[^${AROUND}]*[^${AROUND}${BLANK_BMP}.'\\u2019]${AT_ENDS}$`

/** Whether a reader sees nothing of the text. */
export function isBlank(text: string): boolean {
  return blank.test(text.replaceAll(unseen, ''))
}

/** Whether something of an address can be read on both sides of its @. */
export function isReadableEmail(text: string): boolean {
  return !text.split('@').some(isBlank)
}

/**
 * A name, a number or an id of others as it is compared: NFKC, in one case, without what is not
 * seen, dashes and apostrophes as a keyboard has them, digits of all scripts as ASCII.
 */
export function foldedValue(value: string): string {
  const seen = value
    .replaceAll('\u00b4', "'")
    .normalize('NFKC')
    .replaceAll(unseen, '')
    .replaceAll(/\p{Dash}/gu, '-')
    .replaceAll(/[\u02b9\u02bc\u2018\u2019\u201b\u2032]/g, "'")
  // By upper case: it tells apart less than lower case alone (`ß` is `ss`, by `ß` `ẞ` too).
  return asciiDigits(seen).toLowerCase().toUpperCase().toLowerCase().normalize('NFKC')
}

/** The same text with digits of all scripts as ASCII. */
export function asciiDigits(text: string): string {
  if (isAscii(text)) return text
  return text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) as number
    // Unicode has the digits of a script in a row, after what is no digit or another ten.
    let zero = code
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
    return String((code - zero) % 10)
  })
}

/** Wide letters, digits and signs as ASCII, each of which is one character. */
function narrow(text: string): string {
  return text.replaceAll(/[\uff01-\uff1f\uff21-\uff5e]/g, (wide) => wide.normalize('NFKC'))
}

/**
 * An id that another system gave, as it is kept: without blanks at its ends, doubled ones and what
 * is not seen, in NFC unless that is longer, with the dash of a keyboard. Case stays as typed.
 */
export function tidiedId(text: string): string {
  const seen = text.replaceAll(/\s/g, ' ').replaceAll(unseen, (sign) => (sign === ' ' ? sign : ''))
  const composed = seen.normalize('NFC')
  // Columns have room for as much as was typed.
  const short = codePoints(composed) > codePoints(seen) ? seen : composed
  const dashed = narrow(short).replaceAll(/\p{Dash}/gu, '-')
  return dashed.replaceAll(/ +/g, ' ').trim()
}

/** An email address without what is not seen, and wide forms as ASCII. */
export function tidiedEmail(email: string): string {
  return narrow(email.replaceAll(unseen, ''))
}

/**
 * An email address as addresses are compared: tidied, composed (NFC), in lower case, but for signs
 * that would become others. The address with a Kelvin sign is not that of somebody with a k.
 */
export function foldedEmail(email: string): string {
  // Letters of Hangul are composed, too, of vowels and ends that are no marks.
  return tidiedEmail(email).replaceAll(/[\u1100-\u11ff]+|\P{M}\p{M}*/gu, (letter) => {
    const [first = ''] = letter
    const composed = first.normalize('NFC') === first ? letter.normalize('NFC') : letter
    const lower = composed.toLowerCase()
    return lower.toUpperCase() === composed ? lower : composed
  })
}
