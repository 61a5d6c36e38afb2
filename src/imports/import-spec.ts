import type { TransactionSql } from 'postgres'
import type { Database } from '../database/database.ts'
import type { Caller } from '../domain/caller.ts'
import type { IdPrefix } from '../domain/ids.ts'
import type { CellViolation, ImportColumn } from './import-columns.ts'
import type { FoundViolations } from './import-violations.ts'

/** What a noun of the vault tells about files of its records. */
export interface ImportSpec {
  /** As the command line names it. */
  readonly name: string
  /** As a sentence names one and several of them. */
  readonly singular: string
  readonly plural: string
  readonly table: string
  readonly idPrefix: IdPrefix
  /** Besides `organizationId`, which every file may have. */
  readonly columns: readonly ImportColumn[]
  /** Rules about several cells of one row. */
  readonly rowViolations?: (row: ImportedRow) => readonly RowViolation[]
  /** Rules that only the whole file together with the database can tell. */
  readonly fileViolations: readonly FileCheck[]
  /** What the vault keeps beside the records themselves. */
  readonly follow?: ImportFollow
  /** Work that so many new records make, after the commit; nothing is wrong where it fails. */
  readonly maintain?: (caller: Caller, database: Database, signal: AbortSignal) => Promise<void>
}

/** Rows of other tables that come with the records, such as the first row of an item's log. */
export interface ImportFollow {
  /** The tables that only this writes. */
  readonly tables: readonly string[]
  /** Writes what belongs to the records of these lines, which were just inserted. */
  readonly write: (caller: Caller, tx: TransactionSql, lines: ImportedLines) => Promise<void>
}

/** Some lines of the file, both ends included. */
export interface ImportedLines {
  readonly from: number
  readonly to: number
}

/** PostgreSQL's text of each cell, by column; null where absent, undefined where it is invalid. */
export type ImportedRow = Readonly<Record<string, string | null | undefined>>

export interface RowViolation extends CellViolation {
  readonly column: string
}

/** Judges the staged rows by what the caller's organization has. */
export type FileCheck = (
  caller: Caller,
  tx: TransactionSql,
  spec: ImportSpec,
) => Promise<FoundViolations>
