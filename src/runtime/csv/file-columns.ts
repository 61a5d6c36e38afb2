import { foldedValue } from '../../domain/folding.ts'
import { inMajorUnits } from '../../domain/iso-codes.ts'
import type { ImportViolationCode } from '../../domain/problem-members.ts'
import { meantCode } from './codes.ts'
import { type CellViolation, ViolationCounter } from './file-violations.ts'
import type { Cells } from './read-csv.ts'

const COLUMN_NAME_SHOWN_MAX = 100

export const NOT_UTF8: CellViolation = {
  code: 'malformed_csv',
  detail: 'is not valid UTF-8: save the file as "CSV UTF-8".',
}

interface FileColumn {
  readonly name: string
  /** The header must name it. */
  readonly required?: boolean
}

/** Reads the header of a file, and finds what is wrong with it and with the shape of rows. */
export class FileColumns<Column extends FileColumn> {
  /** Null until the header was read. */
  header: readonly string[] | null = null
  #isHeaderInvalid = false
  #headerCells: Cells = []
  /** Each column with its place in a record; -1 if the file does not have it. */
  places: readonly (readonly [column: Column, place: number])[] = []
  readonly violations = new ViolationCounter()
  /** The columns of cents whose amounts have a point, by their place. */
  readonly #inUnits = new Set<number>()
  /** The first of empty rows: below all others, spreadsheets write them. */
  #emptyLine: number | undefined
  readonly #columns: readonly Column[]
  readonly #plural: string
  readonly digits: number | undefined

  /**
   * @param plural the name of the rows in sentences
   * @param digits the decimals of the amounts, where columns of cents may have a point
   */
  constructor(columns: readonly Column[], plural: string, digits?: number) {
    this.#columns = columns
    this.#plural = plural
    this.digits = digits
  }

  /** To be called once the whole file was read. */
  end(): void {
    if (this.header !== null) return
    this.#addOfLine(1, 'The file is empty: its first line must name the columns.')
  }

  unreadable = (line: number, place: number, reason: string): void => {
    const column = this.header?.[place] ?? null
    this.header ??= []
    this.violations.add({ line, column, code: 'malformed_csv', detail: reason })
  }

  addOfCell(line: number, column: string, { code, detail }: CellViolation): void {
    this.violations.add({ line, column, code, detail: `${column} ${detail}` })
  }

