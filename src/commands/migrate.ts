import { Command } from 'commander'
import type { MigrationResult } from '../database/migrations.ts'
import { type OutputOptions, print, withConnection } from './command.ts'

/** `migrate`: bring the schema up to date apart from a start of the service. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('bring the database schema up to date and stop')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nWith SERVICE_ROLE it also grants that role what the service needs, and no more, and prints what it\n' +
        'granted. Run it as the role that owns the tables.',
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
  return `\nGranted to ${granted.role} what the service needs:\n${lines.join('\n')}`
}
