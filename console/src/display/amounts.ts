// Amounts are printed and read by the separators of the reader's locale. Cents are whole numbers
// too large for a JavaScript number: they are text here, and a BigInt where they are calculated.

/** The largest amount that the service stores. */
export const CENTS_MAX = 9_223_372_036_854_775_807n

type Locale = string | undefined

let currency = ''

/** Sets the currency of the organization, which every amount then shows. */
export function setCurrency(code: string): void {
  currency = ` ${code}`
}

/** "1,234,567.89 USD" from "123456789". */
export function money(cents: string, locale?: Locale): string {
  const isNegative = cents.startsWith('-')
  const digits = cents.replace('-', '').padStart(3, '0')
  const { decimal, zero } = separators(locale)
  const whole = BigInt(digits.slice(0, -2)).toLocaleString(locale)
  const part = [...digits.slice(-2)].map((digit) => zero[Number(digit)]).join('')
  return `${isNegative ? '−' : ''}${whole}${decimal}${part}${currency}`
}

/**
 * Cents from a person's input, such as "1,250" or "1250.50" in English.
 * @returns undefined if it is not an amount, is ambiguous, or is too large
 */
export function centsOf(text: string, locale?: Locale): string | undefined {
  const cents = anyCents(text, locale)
  return cents === undefined || cents > CENTS_MAX ? undefined : `${cents}`
}

/** The same, but zero for an empty text. */
export function centsOrZero(text: string): string | undefined {
  return text.trim() === '' ? '0' : centsOf(text)
}

/** An error message for a text that `centsOf` does not take; undefined for an amount or no text. */
export function amountProblem(text: string, locale?: Locale): string | undefined {
  if (text.trim() === '' || centsOf(text, locale) !== undefined) return undefined
  if (anyCents(text, locale) !== undefined) {
    return `The maximum is ${money(`${CENTS_MAX}`, locale)}.`
  }
  const { decimal, group } = separators(locale)
  const example = money('125050', locale).replace(currency, '')
  const plain = group === undefined ? example : example.replace(group, '')
  return `Enter an amount like ${plain}${plain === example ? '' : ` or ${example}`}: “${decimal}” separates the cents.`
}

/** A whole number from a person's input, such as "1,250"; undefined if it is not one. */
export function wholeOf(text: string, locale?: Locale): number | undefined {
  const read = readNumber(text, locale)
  const whole = read?.part === undefined ? Number(read?.whole) : Number.NaN
  return Number.isSafeInteger(whole) ? whole : undefined
}

function anyCents(text: string, locale: Locale): bigint | undefined {
  const { whole, part = '' } = readNumber(text, locale) ?? {}
  if (whole === undefined || part.length > 2) return undefined
  return BigInt(whole + part.padEnd(2, '0'))
}

/** The digits of a number without a sign; undefined if it is ambiguous. */
function readNumber(text: string, locale: Locale) {
  const written = text
    .replace(/\s*[A-Z]{3}\s*$/, (code) => (code.trim() === currency.trim() ? '' : code))
    .trim()
  const system = systemOf(written)
  if (system === undefined) return undefined
  const { decimal, group, sizes, zero } = separators(locale, system)
  const latin = [...written].map((sign) => {
    const digit = zero.indexOf(sign)
    return digit < 0 ? plain(sign) : `${digit}`
  })
  const [whole = '', part, more] = latin.join('').split(plain(decimal))
  const groups = group === undefined ? [whole] : whole.split(plain(group))
  if (more !== undefined || part === '' || !/^\d*$/.test(part ?? '')) return undefined
  if (!groups.every((each) => /^\d+$/.test(each)) || !isGrouped(groups, sizes)) return undefined
  return { whole: groups.join(''), part }
}

/** Groups must be exact: an inexact one may be another locale's decimals. */
function isGrouped(groups: readonly string[], [last, others]: readonly [number, number]): boolean {
  if (groups.length === 1) return true
  // Nobody writes 250 as "0,250": in another locale it is a quarter.
  if (groups[0]?.startsWith('0')) return false
  return groups.toReversed().every(({ length }, index) => {
    const size = index === 0 ? last : others
    return index === groups.length - 1 ? length <= size : length === size
  })
}

/** Spaces within a number. A tab or a line feed separates two numbers. */
const SPACES = ' \u00a0\u202f\u2009'

/** Characters that people use interchangeably: spaces, apostrophes, and full-width forms. */
function plain(sign: string): string {
  if (SPACES.includes(sign)) return ' '
  return { '’': "'", '，': ',', '．': '.' }[sign] ?? sign
}

/** The numbering system of the digits: undefined if there are none, or those of two systems. */
function systemOf(text: string): string | undefined {
  const digits = [...text.matchAll(/\p{Nd}/gu)].map(([digit]) => digit)
  if (digits.length === 0) return undefined
  return ['latn', ...Intl.supportedValuesOf('numberingSystem')].find((system) => {
    const { zero } = separators('en', system)
    return digits.every((digit) => zero.includes(digit))
  })
}

interface Separators {
  readonly decimal: string
  /** Separates thousands; undefined if the locale has no such separator. */
  readonly group: string | undefined
  /** The number of digits of the last group, and of the others: 3 and 2 in India. */
  readonly sizes: readonly [last: number, others: number]
  /** The digits from zero to nine. */
  readonly zero: readonly string[]
}

const known = new Map<string, Separators>()

function separators(locale: Locale, system?: string): Separators {
  const key = `${locale} ${system}`
  const found = known.get(key) ?? separatorsOf(locale, system)
  known.set(key, found)
  return found
}

function separatorsOf(locale: Locale, numberingSystem: string | undefined): Separators {
  const format = new Intl.NumberFormat(locale, { ...(numberingSystem && { numberingSystem }) })
  const parts = format.formatToParts(12_345_678_901.5)
  const value = (type: string) => parts.find((part) => part.type === type)?.value
  const sizes = parts.filter(({ type }) => type === 'integer').map(({ value }) => [...value].length)
  return {
    decimal: value('decimal') ?? '.',
    group: value('group'),
    sizes: [sizes.at(-1) ?? 3, sizes.at(-2) ?? 3],
    zero: Array.from({ length: 10 }, (_, digit) => format.format(digit)),
  }
}