  /**
   * The cells of a record that is a row below a valid header: one for each column, one of which is
   * not empty. The first record is the header.
   */
  rowOf(cells: Cells, line: number): Cells | undefined {
    const { header } = this
    if (header === null) {
      // By this line, a program tells a spreadsheet the separator alone.
      if (!/^sep=$/i.test(cells[0] ?? '')) this.#readHeader(cells, line)
      return undefined
    }
    if (this.#isHeaderInvalid) return undefined
    if (cells.every((cell) => cell === '')) {
      this.#emptyLine ??= line
      return undefined
    }
    if (this.#emptyLine !== undefined) {
      const detail = 'All cells of the row are empty: remove it, and those like it below.'
      this.#addOfLine(this.#emptyLine, detail)
      this.#emptyLine = undefined
    }
    const isHeader = cells.every((cell, place) => cell === this.#headerCells[place])
    const detail = isHeader
      ? 'The line names the columns once more: remove it.'
      : faultOf(cells, header.length)
    if (detail !== undefined) {
      this.#addOfLine(line, detail)
      return undefined
    }
    return cells.map((cell, place) => {
      const meant = cell && meantCode(cell, header[place] ?? '')
      return this.#inUnits.has(place) ? this.#inCents(meant, place, line) : meant
    })
  }

  /** "250000" of "2500.00". With other decimals than the currency has, it may be in cents. */
  #inCents(cell: Cells[number], place: number, line: number): Cells[number] {
    if (cell === undefined || cell === '') return cell
    const [, units, cents = ''] = /^(\d{1,17})(?:\.(\d+))?$/.exec(cell) ?? []
    const digits = this.digits as number
    if (units !== undefined && cents.length === digits) return String(BigInt(`${units}${cents}`))
    const example = inMajorUnits(`25${'0'.repeat(digits + 2)}`, digits)
    const detail = `must have ${digits} decimals, such as ${example}: its header says no cents.`
    this.addOfCell(line, this.header?.[place] ?? '', { code: 'invalid_format', detail })
    return '0'
  }

  #readHeader(cells: Cells, line: number): void {
    const last = cells.findLastIndex((cell) => cell !== '')
    const header = cells
      .slice(0, last + 1)
      .map((cell, place) => this.#columnNamed(cell ?? '', place))
    this.header = header
    this.#headerCells = cells
    this.places = this.#columns.map((column) => [column, header.indexOf(column.name)])
    if (cells.includes(undefined)) {
      this.#addOfLine(line, 'The header is not valid UTF-8: save the file as "CSV UTF-8".')
    } else if (header.some((cell) => /^[“”„‟«»‘’]/.test(cell))) {
      const detail = 'The header has quotes of a word processor: replace all in the file by ".'
      this.#addOfLine(line, detail)
    } else if (this.places.some(([, place]) => place !== -1)) this.#checkNames(header, line)
    else {
      const problem =
        ', nor is another cell of the first line: put a line with the names of the columns there.'
      this.#addUnknown(line, header[0] ?? '', problem)
    }
    this.#isHeaderInvalid = this.violations.total > 0
  }

  #checkNames(header: readonly string[], line: number): void {
    for (const [place, name] of header.entries()) {
      if (!this.#columns.some((column) => column.name === name)) this.#addUnknown(line, name, '.')
      else if (header.indexOf(name) !== place) {
        const problem = `The header names ${name} more than once: keep one.`
        this.#addOfHeader(line, name, 'duplicate_column', problem)
      }
    }
    for (const { name, required } of this.#columns) {
      if (required === undefined || header.includes(name)) continue
      const problem = `The header lacks ${name}, which every row needs.`
      this.#addOfHeader(line, name, 'missing_column', problem)
    }
  }

  #addUnknown(line: number, cell: string, end: string): void {
    const name = cell.slice(0, COLUMN_NAME_SHOWN_MAX)
    const problem = `${JSON.stringify(name)} is not a column of ${this.#plural}${end}`
    this.#addOfHeader(line, name, 'unknown_column', problem)
  }

  /** The name of the column that a cell of the header means, or the cell. */
  #columnNamed(cell: string, place: number): string {
    const named = (text: string) => this.#columns.find(({ name }) => plain(name) === text)?.name
    const name = named(plain(cell))
    if (name !== undefined || this.digits === undefined) return name ?? cell
    const ofCents = named(`${plain(cell)}cents`)
    if (ofCents !== undefined) this.#inUnits.add(place)
    return ofCents ?? cell
  }

  #addOfHeader(line: number, column: string, code: ImportViolationCode, problem: string): void {
    const names = this.#columns.map(({ name }) => name).join(', ')
    // Once: they are many.
    const known = this.violations.total > 0 ? '' : ` Known columns: ${names}.`
    this.violations.add({ line, column, code, detail: `${problem}${known}` })
  }

  #addOfLine(line: number, detail: string): void {
    this.violations.add({ line, column: null, code: 'malformed_csv', detail })
  }
}

/** "First name" and first_name are firstName, "In vault" is in_vault. */
export function plain(name: string): string {
  return foldedValue(name).replaceAll(/[_-]/g, '')
}

/** The fault of the row as a whole. A spreadsheet may end each row with empty cells. */
function faultOf(cells: Cells, columns: number): string | undefined {
  if (isOfTotals(cells)) return 'The line has totals: remove it. Each row is a record.'
  const surplus = cells.slice(columns)
  if (cells.length >= columns && surplus.every((cell) => cell === '')) return undefined
  return `The row has ${cells.length} cells, but the header has ${columns}: give each column one cell.`
}

/** A line that a spreadsheet adds below the records: a word for the sum, and numbers alone. */
function isOfTotals(cells: Cells): boolean {
  const place = cells.findIndex((cell) => cell !== '')
  if (!TOTALS.test(cells[place] ?? '')) return false
  const others = cells.slice(place + 1).filter((cell) => cell !== '')
  return others.length > 0 && others.every((cell) => NUMBERS.test(cell ?? 'x'))
}

/** An amount with the sign or code of its currency, too. */
const NUMBERS = /^(?:[A-Z]{3})?[^\p{L}]*(?:[A-Z]{3})?$/u
const TOTALS = /^(?:grand |sub[ -]?)?totals?:?$|^(?:sum|summe|gesamt|somme|totale):?$/i
