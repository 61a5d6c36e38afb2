// Two spellings of one thing: compared here, wherever the comparison decides something.

/**
 * Characters that no reader sees, for classes of regular expressions: blanks, control characters,
 * joiners, soft hyphens, variation selectors, marks of direction. Without those beyond U+FFFF,
 * which a published pattern cannot name.
 */
export const UNSEEN_BMP =
  '\\s\\x00-\\x1f\\x7f-\\x9f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f' +
  '\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb'

/** All of them: with musical and shorthand controls, and tags. */
const UNSEEN = `${UNSEEN_BMP}\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}`

const unseen = new RegExp(`[${UNSEEN}]`, 'gu')

/** Whether a reader sees nothing of the text. */
export function isBlank(text: string): boolean {
  return text.replaceAll(unseen, '') === ''
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
 * is not seen, in NFC, with the dash of a keyboard. Case stays: ids of some systems differ in it.
 */
export function tidiedId(text: string): string {
  const seen = text.replaceAll(/\s/g, ' ').replaceAll(unseen, (sign) => (sign === ' ' ? sign : ''))
  const dashed = narrow(seen.normalize('NFC')).replaceAll(/\p{Dash}/gu, '-')
  return dashed.replaceAll(/ +/g, ' ').trim()
}

/** An email address without what is not seen, and wide forms as ASCII. */
export function tidiedEmail(email: string): string {
  return narrow(email.replaceAll(unseen, ''))
}

/**
 * An email address as addresses are compared: tidied, in lower case, but for letters that stand
 * for others there. The Kelvin sign would become a k, and so the address that of somebody else.
 */
export function foldedEmail(email: string): string {
  return tidiedEmail(email).replaceAll(/./gsu, (letter) => {
    const lower = letter.toLowerCase()
    return lower.toUpperCase() === letter ? lower : letter
  })
}
