import type { ColumnViolation, ImportColumn, ImportedRow } from './import-spec.ts'

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
