import type { Caller } from '../domain/caller.ts'
import type { ImportViolationCode } from '../domain/errors.ts'
import { newRowIds } from '../domain/ids.ts'
import { organizationColumn, storedColumns, storedName } from './import-columns.ts'
import type { CellViolation, ImportColumn, ImportedRow, ImportSpec } from './import-spec.ts'
import { ViolationCounter } from './import-violations.ts'
import type { Cells, CsvEvents } from './read-csv.ts'
import { statusViolations } from './status-columns.rules.ts'

const COLUMN_NAME_SHOWN_MAX = 100
/** Rows that a preview shows. */
const FIRST_ROWS = 5

const EMPTY: CellViolation = { code: 'required', detail: 'is empty: every row needs it.' }
const NOT_UTF8: CellViolation = {
  code: 'malformed_csv',
  detail: 'is not valid UTF-8: save the file as UTF-8.',
}

/** A row of the file as it was written. */
interface FirstRow {
  readonly line: number
  readonly cells: string[]
}

/** A row of the file as it is staged. */
export interface StagedRow {
  readonly line: number
  /** Null where the row is invalid. */
  readonly id: string | null
  /** JSON of the table's columns, in PostgreSQL's text; without those that are null. */
  readonly fields: string
}

/** Turns the records of a file into rows to stage, and collects what is wrong with them. */
export class RowReader implements CsvEvents<StagedRow> {
  readonly violations = new ViolationCounter()
  /** Rows read, whether they are invalid or not. */
  rows = 0
  lastLine = 0
  /** The first rows, with the cells as they were read. */
  readonly firstRows: FirstRow[] = []
  /** The sum of the valid cells in the column of amounts. */
  amount = 0n
  /** Whether a row has an id that was made for it. */
  hasNewIds = false
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
  readonly #newIds: ReturnType<typeof newRowIds>

  constructor(caller: Caller, spec: ImportSpec) {
    this.#spec = spec
    this.#newIds = newRowIds(spec.idPrefix)
    this.#stored = storedColumns(spec)
    this.#ofStatus = spec.columns.filter(({ goesWith }) => goesWith !== undefined)
    this.#columns = [...this.#stored, organizationColumn(caller.organizationId)]
  }

  /** The common beginning of the ids that are made for rows of this file (`newRowIds`). */
  get newIdsBegin(): string {
    return this.#newIds.common
  }

  record = (cells: Cells, line: number): StagedRow | undefined => {
    if (this.header === null) {
      this.#readHeader(cells, line)
      return undefined
    }
    if (this.#isHeaderInvalid) return undefined
    this.rows += 1
    this.lastLine = line
    if (this.firstRows.length < FIRST_ROWS) {
      this.firstRows.push({ line, cells: cells.map((cell) => cell ?? '') })
    }
    if (!this.#hasItsCells(cells, line)) return undefined
    const row = this.#readRow(cells, line)
    const amount = row[this.#spec.amount ?? '']
    if (amount) this.amount += BigInt(amount)
    const fields: Record<string, string> = {}
    for (const column of this.#stored) {
      const value = row[column.name]
      if (value) fields[storedName(column)] = column.storedAs?.(value) ?? value
    }
    return { line, id: row.id ?? null, fields: JSON.stringify(fields) }
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

  #readRow(cells: Cells, line: number): ImportedRow {
    const row: Record<string, string | null | undefined> = {}
    const totalBefore = this.violations.total
    for (const [column, place] of this.#cells) {
      row[column.name] = this.#readCell(column, place === -1 ? '' : cells[place], line)
    }
    const together = this.#spec.rowViolations?.(row) ?? []
    for (const { column, code, detail } of [
      ...statusViolations(this.#ofStatus, row),
      ...together,
    ]) {
      this.violations.add({ line, column, code, detail: `${column} ${detail}` })
    }
    // A row that is refused anyway needs no id.
    if (row.id === null && this.violations.total === totalBefore) {
      row.id = this.#newIds.idOf(this.rows)
      this.hasNewIds = true
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
    this.#cells = this.#columns.map((column) => [column, header.indexOf(column.name)])
    const before = this.violations.total
    for (const [place, whole] of header.entries()) {
      // With a wrong separator or line break, the name is the whole line or the whole file.
      const name = whole.slice(0, COLUMN_NAME_SHOWN_MAX)
      if (cells[place] === undefined) {
        const detail = 'The header is not valid UTF-8: save the file as UTF-8.'
        this.violations.add({ line, column: null, code: 'malformed_csv', detail })
      } else if (!this.#columns.some((column) => column.name === whole)) {
        const problem = `${JSON.stringify(name)} is not a column of ${this.#spec.plural}.`
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
