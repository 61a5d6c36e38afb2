import { UNSEEN_BMP } from '../../domain/folding.ts'

/** A line of a CSV file (RFC 4180). `console/src/display/csv.ts` writes cells in the same way. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

const NUMBER = /^-?\d+(\.\d+)?$/
/** Cells that a spreadsheet takes for formulas, also behind blanks and in full width. */
const FORMULA = /^(?:[\t\r\n]|[\s\u00ad\u200b-\u200f\u2060-\u206f]*[=+\-@＝＋－＠])/

/** A cell that a spreadsheet would take for a formula begins with an apostrophe. */
function quoted(cell: string): string {
  const safe = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
  // Semicolons or tabs may separate cells: what is behind one would be a cell of its own.
  return /[",;'\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

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
