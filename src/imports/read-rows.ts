import type { Caller } from '../domain/caller.ts'
import { newId } from '../domain/ids.ts'
import { type ImportColumn, organizationColumn } from './import-columns.ts'
import type { ImportedRow, ImportSpec } from './import-spec.ts'
import { ViolationCounter } from './import-violations.ts'
import type { CsvEvents } from './read-csv.ts'

const COLUMN_NAME_SHOWN_MAX = 100

/** Turns the records of a file into rows of COPY, and remembers what is wrong with them. */
export class RowReader implements CsvEvents {
  readonly violations = new ViolationCounter()
  /** Rows that could be told apart, whether they are invalid or not. */
  rows = 0
  lastLine = 0
  /** Null until the first record was read. */
  header: readonly string[] | null = null
  readonly #spec: ImportSpec
  readonly #columns: readonly ImportColumn[]
  /** For each of `#columns`, which cell of a record is its own; -1 where the file has none. */
  #places: readonly number[] = []
  #headerInvalid = false

  constructor(caller: Caller, spec: ImportSpec) {
    this.#spec = spec
    this.#columns = [...spec.columns, organizationColumn(caller.organizationId)]
  }

  record = (cells: readonly (string | undefined)[], line: number): string => {
    if (this.header === null) {
      this.#readHeader(cells, line)
      return ''
    }
    if (this.#headerInvalid) return ''
    this.rows += 1
    this.lastLine = line
    if (!this.#hasItsCells(cells, line)) return ''
    const row = this.#readRow(cells, line)
    let text = String(line)
    for (const { name, stored, storedAs } of this.#columns) {
      if (stored === null) continue
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

  #readRow(cells: readonly (string | undefined)[], line: number): ImportedRow {
    const row: Record<string, string | null | undefined> = {}
    const columns = this.#columns
    const totalBefore = this.violations.total
    for (let i = 0; i < columns.length; i += 1) {
      const column = columns[i] as ImportColumn
      const place = this.#places[i] as number
      row[column.name] = this.#readCell(column, place === -1 ? '' : cells[place], line)
    }
    for (const violation of this.#spec.rowViolations?.(row) ?? [])
      this.violations.add({ line, ...violation })
    // A row that is refused anyway needs no id of its own.
    if (row.id === null && this.violations.total === totalBefore)
      row.id = newId(this.#spec.idPrefix)
    return row
  }

  #readCell(
    column: ImportColumn,
    cell: string | undefined,
    line: number,
  ): string | null | undefined {
    if (cell === '') {
      if (column.required === undefined) return column.default ?? null
      const detail = `${column.name} is empty: every row needs it.`
      this.violations.add({ line, column: column.name, code: 'required', detail })
      return undefined
    }
    if (cell === undefined) {
      const detail = `${column.name} is not valid UTF-8: save the file as UTF-8.`
      this.violations.add({ line, column: column.name, code: 'malformed_csv', detail })
      return undefined
    }
    const value = column.read(cell)
    if (typeof value === 'string') return value
    this.violations.add({ line, column: column.name, ...value })
    return undefined
  }

  #hasItsCells(cells: readonly (string | undefined)[], line: number): boolean {
    const expected = this.header?.length
    const detail =
      cells.length !== expected
        ? `The row has ${cells.length} cells, the header ${expected}: give each column one cell.`
        : cells.every((cell) => cell === '')
          ? 'All cells of the row are empty: remove the row.'
          : undefined
    if (detail === undefined) return true
    this.violations.add({ line, column: null, code: 'malformed_csv', detail })
    return false
  }

  #readHeader(cells: readonly (string | undefined)[], line: number): void {
    const header = cells.map((cell) => cell ?? '')
    this.header = header
    this.#places = this.#columns.map(({ name }) => header.indexOf(name))
    const before = this.violations.total
    const known = `Known here: ${this.#columns.map(({ name }) => name).join(', ')}.`
    for (const [place, whole] of header.entries()) {
      // With a wrong separator or a missing line break the name is the whole line, or the file.
      const name = whole.slice(0, COLUMN_NAME_SHOWN_MAX)
      if (cells[place] === undefined) {
        const detail = 'The header is not valid UTF-8: save the file as UTF-8.'
        this.violations.add({ line, column: null, code: 'malformed_csv', detail })
      } else if (!this.#columns.some((column) => column.name === whole)) {
        const separated = /[;\t]/.test(name) ? ' Columns are separated by commas.' : ''
        const detail = `${JSON.stringify(name)} is not a column of ${this.#spec.plural}.${separated} ${known}`
        this.violations.add({ line, column: name, code: 'unknown_column', detail })
      } else if (header.indexOf(whole) !== place) {
        const detail = `The header names ${name} more than once: keep one. ${known}`
        this.violations.add({ line, column: name, code: 'duplicate_column', detail })
      }
    }
    for (const { name, required } of this.#columns) {
      if (required === undefined || header.includes(name)) continue
      const detail = `The header lacks ${name}, which every row needs. ${known}`
      this.violations.add({ line, column: name, code: 'missing_column', detail })
    }
    this.#headerInvalid = this.violations.total > before
  }
}

/** A value as COPY reads it; null and what is invalid anyway become its null. */
function copyText(value: string | null | undefined): string {
  if (value === null || value === undefined) return '\\N'
  return /[\\\n\r\t]/.test(value) ? value.replace(/[\\\n\r\t]/g, escaped) : value
}

function escaped(character: string): string {
  return { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }[character] as string
}
