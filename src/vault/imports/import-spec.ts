import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import type { Caller } from '../../domain/caller.ts'
import type { EventType } from '../../domain/events.ts'
import type { IdPrefix } from '../../domain/ids.ts'
import type { Permission } from '../../domain/permissions.ts'
import type { CellViolation, FoundViolations } from '../../runtime/csv/file-violations.ts'

/** Describes the import of one type of records from a file. */
export interface ImportSpec {
  /** The name on the command line, and in the path of the records' list. */
  readonly name: string
  /** The names in sentences. */
  readonly singular: string
  readonly plural: string
  readonly table: string
  /** The permission that a token needs, beside `imports:create`. */
  readonly permission: Permission
  /** Those it needs for rows of a status: they are of the operations that lead to it. */
  readonly statusPermissions?: Readonly<Record<string, readonly Permission[]>>
  readonly idPrefix: IdPrefix
  readonly event: EventType
  /** The column of amounts in cents whose sum an import shows. */
  readonly amount?: string
  /** The table's column that has the moment of the import. */
  readonly momentColumn?: string
  /** The table's column for the importing token. */
  readonly creatorColumn?: string
  /** In addition to `id`, `createdAt` and `organizationId`, which every file may have. */
  readonly columns: readonly ImportColumn[]
  /** Cells that do not go together; a cell that is invalid by itself is undefined. */
  readonly rowViolations?: (row: ImportedRow) => readonly ColumnViolation[]
  /** Checks of the whole file, in addition to those of ids. */
  readonly fileChecks: readonly FileCheck[]
  /** Rows of other tables that come with the records, such as the first row of an item's log. */
  readonly follow?: {
    readonly tables: readonly string[]
    /** Writes the rows of the records of these lines, which were just inserted. */
    readonly write: (tx: OrganizationTransaction, lines: ImportedLines) => Promise<void>
  }
}

/** One column that a file of records may have. */
export interface ImportColumn {
  /** The API's name of the field, in camel case. The table's column has it in snake case. */
  readonly name: string
  readonly read: ReadCell
  /** Every row must fill the cell. */
  readonly required?: true
  /** The value of an empty cell; without it, null. */
  readonly default?: string
  /** It belongs to a table beside the record's own: `follow` writes it. */
  readonly isAside?: true
  /** SQL for the inserted value, if it is not the staged text. */
  readonly insertedAs?: string
  /** The stored form of a value, if it differs. */
  readonly storedAs?: (value: string) => string
  /** Its stored form is staged in the form for comparisons, too. */
  readonly isFolded?: true
  /** The cell must be empty in every other status. */
  readonly goesWith?: { readonly statuses: readonly string[]; readonly isRequired: boolean }
}

/** Turns a cell that is not empty into PostgreSQL's text; `digits` are those of the currency. */
export type ReadCell = (cell: string, digits?: number) => string | CellViolation

export interface ColumnViolation extends CellViolation {
  readonly column: string
}

/** PostgreSQL's text of each cell, by column; null if absent, undefined if invalid. */
export type ImportedRow = Readonly<Record<string, string | null | undefined>>

/** Some lines of a staged file, both ends included. */
export interface ImportedLines {
  readonly attemptId: string
  readonly from: number
  readonly to: number
  /** When the records enter the vault, as ISO 8601. */
  readonly at: string
  /** The importing token; null if the operator's command imports. */
  readonly tokenId: string | null
}

/** Compares the staged rows with each other, and with the records of the organization. */
export type FileCheck = (
  tx: OrganizationTransaction,
  file: { readonly spec: ImportSpec; readonly attemptId: string },
  caller: Caller,
) => Promise<FoundViolations>
