import { Command } from 'commander'
import { BackupUnusable, rowsOf, schemaVersionOf } from '../backup/backup-format.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { packageVersion } from '../config/package-version.ts'
import { SchemaMismatch } from '../database/migrations.ts'
import { bytesForPeople, showBackupProgress } from './backup-progress.ts'
import { CommandFailed, type OutputOptions, print, withConnection } from './command.ts'

/** `backup`: everything that the vault holds, as of one moment, in one file. */
export function backupCommand(): Command {
  return new Command('backup')
    .description('write the whole vault, as of one moment, into one compressed file')
    .argument('<file>', 'the file to write; it must not exist yet')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nThe service may run. The file holds everything, names, addresses and hashes of tokens too: only its\n' +
        'owner may read it, keep it like the database. It is complete as soon as it has its name; until then\n' +
        'it is called FILE.unfinished. Its schema is not changed: make it before you upgrade.',
    )
    .action(backup)
}

async function backup(path: string, options: OutputOptions): Promise<void> {
  const startedAt = performance.now()
  const written = await withConnection(async ({ sql }, signal) => {
    const bar = showBackupProgress(options)
    try {
      const progress = bar.update
      return await writeBackup(sql, { path, serviceVersion: packageVersion(), signal, progress })
    } catch (error) {
      throw failure(error, signal)
    } finally {
      bar.stop()
    }
  })
  const { manifest, totals, fileBytes } = written
  const document = {
    file: path,
    createdAt: manifest.createdAt,
    schemaVersion: schemaVersionOf(manifest),
    rows: rowsOf(totals),
    tables: Object.fromEntries(Object.entries(totals).map(([name, { rows }]) => [name, rows])),
    fileBytes,
    durationMs: Math.round(performance.now() - startedAt),
  }
  print(options, document, () => {
    const rows = `${document.rows.toLocaleString('en')} rows of ${manifest.tables.length} tables`
    const seconds = (document.durationMs / 1000).toFixed(1)
    return `${path} holds ${rows} as of ${manifest.createdAt}: ${bytesForPeople(fileBytes)} in ${seconds} s.`
  })
}

function failure(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return new CommandFailed('Stopped: no backup was written.')
  if (error instanceof BackupUnusable || error instanceof SchemaMismatch) return error
  return new CommandFailed(
    `The backup failed and no file was written: ${(error as Error).message}.`,
  )
}
