import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { appliedMigrations, knownMigrations } from '../../database/migrations.ts'
import { liftRequestLimits } from '../../database/postgres/lift-request-limits.ts'
import type { Sql, TransactionSql } from '../../database/postgres/sql.ts'
import { backedUpTables, estimatedRows } from '../../database/vault-tables.ts'
import { FileUnusable, writeNewFile } from '../../runtime/write-new-file.ts'
import {
  type BackupManifest,
  type BackupWatch,
  blockBytes,
  FORMAT,
  FORMAT_VERSION,
  MANIFEST,
  RowCounts,
  tableText,
} from './backup-format.ts'

interface WrittenBackup {
  readonly manifest: BackupManifest
  readonly counts: RowCounts
  readonly fileBytes: number
}

interface BackupOptions extends BackupWatch {
  /** No file may have this name yet. */
  readonly path: string
  readonly serviceVersion: string
}

/**
 * Writes a backup of one moment of the vault, while the service runs on. The file gets its name
 * only when all of it is on the disk.
 * @throws {FileUnusable} when the file cannot be made, or there is no vault to back up
 */
export async function writeBackup(sql: Sql, options: BackupOptions): Promise<WrittenBackup> {
  const { path, serviceVersion, signal } = options
  return await writeNewFile({ path, what: 'backup', signal }, (file) =>
    sql.begin(async (tx) => {
      await liftRequestLimits(tx)
      await tx.topology?.readAtOnce(tx)
      const manifest = await describeVault(tx, sql, serviceVersion)
      return { manifest, counts: await writeBlocks(tx, file, manifest, options) }
    }, 'isolation level repeatable read read only'),
  )
}

/**
 * Describes the vault that is to be backed up. Its tables stay as they are until the transaction
 * ends.
 * @param sql connections outside the transaction
 * @throws {FileUnusable} when there is no vault, or its schema has just changed
 */
async function describeVault(
  tx: TransactionSql,
  sql: Sql,
  serviceVersion: string,
): Promise<BackupManifest> {
  const migrations = await appliedMigrations(tx)
  if (migrations === null) {
    throw new FileUnusable('The database holds no vault yet: there is nothing to back up.')
  }
  knownMigrations(migrations, 'database')
  const tables = await backedUpTables(tx)
  for (const { name } of tables) await tx.query(`lock table ${name} in access share mode`)
  // The snapshot is older than the locks. A migration in between changes the tables, but the
  // snapshot does not show it.
  const now = await appliedMigrations(sql)
  if (now?.length !== migrations.length) {
    throw new FileUnusable('The schema was migrated just now: start the backup again.')
  }
  const [row] = await tx.query<[{ at: Date; version: string }]>(`
    select now() as at, current_setting('server_version') as version`)
  return {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    serviceVersion,
    postgresVersion: row.version.split(' ', 1)[0] as string,
    createdAt: row.at.toISOString(),
    migrations: migrations.map(({ version, name, sha256 }) => ({ version, name, sha256 })),
    tables,
  }
}

/** A table is written in pieces of about this size; one piece at a time is in memory. */
const PIECE_BYTES = 256 * 1024

/** Writes the tables of the manifest, compressed, and the checksum behind them. */
async function writeBlocks(
  tx: TransactionSql,
  file: FileHandle,
  manifest: BackupManifest,
  { signal, progress }: BackupWatch,
): Promise<RowCounts> {
  const counts = new RowCounts()
  const rowsExpected = Math.max(1, await estimatedRows(tx))
  const counted = (table: string, text: Buffer) => {
    signal.throwIfAborted()
    counts.add(table, text)
    const rows = counts.total
    progress({ stage: 'writing', share: Math.min(1, rows / rowsExpected), rows })
  }
  await pipeline(
    // In bytes: in object mode the stream would take sixteen pieces in advance.
    Readable.from(blocksOf(tx, manifest, counted), { objectMode: false }),
    createGzip(),
    withChecksum,
    // Not a write stream of the file: without autoClose, file.close() would wait for it for ever.
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) await file.writeFile(chunk)
    },
    { signal },
  )
  return counts
}

async function* blocksOf(
  tx: TransactionSql,
  manifest: BackupManifest,
  counted: (table: string, text: Buffer) => void,
): AsyncGenerator<Buffer> {
  yield blockBytes({ name: MANIFEST, content: Buffer.from(JSON.stringify(manifest)) })
  for (const table of manifest.tables) {
    counted(table.name, Buffer.alloc(0))
    for await (const content of inPieces(tableText(tx, table))) {
      counted(table.name, content)
      yield blockBytes({ name: table.name, content })
    }
  }
}

async function* inPieces(text: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let piece: Buffer[] = []
  let bytes = 0
  for await (const chunk of text) {
    piece.push(chunk)
    bytes += chunk.length
    if (bytes < PIECE_BYTES) continue
    yield Buffer.concat(piece)
    piece = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(piece)
}

async function* withChecksum(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const checksum = createHash('sha256')
  for await (const chunk of compressed) {
    checksum.update(chunk)
    yield chunk
  }
  yield checksum.digest()
}
