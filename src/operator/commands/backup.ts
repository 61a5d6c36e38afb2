import { Command } from 'commander'
import { isUndone } from '../../database/postgres/postgres-errors.ts'
import type { TransactionSql } from '../../database/postgres/sql.ts'
import { packageVersion } from '../../runtime/package.ts'
import { FileUnusable } from '../../runtime/write-new-file.ts'
import { type BackupManifest, type RowCounts, schemaVersionOf } from '../backup/backup-format.ts'
import { type CheckedBackup, checkBackup } from '../backup/read-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { verifyWithin } from '../verify/verify-vault.ts'
import { allOrNothing, failureOf, type ProgressBar, showProgress } from './all-or-nothing.ts'
import {
  CommandFailed,
  JSON_OPTION,
  noteForMetrics,
  type OutputOptions,
  print,
  withConnection,
} from './command.ts'
import { counted, formatBytes, secondsOf } from './text-output.ts'

export function backupCommand(): Command {
  return new Command('backup')
    .description('write the whole vault, as of one moment, to one compressed file')
    .argument('<file>', 'the file to write; it must not exist yet')
    .addOption(JSON_OPTION)
    .addHelpText(
      'after',
      '\nThe service may keep running. The file holds everything, including names, email addresses and\n' +
        'hashes of tokens. Only its owner can read it: protect it like the database. It is called\n' +
        'FILE.unfinished until it is complete. A backup does not change the schema: make one before you\n' +
        'upgrade.',
    )
    .action(backup)
}

async function backup(path: string, options: OutputOptions): Promise<void> {
  const startedAt = performance.now()
  const work = { name: 'backup', nothing: 'no backup was written' } as const
  const written = await withConnection(({ sql }, signal) =>
    allOrNothing(work, { options, signal }, async (progress) => {
      const at = new Date()
      const serviceVersion = packageVersion()
      const made = await writeBackup(sql, { path, serviceVersion, signal, progress })
      await noteForMetrics(sql, { command: 'backup', at, violations: null })
      return made
    }),
  )
  const { document, content } = reportOf({ path, ...written })
  const { fileBytes } = written
  const durationMs = Math.round(performance.now() - startedAt)
  print(options, { ...document, fileBytes, durationMs }, () => {
    return `${path} holds ${content}: ${formatBytes(fileBytes)} in ${secondsOf(durationMs)}.`
  })
}

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

interface ReportedBackup {
  readonly path: string
  readonly manifest: BackupManifest
  readonly counts: RowCounts
}

/** `backup` and `restore` print this of a backup, with `--json` and for an operator. */
function reportOf({ path, manifest, counts }: ReportedBackup) {
  const { total: rows, tables } = counts
  const { createdAt } = manifest
  return {
    document: { file: path, createdAt, schemaVersion: schemaVersionOf(manifest), rows, tables },
    content: `${rows.toLocaleString('en')} rows of ${manifest.tables.length} tables as of ${createdAt}`,
  }
}
