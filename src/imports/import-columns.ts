import type { ImportColumn, ImportSpec, ReadCell } from './import-spec.ts'
import { invalidValue, readId, readTime } from './read-cells.ts'

/** The columns that are stored, in the order of the documentation. */
export function storedColumns({
  columns,
  reservedId,
}: Pick<ImportSpec, 'columns' | 'reservedId'>): readonly ImportColumn[] {
  const read: ReadCell = (cell) =>
    cell === reservedId ? invalidValue(`must not be ${cell}, a path of the API.`) : readId(cell)
  return [{ name: 'id', read }, ...columns, { name: 'createdAt', read: readTime }]
}

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
