import { UNSEEN_BMP } from '../../domain/folding.ts'
import { inMajorUnits } from '../../domain/iso-codes.ts'
import { CENTS_MAX } from '../../domain/limits.ts'
import type { CellViolation } from './file-violations.ts'

/** Cells that a spreadsheet takes for formulas, also behind blanks and in full width. */
const FORMULA = /^(?:[\t\r\n]|[\s\u00ad\u200b-\u200f\u2060-\u206f]*[=+\-@＝＋－＠])/

/** The cell without blanks around it, and without what made a spreadsheet take it for text. */
export function meantText(cell: string): string {
  const text = trimmed(cell)
  if (text.startsWith("'")) return GUARDED.test(text.slice(1)) ? trimmed(text.slice(1)) : text
  const [, formula] = /^[=＝+]\s*(?:T\(\s*)?["“”]((?:[^"“”]|"")*)["“”]\s*\)?$/i.exec(text) ?? []
  return formula === undefined ? text : trimmed(formula.replaceAll('""', '"'))
}

/** Text behind an apostrophe that is a guard. `'52 Topps` and `'90s` are years. */
const GUARDED = new RegExp(`${FORMULA.source}|^(?!\\d\\d(?:s\\b|\\s+\\p{L}))\\d`, 'u')

/** The text without blanks and invisible characters at both ends, and in linear time. */
function trimmed(text: string): string {
  return ENDS.test(`${text[0]}${text.at(-1)}`) ? text.replaceAll(BLANKS, '') : text
}

const ENDS = new RegExp(`[${UNSEEN_BMP}]`)
/** Variation selectors belong to the character before them. */
const BLANK = `[[${UNSEEN_BMP}]--[\\ufe00-\\ufe0f]]`
const BLANKS = new RegExp(`^${BLANK}+|(?<!${BLANK})${BLANK}+$`, 'gv')

/** Columns of codes, ids, amounts and times. In those of text, `'47 Brand` begins with a year. */
const CODE_COLUMN = /(?:id|phone|code|cents|At|identifiers)$/i
const TEXT_COLUMN = /(?:name|company|description|reason)$/i

/**
 * A cell that is no free text without the apostrophes, also typographic ones, and the sign of a
 * formula that kept its zeros. Cities begin with an apostrophe and a letter: `'s-Gravenhage`.
 */
export function meantCode(text: string, column: string): string {
  if (!/^['‘’`´=＝]/.test(text) || TEXT_COLUMN.test(column)) return text
  return meantText(text.replace(/^['‘’`´]+(?=\P{L})/u, '')).replace(/^[=＝](?=\d+$)/, '')
}

/**
 * Forms that no code has, and why. Other texts have not the first, which spreadsheets show in their
 * language, or in a narrow column; metadata not the first two.
 */
const LOSSES: readonly (readonly [form: RegExp, detail: string])[] = [
  [
    /^(?:#(?:[¡¿]?(?:[\p{Lu}_]+|DIV\/0)[!?]|N\/?[A-Z]!?|GETTING_DATA|#+)|(?:Err|Fehler):\d{3})$/u,
    'is an error of the spreadsheet: enter what was meant, as text.',
  ],
  [/^[+\-−]?\d+([.,]\d+)?E\+\d+$/i, 'has lost digits: make its column text, and enter it again.'],
  [/^(?:null|nan|none|undefined)$/i, 'is the word of a program for nothing: remove it.'],
  [/^[='‘’`"“”„«»]/, 'begins with a quote or as a formula: enter the code alone, as text.'],
]

/** Losses of a spreadsheet: the digits of a long number, such as 7.33E+07, or a whole cell. */
export function lossOf(cell: string, column: string): CellViolation | undefined {
  const losses = CODE_COLUMN.test(column) ? LOSSES : LOSSES.slice(0, column === 'metadata' ? 2 : 1)
  const [, detail] = losses.find(([form]) => form.test(cell.normalize('NFKC'))) ?? []
  return detail === undefined ? undefined : { code: 'invalid_format', detail }
}

/** @param digits the decimals of the organization's currency, where they are known */
export function notCents(digits?: number): string {
  const units =
    digits === undefined ? '' : ` for ${inMajorUnits('25000000', digits)} of the currency`
  return `must be a whole number of cents from 0 to ${CENTS_MAX}, such as 25000000${units}.`
}
