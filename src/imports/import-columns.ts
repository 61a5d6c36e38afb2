import type { ImportColumn, ImportSpec, ReadCell } from './import-spec.ts'
import { invalidValue, readId, readTime, withAllDigits } from './read-cells.ts'

/** The columns that are stored, in the order of the documentation. */
export function storedColumns({
  columns,
  reservedId,
}: Pick<ImportSpec, 'columns' | 'reservedId'>): readonly ImportColumn[] {
  const read: ReadCell = (cell) =>
    cell === reservedId ? invalidValue(`must not be ${cell}, a path of the API.`) : readId(cell)
  return [{ name: 'id', read }, ...columns, { name: 'createdAt', read: readTime }].map((column) =>
    OF_NUMBERS.test(column.name) ? { ...column, read: withAllDigits(column.read) } : column,
  )
}

/** Columns in which a spreadsheet may have rounded long numbers. */
const OF_NUMBERS = /(?:id|phone|postalCode|cents|At)$/i

/** The organization's id, which a file may repeat on every row. It is compared, not stored. */
export function organizationColumn(organizationId: string): ImportColumn {
  const refused = invalidValue(
    `must be empty or ${organizationId}, the organization of the import.`,
  )
  return {
    name: 'organizationId',
    read: (cell) => (cell === organizationId ? cell : refused),
  }
}
