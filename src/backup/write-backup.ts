import { createHash } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Sql, TransactionSql } from 'postgres'
import { type Pack, pack } from 'tar-stream'
import { appliedMigrations, refuseUnknownMigrations } from '../database/migrations.ts'
import { distributionOf, readNodesOnce } from '../database/postgres/distribution.ts'
import { liftRequestLimits } from '../database/postgres/lift-request-limits.ts'
import { inTransaction } from '../database/postgres/transaction.ts'
import { type BackupTable, estimatedRows, vaultTables } from '../database/vault-tables.ts'
import {
  type BackupManifest,
  type BackupTotals,
  BackupUnusable,
  type BackupWatch,
  FORMAT,
  FORMAT_VERSION,
  MANIFEST,
  pieceName,
  type TableTotals,
  TOTALS,
} from './backup-format.ts'
import { fixTextForm, tableText } from './copy-table.ts'
import { TextCount } from './count-text.ts'

/** A table is written in pieces of about this size: what is held in memory at a time. */
const PIECE_BYTES = 1024 * 1024

export interface WrittenBackup {
  readonly manifest: BackupManifest
  readonly totals: BackupTotals
  readonly fileBytes: number
}

export interface BackupOptions extends BackupWatch {
  /** Must name nothing yet. */
  readonly path: string
  readonly serviceVersion: string
}

/**
 * Writes a backup of one moment of the vault, while the service goes on. The file is there when all
 * of it is on the disk, and not before.
 * @throws {BackupUnusable} where the file cannot be made, or there is nothing to put into it
 */
export async function writeBackup(sql: Sql, options: BackupOptions): Promise<WrittenBackup> {
  const { path, signal } = options
  const unfinished = `${path}.unfinished`
  refuseExisting(path)
  const file = await createFile(unfinished)
  // At once: a statement that waits can outlive the command.
  let isRemoved = false
  const remove = () => {
    // Once: another backup may have the name by then.
    if (isRemoved) return
    isRemoved = true
    rmSync(unfinished, { force: true })
  }
  signal.addEventListener('abort', remove)
  try {
    const written = await inTransaction(
      sql,
      (tx) => writeWithin(tx, { file, sql, options }),
      'isolation level repeatable read read only',
    )
    await file.sync()
    const { size } = await file.stat()
    signal.throwIfAborted()
    refuseExisting(path)
    await rename(unfinished, path)
    await syncFolder(dirname(path))
    return { ...written, fileBytes: size }
  } catch (error) {
    remove()
    throw error
  } finally {
    signal.removeEventListener('abort', remove)
    await file.close()
  }
}

function refuseExisting(path: string): void {
  if (!existsSync(path)) return
  throw new BackupUnusable(`${path} exists already and was left as it is: name another file.`)
}

async function createFile(path: string): Promise<FileHandle> {
  try {
    // Only its owner may read what is in it: names, addresses, who holds what.
    return await open(path, 'wx', 0o600)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new BackupUnusable(
      code === 'EEXIST'
        ? `${path} exists already: another backup is writing it, or was killed and left it. Delete it if none runs.`
        : `${path} cannot be written: ${message}.`,
      { cause: error },
    )
  }
}

/** Makes the new name last; where a folder cannot be opened (Windows), the system does it. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}

interface Writing {
  readonly file: FileHandle
  readonly sql: Sql
  readonly options: BackupOptions
}

async function writeWithin(
  tx: TransactionSql,
  { file, sql, options }: Writing,
): Promise<Pick<WrittenBackup, 'manifest' | 'totals'>> {
  const { signal, progress } = options
  await liftRequestLimits(tx)
  await fixTextForm(tx)
  if ((await distributionOf(tx)) !== null) await readNodesOnce(tx)
  const manifest = await describe(tx, sql, options)
  const rowsExpected = Math.max(1, await estimatedRows(tx))
  const archive = pack()
  const checksum = createHash('sha256')
  const written = pipeline(
    // By bytes: as objects the stream would take sixteen pieces in advance.
    Readable.from(archive, { objectMode: false }),
    createGzip(),
    async function* (compressed: AsyncIterable<Buffer>) {
      for await (const chunk of compressed) {
        checksum.update(chunk)
        yield chunk
      }
      yield checksum.digest()
    },
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) await file.writeFile(chunk)
    },
    { signal },
  )
  written.catch((error) => archive.destroy(error))
  try {
    await add(archive, MANIFEST, JSON.stringify(manifest))
    const totals: Record<string, TableTotals> = {}
    let rows = 0
    for (const table of manifest.tables) {
      totals[table.name] = await writeTable(archive, tx, table, (more) => {
        signal.throwIfAborted()
        rows += more
        progress({ stage: 'writing', share: Math.min(1, rows / rowsExpected), rows })
      })
    }
    await add(archive, TOTALS, JSON.stringify(totals))
    archive.finalize()
    await written
    return { manifest, totals }
  } catch (error) {
    archive.destroy(error as Error)
    // What failed in the file is why the rest did.
    throw await written.then(() => error).catch((cause) => cause)
  }
}

/** What is backed up; its tables stay as they are until the transaction ends. */
async function describe(
  tx: TransactionSql,
  sql: Sql,
  { serviceVersion }: BackupOptions,
): Promise<BackupManifest> {
  const migrations = await appliedMigrations(tx)
  if (migrations === null) {
    throw new BackupUnusable('The database holds no vault yet: there is nothing to back up.')
  }
  refuseUnknownMigrations(migrations, 'database')
  const tables = await vaultTables(tx)
  for (const { name } of tables) await tx`lock table ${tx(name)} in access share mode`
  // The snapshot is older than the locks: a migration in between would not be seen by the one, and
  // have changed the other.
  const now = await appliedMigrations(sql)
  if (now?.length !== migrations.length) {
    throw new BackupUnusable('The schema was migrated just now: start the backup again.')
  }
  const [row] = await tx<[{ at: Date; version: string }]>`
    select now() as at, current_setting('server_version') as version`
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

async function writeTable(
  archive: Pack,
  tx: TransactionSql,
  table: BackupTable,
  progress: (rows: number) => void,
): Promise<TableTotals> {
  const count = new TextCount()
  let piece: Buffer[] = []
  let bytes = 0
  let number = 0
  const finishPiece = async () => {
    if (bytes === 0) return
    number += 1
    await add(archive, pieceName(table.name, number), Buffer.concat(piece))
    piece = []
    bytes = 0
  }
  for await (const chunk of tableText(tx, table)) {
    progress(count.add(chunk))
    piece.push(chunk)
    bytes += chunk.length
    if (bytes >= PIECE_BYTES) await finishPiece()
  }
  await finishPiece()
  return count.totals()
}

/** Waits until the archive has taken it. */
async function add(archive: Pack, name: string, content: string | Buffer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  archive.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()))
  await promise
}
