import { Command } from 'commander'
import { migrate } from '../database/migrations.ts'
import { type OutputOptions, print, withConnection } from './command.ts'

/** `migrate`: bring the schema up to date apart from a start of the service. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('bring the database schema up to date and stop')
    .option('--json', 'print one JSON document')
    .action(async (options: OutputOptions) => {
      const result = await withConnection(({ sql }) => migrate(sql))
      print(options, result, () =>
        result.applied.length === 0
          ? `Schema ${result.schemaVersion} is up to date.`
          : `Applied ${result.applied.join(', ')}: schema ${result.schemaVersion}.`,
      )
    })
}
