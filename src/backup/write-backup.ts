import { existsSync, rmSync } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Sql } from 'postgres'
import { distributionOf, readNodesOnce } from '../database/postgres/distribution.ts'
import { liftRequestLimits } from '../database/postgres/lift-request-limits.ts'
import { inTransaction } from '../database/postgres/transaction.ts'
import {
  type BackupManifest,
  type BackupTotals,
  BackupUnusable,
  type BackupWatch,
} from './backup-format.ts'
import { fixTextForm } from './copy-table.ts'
import { describeVault } from './describe-vault.ts'
import { writeArchive } from './write-archive.ts'

export interface WrittenBackup {
  readonly manifest: BackupManifest
  readonly totals: BackupTotals
  readonly fileBytes: number
}

export interface BackupOptions extends BackupWatch {
  /** No file may have this name yet. */
  readonly path: string
  readonly serviceVersion: string
}

/**
 * Writes a backup of one moment of the vault, while the service runs on. The file gets its name
 * only when all of it is on the disk.
 * @throws {BackupUnusable} when the file cannot be made, or there is no vault to back up
 */
export async function writeBackup(sql: Sql, options: BackupOptions): Promise<WrittenBackup> {
  const { path, serviceVersion, signal } = options
  const unfinished = `${path}.unfinished`
  refuseExisting(path)
  const file = await createFile(unfinished)
  let isRemoved = false
  const remove = () => {
    // Only once: another backup may have the name by then.
    if (isRemoved) return
    isRemoved = true
    rmSync(unfinished, { force: true })
  }
  // At once: a waiting statement can outlive the command.
  signal.addEventListener('abort', remove)
  try {
    const written = await inTransaction(
      sql,
      async (tx) => {
        await liftRequestLimits(tx)
        await fixTextForm(tx)
        if ((await distributionOf(tx)) !== null) await readNodesOnce(tx)
        const manifest = await describeVault(tx, sql, serviceVersion)
        return { manifest, totals: await writeArchive(tx, file, manifest, options) }
      },
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
  throw new BackupUnusable(`${path} already exists and was not changed: name another file.`)
}

async function createFile(path: string): Promise<FileHandle> {
  try {
    // Readable by its owner only: it holds names, addresses and holdings.
    return await open(path, 'wx', 0o600)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new BackupUnusable(
      code === 'EEXIST'
        ? `${path} already exists: another backup is writing it, or a killed backup left it. ` +
            'Delete it if no backup is running.'
        : `${path} cannot be written: ${message}.`,
      { cause: error },
    )
  }
}

/** Makes the new name last. Windows cannot open a folder, and does this by itself. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}
