import { createHash } from 'node:crypto'
import type { Caller } from '../../domain/caller.ts'
import { foldedValue } from '../../domain/folding.ts'
import { newRowIds } from '../../domain/ids.ts'
import { snakeCase } from '../../domain/text.ts'
import { lossOf } from '../../runtime/csv/codes.ts'
import { FileColumns, NOT_UTF8 } from '../../runtime/csv/file-columns.ts'
import type { CellViolation } from '../../runtime/csv/file-violations.ts'
import type { Cells, CsvEvents } from '../../runtime/csv/read-csv.ts'
import type { ColumnViolation, ImportColumn, ImportedRow, ImportSpec } from './import-spec.ts'
import { invalidValue, readId, readTime } from './read-cells.ts'

/** Rows that a preview shows. */
const FIRST_ROWS = 5

const EMPTY: CellViolation = { code: 'required', detail: 'is empty: every row needs it.' }

/** A row of the file as it was written. */
interface FirstRow {
  readonly line: number
  readonly cells: string[]
}

export interface StagedRow {
  readonly line: number
  /** Null where the row is invalid. */
  readonly id: string | null
  /** JSON of the table's columns, in PostgreSQL's text; without those that are null. */
  readonly fields: string
}

/** Turns the records of a file into rows to stage, and collects what is wrong with them. */
export class RowReader extends FileColumns<ImportColumn> implements CsvEvents<StagedRow> {
  /** Rows with their cells, whether these are invalid or not. */
  rows = 0
  lastLine = 0
  /** The first rows, with the cells as they were read. */
  readonly firstRows: FirstRow[] = []
  /** The sum of the valid cells in the column of amounts. */
  amount = 0n
  /** The common beginning of ids that were made for rows (`newRowIds`); null without any. */
  newIdsBegin: string | null = null
  /** Hash of the columns' names and the rows' values, in whatever form the file has them. */
  readonly said = createHash('sha256')
  readonly #spec: ImportSpec
  readonly #stored: readonly ImportColumn[]
  /** Those that must fit the status. */
  readonly #ofStatus: readonly ImportColumn[]
  readonly #newIds: ReturnType<typeof newRowIds>

  constructor(caller: Caller, spec: ImportSpec, digits: number) {
    const stored = storedColumns(spec)
    super([...stored, organizationColumn(caller.organizationId)], spec.plural, digits)
    this.#spec = spec
    this.#stored = stored
    this.#newIds = newRowIds(spec.idPrefix)
    this.#ofStatus = spec.columns.filter(({ goesWith }) => goesWith !== undefined)
  }

  record = (record: Cells, line: number): StagedRow | undefined => {
    const cells = this.rowOf(record, line)
    if (cells === undefined) return undefined
    if (this.rows === 0) this.said.update(JSON.stringify(this.header))
    this.rows += 1
    this.lastLine = line
    if (this.firstRows.length < FIRST_ROWS) {
      this.firstRows.push({ line, cells: cells.map((cell) => cell ?? '') })
    }
    const row = this.#readRow(cells, line)
    const amount = row[this.#spec.amount ?? '']
    if (amount) this.amount += BigInt(amount)
    const fields: Record<string, string> = {}
    for (const column of this.#stored) {
      const value = row[column.name]
      if (!value) continue
      const [name, stored] = [snakeCase(column.name), column.storedAs?.(value) ?? value]
      fields[name] = stored
      if (column.isFolded) fields[`${name}_folded`] = foldedValue(stored)
    }
    const text = JSON.stringify(fields)
    // Neither random new ids nor the line ends that a spreadsheet writes make another file.
    this.said.update(text.replace(this.newIdsBegin ?? '', '').replaceAll('\\r\\n', '\\n'))
    return { line, id: row.id ?? null, fields: text }
  }

  #readRow(cells: Cells, line: number): ImportedRow {
    const row: Record<string, string | null | undefined> = {}
    const totalBefore = this.violations.total
    for (const [column, place] of this.places) {
      row[column.name] = this.#readCell(column, place === -1 ? '' : cells[place], line)
    }
    const ofStatus = statusViolations(this.#ofStatus, row)
    for (const violation of [...ofStatus, ...(this.#spec.rowViolations?.(row) ?? [])]) {
      this.addOfCell(line, violation.column, violation)
    }
    // A row that is refused anyway needs no id.
    if (row.id === null && this.violations.total === totalBefore) {
      row.id = this.#newIds.idOf(this.rows)
      this.newIdsBegin = this.#newIds.common
    }
    return row
  }

  #readCell(column: ImportColumn, cell: Cells[number], line: number): string | null | undefined {
    if (cell === '' && column.required === undefined) return column.default ?? null
    const value =
      cell === ''
        ? EMPTY
        : cell === undefined
          ? NOT_UTF8
          : (lossOf(cell, column.name) ?? column.read(cell, this.digits))
    if (typeof value === 'string') return value
    this.addOfCell(line, column.name, value)
    return undefined
  }
}

/** The columns that are stored, in the order of the documentation. */
export function storedColumns({ columns }: Pick<ImportSpec, 'columns'>): readonly ImportColumn[] {
  return [{ name: 'id', read: readId }, ...columns, { name: 'createdAt', read: readTime }]
}

/** The organization's id, which a file may repeat on every row. It is compared, not stored. */
export function organizationColumn(organizationId: string): ImportColumn {
  const refused = invalidValue(
    `must be empty or ${organizationId}, the organization of the import.`,
  )
  return { name: 'organizationId', read: (cell) => (cell === organizationId ? cell : refused) }
}

/** Cells that do not fit the status of their row: a claimed item without its claimant, say. */
export function statusViolations(
  columns: readonly ImportColumn[],
  row: ImportedRow,
): ColumnViolation[] {
  return columns.flatMap(({ name: column, goesWith }): ColumnViolation[] => {
    const { [column]: value, status } = row
    // An invalid cell is a violation already and says nothing about the other.
    if (goesWith === undefined || value === undefined || status === undefined) return []
    const { statuses, isRequired } = goesWith
    const isMeant = statuses.includes(status as string)
    if (isMeant && isRequired && value === null) {
      return [{ column, code: 'required', detail: `is empty: the status ${status} needs it.` }]
    }
    if (isMeant || value === null) return []
    const detail = `must be empty unless the status is ${statuses.join(' or ')}.`
    return [{ column, code: 'invalid_value', detail }]
  })
}
