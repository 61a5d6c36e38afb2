import { accessSync, constants, type Stats, statSync } from 'node:fs'
import { Command } from 'commander'
import { brokenConstraint, codeOf } from '../database/postgres/postgres-errors.ts'
import { operatorFor } from '../domain/caller.ts'
import { FBO_ACCOUNTS_IMPORT } from '../imports/import-fbo-accounts.ts'
import { type ImportResult, importFile } from '../imports/import-file.ts'
import { INVENTORY_ITEMS_IMPORT } from '../imports/import-inventory-items.ts'
import { OUTBOUND_SHIPMENTS_IMPORT } from '../imports/import-outbound-shipments.ts'
import { showProgress } from '../imports/import-progress.ts'
import type { ImportSpec } from '../imports/import-spec.ts'
import type { ImportViolation } from '../imports/import-violations.ts'
import {
  CommandFailed,
  type OutputOptions,
  print,
  requireOrganization,
  table,
  withDatabase,
} from './command.ts'

interface ImportOptions extends OutputOptions {
  readonly organization: string
  readonly preview?: boolean
}

/** `import fbo-accounts`, `import inventory-items`, `import outbound-shipments`. */
export function importCommand(): Command {
  const command = new Command('import').description('records from a CSV file, all of it or nothing')
  for (const spec of [FBO_ACCOUNTS_IMPORT, OUTBOUND_SHIPMENTS_IMPORT, INVENTORY_ITEMS_IMPORT]) {
    command
      .command(`${spec.name} <file.csv>`)
      .description(`import ${spec.plural}`)
      .requiredOption('--organization <id>', 'the organization that they belong to (required)')
      .option('--preview', 'check the file in the same way, tell the counts, change nothing')
      .option('--json', 'print one JSON document')
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
  const file = readableFile(path)
  const preview = options.preview === true
  const startedAt = performance.now()
  const result = await withDatabase(async (database, signal) => {
    await requireOrganization(database, options.organization)
    const caller = operatorFor(options.organization)
    const progress =
      options.json === true || process.stderr.isTTY !== true
        ? undefined
        : showProgress({ fileBytes: file.size, preview })
    try {
      return await importFile(caller, database, {
        spec,
        path,
        preview,
        progress: (step) => progress?.update(step),
        signal,
      })
    } catch (error) {
      throw failure(error, signal)
    } finally {
      progress?.stop()
    }
  })
  const durationMs = Math.round(performance.now() - startedAt)
  report(result, { spec, path, preview, durationMs, options })
}

interface Reported {
  readonly spec: ImportSpec
  readonly path: string
  readonly preview: boolean
  readonly durationMs: number
  readonly options: ImportOptions
}

function report(
  result: ImportResult,
  { spec, path, preview, durationMs, options }: Reported,
): void {
  switch (result.outcome) {
    case 'empty_file':
      throw new CommandFailed(`${path} is empty: its first line must name the columns.`)
    case 'other_import_runs':
      throw new CommandFailed(
        'Another import into this organization is running: start this one when it has ended.',
      )
    case 'refused': {
      const { violations: errors, total: errorsTotal } = result
      throw new CommandFailed(violationsForPeople(errors, errorsTotal, path), {
        errors,
        errorsTotal,
      })
    }
    default: {
      const { rows: imported } = result
      const records = `${imported.toLocaleString('en')} ${imported === 1 ? spec.singular : spec.plural}`
      const seconds = (durationMs / 1000).toFixed(1)
      print(options, { imported, preview, durationMs }, () =>
        preview
          ? `${records} would be imported; nothing was changed (${seconds} s).`
          : `${records} imported in ${seconds} s.`,
      )
    }
  }
}

function violationsForPeople(
  violations: readonly ImportViolation[],
  total: number,
  path: string,
): string {
  const rows = violations.map(({ line, column, code, detail }) => [
    String(line),
    visible(column ?? '-'),
    code,
    visible(detail),
  ])
  const more =
    total > violations.length
      ? `\n... and ${(total - violations.length).toLocaleString('en')} more.`
      : ''
  const count = total === 1 ? '1 violation' : `${total.toLocaleString('en')} violations`
  return `${path} has ${count}; nothing was imported.\n\n${table(['LINE', 'COLUMN', 'CODE', 'WHAT TO DO'], rows)}${more}`
}

/** Text of the file must not move the cursor of a terminal or change its colours. */
function visible(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1))
}

function readableFile(path: string): Stats {
  try {
    const file = statSync(path)
    if (!file.isDirectory()) {
      accessSync(path, constants.R_OK)
      return file
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new CommandFailed(
      code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${message}.`,
    )
  }
  throw new CommandFailed(`${path} is a directory: name a CSV file.`)
}

const INSUFFICIENT_PRIVILEGE = '42501'

function failure(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return new CommandFailed('Stopped: nothing was imported.')
  if (error instanceof CommandFailed) return error
  if (codeOf(error) === INSUFFICIENT_PRIVILEGE) {
    return new CommandFailed(
      'This role may not make the temporary table of an import, and nothing was imported: ' +
        'run vault-inventory import as the owner of the database.',
    )
  }
  const constraint = brokenConstraint(error)
  const reason =
    constraint === undefined
      ? (error as Error).message
      : `a record that contradicts the file (${constraint}) was created meanwhile: start it again`
  return new CommandFailed(`The import failed and nothing was imported: ${reason}.`)
}

function columnsHelp({ columns }: ImportSpec): string {
  const names = columns.map(({ name, required }) =>
    required === true ? `${name} (required)` : name,
  )
  return `The first line names the columns, in any order: ${names.join(', ')}; organizationId may stand\nbeside them and must then be the organization's.`
}
