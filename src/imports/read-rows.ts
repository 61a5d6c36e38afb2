import { FileColumns } from '../csv/file-columns.ts'
import { ViolationCounter } from '../csv/file-violations.ts'
import type { Cells, CsvEvents } from '../csv/read-csv.ts'
import type { Caller } from '../domain/caller.ts'
import { newRowIds } from '../domain/ids.ts'
import { organizationColumn, storedColumns, storedName } from './import-columns.ts'
import type { CellViolation, ImportColumn, ImportedRow, ImportSpec } from './import-spec.ts'
import { statusViolations } from './status-columns.rules.ts'

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
  readonly #spec: ImportSpec
  readonly #stored: readonly ImportColumn[]
  /** Those that must fit the status. */
  readonly #ofStatus: readonly ImportColumn[]
  /** All that the header may name. */
  readonly #columns: FileColumns<ImportColumn>
  readonly #newIds: ReturnType<typeof newRowIds>

  constructor(caller: Caller, spec: ImportSpec) {
    this.#spec = spec
    this.#newIds = newRowIds(spec.idPrefix)
    this.#stored = storedColumns(spec)
    this.#ofStatus = spec.columns.filter(({ goesWith }) => goesWith !== undefined)
    const columns = [...this.#stored, organizationColumn(caller.organizationId)]
    this.#columns = new FileColumns(columns, spec.plural, this.violations)
  }

  /** The common beginning of the ids that are made for rows of this file (`newRowIds`). */
  get newIdsBegin(): string {
    return this.#newIds.common
  }

  /** Null until the first record was read. */
  get header(): readonly string[] | null {
    return this.#columns.header
  }

  record = (cells: Cells, line: number): StagedRow | undefined => {
    if (this.header === null) {
      this.#columns.readHeader(cells, line)
      return undefined
    }
    if (this.#columns.isHeaderInvalid) return undefined
    this.rows += 1
    this.lastLine = line
    if (this.firstRows.length < FIRST_ROWS) {
      this.firstRows.push({ line, cells: cells.map((cell) => cell ?? '') })
    }
    if (!this.#columns.hasItsCells(cells, line)) return undefined
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
    this.#columns.end()
  }

  unreadable = (line: number, place: number, reason: string): void => {
    this.#columns.unreadable(line, place, reason)
  }

  #readRow(cells: Cells, line: number): ImportedRow {
    const row: Record<string, string | null | undefined> = {}
    const totalBefore = this.violations.total
    for (const [column, place] of this.#columns.cells) {
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
}
