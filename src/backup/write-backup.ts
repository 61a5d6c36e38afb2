import type { Sql } from 'postgres'
import { distributionOf, readNodesOnce } from '../database/postgres/distribution.ts'
import { liftRequestLimits } from '../database/postgres/lift-request-limits.ts'
import { inTransaction } from '../database/postgres/transaction.ts'
import type { BackupManifest, BackupTotals, BackupWatch } from './backup-format.ts'
import { fixRowOrder } from './copy-table.ts'
import { describeVault } from './describe-vault.ts'
import { writeArchive } from './write-archive.ts'
import { writeNewFile } from './write-new-file.ts'

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
  return await writeNewFile({ path, what: 'backup', signal }, (file) =>
    inTransaction(
      sql,
      async (tx) => {
        await liftRequestLimits(tx)
        await fixRowOrder(tx)
        if ((await distributionOf(tx)) !== null) await readNodesOnce(tx)
        const manifest = await describeVault(tx, sql, serviceVersion)
        return { manifest, totals: await writeArchive(tx, file, manifest, options) }
      },
      'isolation level repeatable read read only',
    ),
  )
}
