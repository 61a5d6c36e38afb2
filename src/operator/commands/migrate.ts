import { Command } from 'commander'
import type { migrate } from '../../database/migrations.ts'
import { JSON_OPTION, type OutputOptions, print, withConnection } from './command.ts'

type MigrationResult = Awaited<ReturnType<typeof migrate>>

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('bring the database schema up to date')
    .addOption(JSON_OPTION)
    .addHelpText(
      'after',
      '\nWith SERVICE_ROLE it also grants that role exactly the rights that the service needs, and prints\n' +
        'them. Run it as the role that owns the tables.',
    )
    .action(async (options: OutputOptions) => {
      const result = await withConnection((database) => database.migrate({ grantAnyway: true }))
      print(options, result, () => `${schemaSentence(result)}${grantsText(result)}`)
    })
}

function schemaSentence({ applied, schemaVersion }: MigrationResult): string {
  return applied.length === 0
    ? `Schema ${schemaVersion} is up to date.`
    : `Applied ${applied.join(', ')}: schema ${schemaVersion}.`
}

function grantsText({ granted }: MigrationResult): string {
  if (granted === undefined) return ''
  const lines = granted.statements.map((statement) => `  ${statement};`)
  return `\nGranted ${granted.role} the rights that the service needs:\n${lines.join('\n')}`
}
