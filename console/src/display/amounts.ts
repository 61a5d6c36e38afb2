// Amounts are printed and read by the separators of the reader's locale. Cents are whole numbers
// too large for a JavaScript number: they are text here, and a BigInt where they are calculated.

const CENTS_MAX = 9_223_372_036_854_775_807n

type Locale = string | undefined

let currency = ''
/** The decimals of its minor unit, in which the service has all amounts. */
let digits = 2

export function setCurrency(code: string, minorDigits: number): void {
  if (minorDigits !== digits) forms.clear()
  currency = ` ${code}`
  digits = minorDigits
}

/** "1234.50" of "123450" and "-0.05" of "-5", where the currency has two decimals. */
export function inMajorUnits(cents: string): string {
  const sign = cents.startsWith('-') ? '-' : ''
  const written = cents.slice(sign.length).padStart(digits + 1, '0')
  const whole = written.slice(0, written.length - digits)
  return digits === 0 ? cents : `${sign}${whole}.${written.slice(-digits)}`
}

/** "1,234,567.89 USD" from "123456789". */
export function money(cents: string, locale?: Locale): string {
  const amount = inMajorUnits(cents.replace('-', ''))
  const printed = formOf(locale).format.format(amount as Intl.StringNumericLiteral)
  return `${cents.startsWith('-') ? '−' : ''}${printed}${currency}`
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
  const { format, decimal, group } = formOf(locale)
  const grouped = format.format(digits === 0 ? 1250 : 1250.5)
  const plain = grouped.replace(group, '')
  const like = `Enter an amount like ${plain}${plain === grouped ? '' : ` or ${grouped}`}`
  if (digits === 0) return `${like}: whole${currency}, without decimals.`
  return `${like}: “${decimal}” separates the ${digits === 2 ? 'cents' : 'decimals'}.`
}

/** A whole number from a person's input, such as "1,250"; undefined if it is not one. */
export function wholeOf(text: string, locale?: Locale): number | undefined {
  const { whole, part } = readNumber(text, locale) ?? {}
  const number = part === undefined ? Number(whole) : Number.NaN
  return Number.isSafeInteger(number) ? number : undefined
}

function anyCents(text: string, locale: Locale): bigint | undefined {
  const { whole, part = '' } = readNumber(text, locale) ?? {}
  if (whole === undefined || part.length > digits) return undefined
  return BigInt(whole + part.padEnd(digits, '0'))
}

/** The digits of a number without a sign; undefined if it is ambiguous. */
function readNumber(text: string, locale: Locale) {
  const written = text.replace(new RegExp(`${currency.trim()}\\s*$`), '').trim()
  const digit = /\p{Nd}/u.exec(written)?.[0] ?? ''
  const systems = ['latn', ...Intl.supportedValuesOf('numberingSystem')]
  const system = systems.find((each) => formOf('en', each).numerals.includes(digit))
  if (system === undefined) return undefined
  const { numerals, pattern } = formOf(locale, system)
  const signs = [...written].map((sign) => {
    const value = numerals.indexOf(sign)
    return value < 0 ? plain(sign) : `${value}`
  })
  const [, whole, part] = pattern.exec(signs.join('')) ?? []
  return whole === undefined ? undefined : { whole: whole.replaceAll(/\D/g, ''), part }
}

/** Characters that people use interchangeably: spaces, apostrophes, and full-width forms. */
function plain(sign: string): string {
  // A tab or a line feed separates two numbers.
  if (' \u00a0\u202f\u2009'.includes(sign)) return ' '
  return { '’': "'", '，': ',', '．': '.' }[sign] ?? sign
}

const forms = new Map<string, ReturnType<typeof makeForm>>()

/** The form of numbers in a locale, written in its own digits or in those of another system. */
function formOf(locale: Locale, numberingSystem?: string) {
  const key = `${locale} ${numberingSystem}`
  const form = forms.get(key) ?? makeForm(locale, numberingSystem)
  forms.set(key, form)
  return form
}

function makeForm(locale: Locale, numberingSystem: string | undefined) {
  const system = numberingSystem && { numberingSystem }
  const format = new Intl.NumberFormat(locale, {
    ...system,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  const parts = new Intl.NumberFormat(locale, system || {}).formatToParts(12_345_678_901.5)
  const sign = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const sizes = parts.filter(({ type }) => type === 'integer').map(({ value }) => [...value].length)
  const [last = 3, others = 3] = sizes.toReversed()
  const [decimal, group] = [sign('decimal'), sign('group')]
  // Groups must be exact: an inexact one may be another locale's decimals. Nobody writes 250 as
  // "0,250": in another locale it is a quarter.
  const grouped = `(?!0)\\d{1,${others}}(?:[G]\\d{${others}})*[G]\\d{${last}}`
  const whole = group === '' ? '\\d+' : `\\d+|${grouped.replaceAll('G', plain(group))}`
  return {
    format,
    decimal,
    group,
    numerals: [
      ...new Intl.NumberFormat(locale, { ...system, useGrouping: false }).format(9_876_543_210),
    ].toReversed(),
    pattern: new RegExp(`^(${whole})(?:[${plain(decimal)}](\\d+))?$`),
  }
}
