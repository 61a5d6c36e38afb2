import { UNSEEN_BMP } from '../../domain/folding.ts'

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
