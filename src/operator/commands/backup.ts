import { Command } from 'commander'
import { packageVersion } from '../../runtime/package.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { allOrNothing } from './all-or-nothing.ts'
import { reportOf } from './backup-report.ts'
import { JSON_OPTION, type OutputOptions, print, withConnection } from './command.ts'
import { noteForMetrics } from './note-run.ts'
import { formatBytes, secondsOf } from './text-output.ts'

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
