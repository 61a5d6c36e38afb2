import type { BackupTable } from '../database/vault-tables.ts'

/**
 * A backup is a gzip of a tar, followed by the 32 bytes of its SHA-256. The tar holds
 * `manifest.json`, then each table in pieces named `tables/NAME/NUMBER.copy` (PostgreSQL's text
 * format, to be joined in order), then `totals.json`.
 */
export const FORMAT = 'vault-inventory backup'

/** Raised when an older program could not read the files of a newer one. */
export const FORMAT_VERSION = 1

export const MANIFEST = 'manifest.json'
export const TOTALS = 'totals.json'

/** Length of the checksum at the end of the file. */
export const CHECKSUM_BYTES = 32

export interface BackupManifest {
  readonly format: string
  readonly formatVersion: number
  readonly serviceVersion: string
  readonly postgresVersion: string
  /** RFC 3339; the moment of the vault that the backup shows. */
  readonly createdAt: string
  /** The migrations of the database, in the order in which they were applied. */
  readonly migrations: readonly BackupMigration[]
  /** A table comes after those that it refers to. */
  readonly tables: readonly BackupTable[]
}

interface BackupMigration {
  readonly version: number
  readonly name: string
  readonly sha256: string
}

/** By the table's name. */
export type BackupTotals = Readonly<Record<string, TableTotals>>

export interface TableTotals {
  readonly rows: number
  readonly bytes: number
  /** Of the table's joined pieces, in hexadecimal digits. */
  readonly sha256: string
}

/** How far a backup or a restore has come. */
export interface BackupProgress {
  readonly stage: 'writing' | 'checking' | 'filling' | 'comparing' | 'verifying'
  /** From 0 to 1, of this stage. */
  readonly share: number
  /** Handled in this stage. */
  readonly rows: number
}

export interface BackupWatch {
  readonly signal: AbortSignal
  readonly progress: (step: BackupProgress) => void
}

/** A file that cannot be restored; the message is one sentence that says what to do. */
export class BackupUnusable extends Error {}

export function pieceName(table: string, number: number): string {
  return `tables/${table}/${String(number).padStart(6, '0')}.copy`
}

export function schemaVersionOf({ migrations }: Pick<BackupManifest, 'migrations'>): number {
  return migrations.at(-1)?.version ?? 0
}

export function rowsOf(totals: BackupTotals): number {
  return Object.values(totals).reduce((sum, { rows }) => sum + rows, 0)
}
