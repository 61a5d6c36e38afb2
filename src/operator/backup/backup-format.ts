import { pipeline } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { AppliedMigration } from '../../database/applied-migrations.ts'
import { connectionError } from '../../database/postgres/postgres-errors.ts'
import type { TransactionSql } from '../../database/postgres/sql.ts'

/**
 * A backup is a gzip of blocks, followed by the 32 bytes of its SHA-256. A block is a line with a
 * name and a number of bytes, then these bytes. The first block holds the manifest. Each other one
 * holds rows of the table that it names, in PostgreSQL's text format, to be joined in order.
 */
export const FORMAT = 'vault-inventory backup'

/** Raised when an older program could not read the files of a newer one. */
export const FORMAT_VERSION = 3

export const MANIFEST = 'manifest'

/** Length of the checksum at the end of the file. */
export const CHECKSUM_BYTES = 32

export interface Block {
  readonly name: string
  readonly content: Buffer
}

export function blockBytes({ name, content }: Block): Buffer {
  return Buffer.concat([Buffer.from(`${name} ${content.length}\n`), content])
}

interface BackupTable {
  readonly name: string
  readonly columns: readonly string[]
}

export interface BackupManifest {
  readonly format: string
  readonly formatVersion: number
  readonly serviceVersion: string
  readonly postgresVersion: string
  /** RFC 3339; the moment of the vault that the backup shows. */
  readonly createdAt: string
  /** The migrations of the database, in the order in which they were applied. */
  readonly migrations: readonly AppliedMigration[]
  /** A table comes after those that it refers to. */
  readonly tables: readonly BackupTable[]
}

export interface BackupProgress {
  readonly stage: 'writing' | 'checking' | 'filling' | 'verifying'
  /** From 0 to 1, of this stage. */
  readonly share: number
  /** Handled in this stage. */
  readonly rows: number
}

export interface BackupWatch {
  readonly signal: AbortSignal
  readonly progress: (step: BackupProgress) => void
}

export function schemaVersionOf({ migrations }: Pick<BackupManifest, 'migrations'>): number {
  return migrations.at(-1)?.version ?? 0
}

export class RowCounts {
  readonly tables: Record<string, number> = {}
  total = 0

  /** Counts the rows that end in this text: in PostgreSQL's text format a newline ends a row. */
  add(table: string, text: Uint8Array): void {
    let rows = 0
    for (let at = text.indexOf(0x0a); at !== -1; at = text.indexOf(0x0a, at + 1)) rows += 1
    this.tables[table] = (this.tables[table] ?? 0) + rows
    this.total += rows
  }
}

/** A table's rows as text, some at a time. A reader that stops early ends the connection. */
export async function* tableText(
  { connection }: TransactionSql,
  { name, columns }: BackupTable,
): AsyncGenerator<Buffer> {
  const rows = connection.stream(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`))
  let isWhole = false
  try {
    for await (const chunk of rows) yield chunk as Buffer
    isWhole = true
  } catch (error) {
    throw connectionError(error)
  } finally {
    if (!isWhole) await connection.end()
  }
}

export async function fillTable(
  { connection }: TransactionSql,
  { name, columns }: BackupTable,
  text: AsyncIterable<Uint8Array>,
): Promise<void> {
  const copy = copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`)
  try {
    await pipeline(text, connection.stream(copy))
  } catch (error) {
    throw connectionError(error)
  }
}
