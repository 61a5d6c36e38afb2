import { Command } from 'commander'
import type { TransactionSql } from 'postgres'
import { BackupUnusable, rowsOf, schemaVersionOf } from '../backup/backup-format.ts'
import { type CheckedBackup, checkBackup } from '../backup/read-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { refuseUnknownMigrations, SchemaMismatch } from '../database/migrations.ts'
import { distributionOf } from '../database/postgres/distribution.ts'
import { codeOf, isUndone } from '../database/postgres/postgres-errors.ts'
import { operatorFor } from '../domain/caller.ts'
import { mergeChanges } from '../outbound-shipments/page-counts/compact-page-counts.store.ts'
import { verifyWithin } from '../verification/verify-vault.ts'
import { type ProgressBar, showBackupProgress } from './backup-progress.ts'
import { CommandFailed, type OutputOptions, print, withConnection } from './command.ts'

interface RestoreOptions extends OutputOptions {
  readonly despiteViolations?: boolean
}

interface Restored {
  readonly applied: readonly string[]
  /** What `verify` counts. */
  readonly violationsTotal: number
}

/** `restore`: a backup into an empty database. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description('restore a backup into an empty database, all of it or nothing')
    .argument('<file>', 'a file that backup wrote')
    .option(
      '--despite-violations',
      'also where the checks of verify find violations in what was backed up',
    )
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nThe whole file is checked before anything is changed. Then, in one transaction: the tables are made\n' +
        'and filled, each is read back and compared with the backup, later migrations are applied, and the\n' +
        'checks of verify must find nothing wrong.',
    )
    .action(restore)
}

async function restore(path: string, options: RestoreOptions): Promise<void> {
  const startedAt = performance.now()
  const bar = showBackupProgress(options)
  try {
    const backup = await checkBackup(path, bar.update)
    try {
      refuseUnknownMigrations(backup.manifest.migrations, 'backup')
      const restored = await restoreChecked(backup, bar, options)
      bar.stop()
      report(backup, restored, { startedAt, options })
    } finally {
      await backup.close()
    }
  } finally {
    bar.stop()
  }
}

async function restoreChecked(
  backup: CheckedBackup,
  { update: progress }: ProgressBar,
  options: RestoreOptions,
): Promise<Restored> {
  return await withConnection(async ({ sql, serviceRole }, signal) => {
    let violationsTotal = 0
    let isVerified = false
    const verify = async (tx: TransactionSql, organizationIds: readonly string[]) => {
      // The numbers of changes that are not in their blocks yet could be given out once more: each
      // node of a cluster counts them by itself.
      if ((await distributionOf(tx)) !== null) {
        for (const id of organizationIds) await mergeChanges(operatorFor(id), tx)
      }
      const { violations, totals } = await verifyWithin(tx, organizationIds, signal)
      violationsTotal = [...totals.values()].reduce((sum, total) => sum + total, 0)
      const [first] = violations
      isVerified = first === undefined || options.despiteViolations === true
      if (first === undefined || isVerified) return
      const counted =
        violationsTotal === 1 ? '1 violation' : `${violationsTotal.toLocaleString('en')} violations`
      throw new BackupUnusable(
        `What was backed up has ${counted} that verify would tell ` +
          `(${first.check}: ${first.record} ${first.wrong}), and nothing was restored: ` +
          '--despite-violations restores it all the same.',
      )
    }
    try {
      const applied = await restoreBackup(sql, backup, {
        ...{ signal, progress, verify, serviceRole },
      })
      return { applied, violationsTotal }
    } catch (error) {
      if (isVerified && !isUndone(error)) throw mayBeDone(error)
      throw failure(error, signal)
    }
  })
}

interface Reported {
  readonly startedAt: number
  readonly options: RestoreOptions
}

function report(backup: CheckedBackup, restored: Restored, { startedAt, options }: Reported): void {
  const { path, manifest, totals } = backup
  const document = {
    file: path,
    createdAt: manifest.createdAt,
    schemaVersion: schemaVersionOf(manifest),
    applied: restored.applied,
    rows: rowsOf(totals),
    tables: Object.fromEntries(Object.entries(totals).map(([name, { rows }]) => [name, rows])),
    violationsTotal: restored.violationsTotal,
    durationMs: Math.round(performance.now() - startedAt),
  }
  print(options, document, () => {
    const rows = `${document.rows.toLocaleString('en')} rows of ${manifest.tables.length} tables`
    const seconds = (document.durationMs / 1000).toFixed(1)
    const applied =
      restored.applied.length === 0 ? '' : ` Then applied ${restored.applied.join(', ')}.`
    const violations =
      restored.violationsTotal === 0 ? 'nothing is wrong' : 'it has violations, see verify'
    return `Restored ${rows} as of ${manifest.createdAt}; ${violations} (${seconds} s).${applied}`
  })
}

/** The connection was lost around COMMIT. */
function mayBeDone(error: unknown): CommandFailed {
  return new CommandFailed(
    `The restore may be done, or nothing was restored: ${(error as Error).message}. ` +
      'Run vault-inventory verify: it counts what is there.',
  )
}

const INSUFFICIENT_PRIVILEGE = '42501'

function failure(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return new CommandFailed('Stopped: nothing was restored.')
  if (error instanceof BackupUnusable || error instanceof SchemaMismatch) return error
  if (codeOf(error) === INSUFFICIENT_PRIVILEGE) {
    return new CommandFailed(
      'This role may not make the tables of the vault, and nothing was restored: ' +
        'run vault-inventory restore as the owner of the database.',
    )
  }
  return new CommandFailed(
    `The restore failed and nothing was restored: ${(error as Error).message}.`,
  )
}
