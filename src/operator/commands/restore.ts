import { Command } from 'commander'
import { isUndone } from '../../database/postgres/postgres-errors.ts'
import type { TransactionSql } from '../../database/postgres/sql.ts'
import { FileUnusable } from '../../runtime/write-new-file.ts'
import type { RowCounts } from '../backup/backup-format.ts'
import { type CheckedBackup, checkBackup } from '../backup/read-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { verifyWithin } from '../verify/verify-vault.ts'
import { failureOf, type ProgressBar, showProgress } from './all-or-nothing.ts'
import { reportOf } from './backup-report.ts'
import { CommandFailed, JSON_OPTION, type OutputOptions, print, withConnection } from './command.ts'
import { counted, secondsOf } from './text-output.ts'

interface RestoreOptions extends OutputOptions {
  readonly despiteViolations?: boolean
}

interface Restored {
  readonly counts: RowCounts
  /** The later migrations that were applied. */
  readonly applied: readonly string[]
  readonly violationsTotal: number
}

export function restoreCommand(): Command {
  return new Command('restore')
    .description('restore a backup into an empty database, all of it or nothing')
    .argument('<file>', 'a file that vault-inventory backup wrote')
    .option(
      '--despite-violations',
      'restore even if the checks of verify find violations in the backup',
    )
    .addOption(JSON_OPTION)
    .addHelpText(
      'after',
      '\nThe whole file is checked before anything is changed. One transaction then creates and fills the\n' +
        'tables, applies later migrations, and runs the checks of verify, which must find no violation.',
    )
    .action(restore)
}

async function restore(path: string, options: RestoreOptions): Promise<void> {
  const startedAt = performance.now()
  const bar = showProgress(options)
  try {
    const backup = await checkBackup(path, bar.update)
    const restored = await restoreChecked(backup, bar, options)
    bar.stop()
    report(backup, restored, Math.round(performance.now() - startedAt), options)
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
      const { violations, total } = await verifyWithin(tx, organizationIds, signal)
      violationsTotal = total
      const [first] = violations
      isVerified = first === undefined || options.despiteViolations === true
      if (first === undefined || isVerified) return
      throw new FileUnusable(
        `The backup has ${counted(total, 'violation')} ` +
          `(${first.check}: ${first.record} ${first.wrong}), and nothing was restored: ` +
          'use --despite-violations to restore it as it is.',
      )
    }
    try {
      const watch = { signal, progress, verify, serviceRole }
      return { ...(await restoreBackup(sql, backup, watch)), violationsTotal }
    } catch (error) {
      if (isVerified && !isUndone(error)) throw mayBeDone(error)
      const tables = 'the tables of the vault'
      throw failureOf({ name: 'restore', nothing: 'nothing was restored', tables }, error, signal)
    }
  })
}

function report(
  backup: CheckedBackup,
  { counts, applied, violationsTotal }: Restored,
  durationMs: number,
  options: RestoreOptions,
): void {
  const { document, content } = reportOf({ ...backup, counts })
  print(options, { ...document, applied, violationsTotal, durationMs }, () => {
    const violations =
      violationsTotal === 0
        ? 'nothing is wrong'
        : `it has ${counted(violationsTotal, 'violation')}: run vault-inventory verify`
    const migrated = applied.length === 0 ? '' : ` Then applied ${applied.join(', ')}.`
    return `Restored ${content}; ${violations} (${secondsOf(durationMs)}).${migrated}`
  })
}

/** The connection was lost around COMMIT. */
function mayBeDone(error: unknown): CommandFailed {
  return new CommandFailed(
    `Either the whole backup was restored or nothing: ${(error as Error).message}. ` +
      'Run vault-inventory verify: it counts the records that are there.',
  )
}
