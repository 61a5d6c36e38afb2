import type { ImportViolationCode } from '../domain/violation-codes.ts'
import { type CellViolation, ViolationCounter } from './file-violations.ts'
import type { Cells } from './read-csv.ts'

const COLUMN_NAME_SHOWN_MAX = 100

export const NOT_UTF8: CellViolation = {
  code: 'malformed_csv',
  detail: 'is not valid UTF-8: save the file as UTF-8.',
}

/** One column that a file may have. */
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
  /** Each column with its place in a record; -1 if the file does not have it. */
  places: readonly (readonly [column: Column, place: number])[] = []
  readonly violations = new ViolationCounter()
  readonly #columns: readonly Column[]
  readonly #plural: string

  /** @param plural the name of the rows in sentences */
  constructor(columns: readonly Column[], plural: string) {
    this.#columns = columns
    this.#plural = plural
  }

  /** To be called once the whole file was read. */
  end(): void {
    if (this.header !== null) return
    const detail = 'The file is empty: its first line must name the columns.'
    this.violations.add({ line: 1, column: null, code: 'malformed_csv', detail })
  }

  unreadable = (line: number, place: number, reason: string): void => {
    const column = this.header?.[place] ?? null
    this.header ??= []
    this.violations.add({ line, column, code: 'malformed_csv', detail: reason })
  }

  /** Whether the record is a row below a valid header. The first record is the header. */
  isRow(cells: Cells, line: number): boolean {
    if (this.header !== null) return !this.#isHeaderInvalid
    this.#readHeader(cells, line)
    return false
  }

  addOfCell(line: number, column: string, { code, detail }: CellViolation): void {
    this.violations.add({ line, column, code, detail: `${column} ${detail}` })
  }

  /** Whether the row has a cell for each column, and one that is not empty. */
  hasItsCells(cells: Cells, line: number): boolean {
    const expected = this.header?.length ?? 0
    let detail: string | undefined
    // A spreadsheet may end each row with empty cells.
    const surplus = cells.slice(expected)
    if (cells.length < expected || surplus.some((cell) => cell !== '')) {
      detail =
        `The row has ${cells.length} cells, but the header has ${expected}: give each column ` +
        'one cell.'
    } else if (cells.every((cell) => cell === '')) {
      detail = 'All cells of the row are empty: remove the row.'
    }
    if (detail === undefined) return true
    this.violations.add({ line, column: null, code: 'malformed_csv', detail })
    return false
  }

  #readHeader(cells: Cells, line: number): void {
    const last = cells.findLastIndex((cell) => cell !== '')
    const header = cells.slice(0, last + 1).map((cell) => this.#columnNamed(cell ?? ''))
    this.header = header
    this.places = this.#columns.map((column) => [column, header.indexOf(column.name)])
    const before = this.violations.total
    for (const [place, whole] of header.entries()) {
      // With a wrong separator or line break, the name is the whole line or the whole file.
      const name = whole.slice(0, COLUMN_NAME_SHOWN_MAX)
      if (cells[place] === undefined) {
        const detail = 'The header is not valid UTF-8: save the file as UTF-8.'
        this.violations.add({ line, column: null, code: 'malformed_csv', detail })
      } else if (!this.#columns.some((column) => column.name === whole)) {
        const problem = `${JSON.stringify(name)} is not a column of ${this.#plural}.`
        this.#addOfHeader(line, name, 'unknown_column', problem)
      } else if (header.indexOf(whole) !== place) {
        const problem = `The header names ${name} more than once: keep one.`
        this.#addOfHeader(line, name, 'duplicate_column', problem)
      }
    }
    for (const { name, required } of this.#columns) {
      if (required === undefined || header.includes(name)) continue
      const problem = `The header lacks ${name}, which every row needs.`
      this.#addOfHeader(line, name, 'missing_column', problem)
    }
    this.#isHeaderInvalid = this.violations.total > before
  }

  /** The name of the column that a cell of the header means, or the cell. */
  #columnNamed(cell: string): string {
    return this.#columns.find(({ name }) => plain(name) === plain(cell))?.name ?? cell
  }

  #addOfHeader(line: number, column: string, code: ImportViolationCode, problem: string): void {
    const names = this.#columns.map(({ name }) => name).join(', ')
    this.violations.add({ line, column, code, detail: `${problem} Known columns: ${names}.` })
  }
}

/** "First name" and first_name are firstName. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '')
}
