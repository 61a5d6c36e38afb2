import { digestOf } from './content-digest.ts'
import {
  columnOf,
  type ImportColumn,
  type ImportKind,
  type NewAccount,
  type NewItem,
} from './import-kinds.ts'
import type { CsvRecord } from './read-csv.ts'

/** Something that keeps a row from being imported. */
export interface Fault {
  /** The row's place in the file, from 0 without the header; undefined where it is the header. */
  readonly place: number | undefined
  readonly line: number
  readonly column: string | undefined
  readonly detail: string
}

export interface ImportRow {
  readonly place: number
  readonly line: number
  readonly cells: readonly string[]
  readonly body: NewAccount | NewItem
}

/** A file as it was read for a kind of records. */
export interface ImportFile {
  readonly kind: ImportKind
  readonly name: string
  /** Tells it from others: a second try of the same file has the same. */
  readonly digest: string
  readonly header: readonly string[]
  /** The column of each cell of the header; undefined where it is not known. */
  readonly columns: readonly (ImportColumn | undefined)[]
  readonly rows: readonly ImportRow[]
  /** What the browser can know without the service. */
  readonly faults: readonly Fault[]
}

export function readRows(
  kind: ImportKind,
  name: string,
  [first, ...records]: readonly CsvRecord[],
): ImportFile {
  const header = first?.cells ?? []
  const columns = header.map((cell) => columnOf(kind, cell))
  const rows = records.map(({ line, cells }, place) => ({
    ...{ place, line, cells },
    body: bodyOf(columns, cells),
  }))
  const faults = [
    ...headerFaults(kind, header, columns),
    ...rows.flatMap((row) => rowFaults(row, header, columns)),
    ...secondPrimaries(rows),
  ]
  const digest = digestOf(JSON.stringify([kind.name, rows.map(({ body }) => body)]))
  return { kind, name, digest, header, columns, rows, faults }
}

/** The members of the request; an empty cell is a member that is not given. */
function bodyOf(
  columns: readonly (ImportColumn | undefined)[],
  cells: readonly string[],
): NewAccount | NewItem {
  const members = columns.flatMap((column, index) => {
    const cell = cells[index] ?? ''
    if (column === undefined || column.leftOut !== undefined || cell === '') return []
    return [[column.name, column.name === 'isPrimary' ? cell === 'true' : cell]]
  })
  return Object.fromEntries(members)
}

function headerFaults(
  kind: ImportKind,
  header: readonly string[],
  columns: readonly (ImportColumn | undefined)[],
): Fault[] {
  const fault = (column: string, detail: string) => ({
    ...{ place: undefined, line: 1, column, detail },
  })
  const missing = kind.columns
    .filter((column) => column.isRequired === true && !columns.includes(column))
    .map(({ name }) => fault(name, 'is missing: every row needs it.'))
  const twice = columns
    .filter((column, index) => column !== undefined && columns.indexOf(column) !== index)
    .map((column) => fault(column?.name ?? '', 'is there twice: keep one.'))
  const isKnown = columns.some((column) => column !== undefined && column.leftOut === undefined)
  const none = isKnown ? [] : [fault(header.join(', '), `is no header of ${kind.plural}.`)]
  return [...missing, ...twice, ...none]
}

function rowFaults(
  { place, line, cells }: ImportRow,
  header: readonly string[],
  columns: readonly (ImportColumn | undefined)[],
): Fault[] {
  // A spreadsheet may end each row with empty cells.
  const isTooLong = cells.slice(header.length).some((cell) => cell !== '')
  const tooMany = isTooLong ? [{ place, line, column: undefined, detail: TOO_MANY_CELLS }] : []
  const found = columns.flatMap((column, index) => {
    const cell = cells[index] ?? ''
    const detail =
      cell === '' ? column?.isRequired === true && 'must not be empty.' : column?.rule?.(cell)
    return detail ? [{ place, line, column: column?.name, detail }] : []
  })
  return [...tooMany, ...found]
}

const TOO_MANY_CELLS = 'has more cells than the header: a cell that has a separator needs quotes.'

/** An organization has one primary account at most. */
function secondPrimaries(rows: readonly ImportRow[]): Fault[] {
  return rows
    .filter(({ body }) => 'isPrimary' in body && body.isPrimary === true)
    .slice(1)
    .map(({ place, line }) => ({
      ...{ place, line, column: 'isPrimary' },
      detail: 'must be false: another row is the primary account, and there is one at most.',
    }))
}
