import type { Caller } from '../domain/caller.ts'
import type { ImportViolationCode } from '../domain/errors.ts'
import { newId } from '../domain/ids.ts'
import { organizationColumn, storedColumns } from './import-columns.ts'
import type { CellViolation, ImportColumn, ImportedRow, ImportSpec } from './import-spec.ts'
import { ViolationCounter } from './import-violations.ts'
import type { Cells, CsvEvents } from './read-csv.ts'
import { statusViolations } from './status-columns.rules.ts'

const COLUMN_NAME_SHOWN_MAX = 100

const EMPTY: CellViolation = { code: 'required', detail: 'is empty: every row needs it.' }
const NOT_UTF8: CellViolation = {
  code: 'malformed_csv',
  detail: 'is not valid UTF-8: save the file as UTF-8.',
}

/** Turns the records of a file into rows of COPY, and collects what is wrong with them. */
export class RowReader implements CsvEvents {
  readonly violations = new ViolationCounter()
  /** Rows read, whether they are invalid or not. */
  rows = 0
  lastLine = 0
  /** Null until the first record was read. */
  header: readonly string[] | null = null
  readonly #spec: ImportSpec
  readonly #stored: readonly ImportColumn[]
  /** Those that must fit the status. */
  readonly #ofStatus: readonly ImportColumn[]
  /** All that the header may name. */
  readonly #columns: readonly ImportColumn[]
  /** Each of `#columns` with its place in a record; -1 if the file does not have it. */
  #cells: readonly (readonly [column: ImportColumn, place: number])[] = []
  #isHeaderInvalid = false

  constructor(caller: Caller, spec: ImportSpec) {
    this.#spec = spec
    this.#stored = storedColumns(spec)
    this.#ofStatus = spec.columns.filter(({ goesWith }) => goesWith !== undefined)
    this.#columns = [...this.#stored, organizationColumn(caller.organizationId)]
  }

  record = (cells: Cells, line: number): string => {
    if (this.header === null) {
      this.#readHeader(cells, line)
      return ''
    }
    if (this.#isHeaderInvalid) return ''
    this.rows += 1
    this.lastLine = line
    if (!this.#hasItsCells(cells, line)) return ''
    const row = this.#readRow(cells, line)
    let text = String(line)
    for (const { name, storedAs } of this.#stored) {
      const value = row[name]
      text += `\t${copyText(value && storedAs ? storedAs(value) : value)}`
    }
    return `${text}\n`
  }

  unreadable = (line: number, place: number, reason: string): void => {
    const column = this.header?.[place] ?? null
    this.header ??= []
    this.violations.add({ line, column, code: 'malformed_csv', detail: reason })
  }

  #readRow(cells: Cells, line: number): ImportedRow {
    const row: Record<string, string | null | undefined> = {}
    const totalBefore = this.violations.total
    for (const [column, place] of this.#cells) {
      row[column.name] = this.#readCell(column, place === -1 ? '' : cells[place], line)
    }
    for (const { column, code, detail } of statusViolations(this.#ofStatus, row)) {
      this.violations.add({ line, column, code, detail: `${column} ${detail}` })
    }
    // A row that is refused anyway needs no id.
    if (row.id === null && this.violations.total === totalBefore) {
      row.id = newId(this.#spec.idPrefix)
    }
    return row
  }

  #readCell(column: ImportColumn, cell: Cells[number], line: number): string | null | undefined {
    if (cell === '' && column.required === undefined) return column.default ?? null
    const value = cell === '' ? EMPTY : cell === undefined ? NOT_UTF8 : column.read(cell)
    if (typeof value === 'string') return value
    const detail = `${column.name} ${value.detail}`
    this.violations.add({ line, column: column.name, code: value.code, detail })
    return undefined
  }

  #hasItsCells(cells: Cells, line: number): boolean {
    const expected = this.header?.length
    let detail: string | undefined
    if (cells.length !== expected) {
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
    const header = cells.map((cell) => cell ?? '')
    this.header = header
    this.#cells = this.#columns.map((column) => [column, header.indexOf(column.name)])
    const before = this.violations.total
    for (const [place, whole] of header.entries()) {
      // With a wrong separator or line break, the name is the whole line or the whole file.
      const name = whole.slice(0, COLUMN_NAME_SHOWN_MAX)
      if (cells[place] === undefined) {
        const detail = 'The header is not valid UTF-8: save the file as UTF-8.'
        this.violations.add({ line, column: null, code: 'malformed_csv', detail })
      } else if (!this.#columns.some((column) => column.name === whole)) {
        const separated = /[;\t]/.test(name) ? ' Columns are separated by commas.' : ''
        const problem = `${JSON.stringify(name)} is not a column of ${this.#spec.plural}.${separated}`
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

  #addOfHeader(line: number, column: string, code: ImportViolationCode, problem: string): void {
    const names = this.#columns.map(({ name }) => name).join(', ')
    this.violations.add({ line, column, code, detail: `${problem} Known columns: ${names}.` })
  }
}

/** A value as COPY reads it; null, and invalid cells, become COPY's null. */
function copyText(value: string | null | undefined): string {
  if (value === null || value === undefined) return '\\N'
  // Faster: few values need it.
  if (!/[\\\n\r\t]/.test(value)) return value
  return value.replace(/[\\\n\r\t]/g, (character) => ESCAPED[character] as string)
}

const ESCAPED: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
