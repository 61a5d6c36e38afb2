import { accessSync, constants, statSync } from 'node:fs'
import { Command } from 'commander'
import { brokenConstraint } from '../database/postgres/postgres-errors.ts'
import { operatorFor } from '../domain/caller.ts'
import type { CreatedImport } from '../imports/create-import.ts'
import { organizationColumn, storedColumns } from '../imports/import-columns.ts'
import { importFile } from '../imports/import-file.ts'
import { IMPORT_KINDS } from '../imports/import-kinds.ts'
import type { ImportSpec } from '../imports/import-spec.ts'
import type { FoundViolations } from '../imports/import-violations.ts'
import { failureOf } from './all-or-nothing.ts'
import {
  CommandFailed,
  JSON_OPTION,
  type OutputOptions,
  print,
  requireOrganization,
  withDatabase,
} from './command.ts'
import { showProgress } from './progress-bar.ts'
import { counted, secondsOf, table } from './text-output.ts'

interface ImportOptions extends OutputOptions {
  readonly organization: string
  readonly preview?: boolean
}

/** `import fbo-accounts`, `import inventory-items`, `import outbound-shipments`. */
export function importCommand(): Command {
  const command = new Command('import').description(
    'import records from a CSV file, all of them or none',
  )
  for (const spec of IMPORT_KINDS) {
    command
      .command(`${spec.name} <file.csv>`)
      .description(`import ${spec.plural}`)
      .requiredOption('--organization <id>', 'the organization of the records (required)')
      .option(
        '--preview',
        'check the file as an import does and count its rows, but change nothing',
      )
      .addOption(JSON_OPTION)
      .addHelpText('after', `\n${columnsHelp(spec)}`)
      .action((path: string, options: ImportOptions) => importRecords(spec, path, options))
  }
  return command
}

async function importRecords(
  spec: ImportSpec,
  path: string,
  options: ImportOptions,
): Promise<void> {
  requireReadable(path)
  const preview = options.preview === true
  const startedAt = performance.now()
  const result = await withDatabase(async (database, signal) => {
    await requireOrganization(database, options.organization)
    const caller = operatorFor(options.organization)
    const bar = showProgress(options, true)
    try {
      const progress = bar.update
      return await importFile(caller, database, { spec, path, preview, progress, signal })
    } catch (error) {
      throw importFailure(error, signal)
    } finally {
      bar.stop()
    }
  })
  const durationMs = Math.round(performance.now() - startedAt)
  const imported = rowsOf(result, path)
  const records = counted(imported, spec.singular, spec.plural)
  print(options, { imported, preview, durationMs }, () =>
    preview
      ? `${records} would be imported; nothing was changed (${secondsOf(durationMs)}).`
      : `${records} imported in ${secondsOf(durationMs)}.`,
  )
}

/** @throws {CommandFailed} if the file cannot be imported */
function rowsOf(result: CreatedImport, path: string): number {
  switch (result.outcome) {
    case 'empty_file':
      throw new CommandFailed(`${path} is empty: its first line must name the columns.`)
    case 'other_import_runs':
      throw new CommandFailed(
        'Another import into this organization is running: start this one when it has ended.',
      )
    case 'refused': {
      const { violations: errors, total: errorsTotal } = result
      throw new CommandFailed(violationsForPeople(result, path), { errors, errorsTotal })
    }
    default:
      return result.row.rowsTotal
  }
}

function violationsForPeople({ violations, total }: FoundViolations, path: string): string {
  const rows = violations.map(({ line, column, code, detail }) => {
    return [String(line), column ?? '-', code, detail]
  })
  const unlisted = total - violations.length
  const more = unlisted > 0 ? `\n... and ${unlisted.toLocaleString('en')} more.` : ''
  const heading = ['LINE', 'COLUMN', 'CODE', 'WHAT TO DO']
  return `${path} has ${counted(total, 'violation')}; nothing was imported.\n\n${table(heading, rows)}${more}`
}

function requireReadable(path: string): void {
  try {
    const isDirectory = statSync(path).isDirectory()
    if (isDirectory) throw new CommandFailed(`${path} is a directory: name a CSV file.`)
    accessSync(path, constants.R_OK)
  } catch (error) {
    if (error instanceof CommandFailed) throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw new CommandFailed(
      code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${message}.`,
    )
  }
}

function importFailure(error: unknown, signal: AbortSignal): Error {
  const constraint = brokenConstraint(error)
  const reason =
    constraint === undefined
      ? error
      : new Error(
          `a record that conflicts with the file (${constraint}) was created in the meantime: ` +
            'start the import again',
        )
  return failureOf({ name: 'import', nothing: 'nothing was imported' }, reason, signal)
}

function columnsHelp(spec: ImportSpec): string {
  const columns = [...storedColumns(spec), organizationColumn('')]
  const names = columns.map(({ name, required }) =>
    required ? `  ${name} (required)` : `  ${name}`,
  )
  return (
    `The first line names the columns, in any order:\n${names.join('\n')}\n\nIf the column ` +
    "organizationId is present, each cell must be empty or hold the organization's id."
  )
}
