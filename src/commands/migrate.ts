import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { connectDatabase } from '../database/connect.ts'
import { migrate } from '../database/migrations.ts'
import { createLog } from '../log.ts'
import { type OutputOptions, print } from './command.ts'

/** `migrate`: bring the schema up to date apart from a start of the service. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('bring the database schema up to date and stop')
    .option('--json', 'print one JSON document')
    .action(async (options: OutputOptions) => {
      const config = readConfig()
      const log = createLog({ LOG_LEVEL: 'warn', LOG_FORMAT: config.LOG_FORMAT }, process.stderr)
      const database = await connectDatabase(config, { role: 'command', log })
      try {
        const result = await migrate(database.sql)
        print(options, result, () =>
          result.applied.length === 0
            ? `Schema ${result.schemaVersion} is up to date.`
            : `Applied ${result.applied.join(', ')}: schema ${result.schemaVersion}.`,
        )
      } finally {
        await database.close()
      }
    })
}
