import { accessSync, constants, createReadStream, statSync } from 'node:fs'
import { Command } from 'commander'
import { brokenConstraint } from '../../database/postgres/postgres-errors.ts'
import { Refusal } from '../../domain/errors.ts'
import { cellOf } from '../../runtime/csv/file-violations.ts'
import { createImport } from '../../vault/imports/create-import.ts'
import { IMPORT_KINDS } from '../../vault/imports/import-kinds.ts'
import type { ImportSpec } from '../../vault/imports/import-spec.ts'
import { organizationColumn, storedColumns } from '../../vault/imports/read-rows.ts'
import { allOrNothing } from './all-or-nothing.ts'
import {
  CommandFailed,
  type OrganizationOptions,
  ofOrganization,
  print,
  withOrganization,
} from './command.ts'
import { counted, secondsOf, table } from './text-output.ts'

interface ImportOptions extends OrganizationOptions {
  readonly again?: boolean
  readonly preview?: boolean
}

export function importCommand(): Command {
  const command = new Command('import').description(
    'import records from a CSV file, all of them or none',
  )
  for (const spec of IMPORT_KINDS) {
    ofOrganization(command, `${spec.name} <file.csv>`, `import ${spec.plural}`)
      .option(
        '--preview',
        'check the file as an import does and count its rows, but change nothing',
      )
      .option('--again', 'import a file without ids although it was imported before')
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
  const size = readableSize(path)
  const preview = options.preview === true
  const startedAt = performance.now()
  const result = await withOrganization(options, (caller, database, signal) =>
    allOrNothing(
      { name: 'import', nothing: 'nothing was imported' },
      { options, signal },
      (progress) => {
        const bytes = createReadStream(path)
        return createImport(caller, database, {
          ...UNLIMITED,
          spec,
          bytes,
          preview,
          again: options.again === true,
          signal,
          progress: (stage, rows, of) => {
            progress({
              stage,
              rows,
              share: stage === 'reading' ? bytes.bytesRead / size : rows / of,
            })
          },
        }).catch((error) => Promise.reject(explained(error, path)))
      },
    ),
  )
  const durationMs = Math.round(performance.now() - startedAt)
  const imported = result.row.rowsTotal
  const records = counted(imported, spec.singular, spec.plural)
  print(options, { imported, preview, durationMs }, () =>
    preview
      ? `${records} would be imported; nothing was changed (${secondsOf(durationMs)}).`
      : `${records} imported in ${secondsOf(durationMs)}.`,
  )
}

/** A file of the machine is the operator's. Other imports are told, not waited for. */
const UNLIMITED = {
  limits: {
    rowsMax: Number.POSITIVE_INFINITY,
    bytesMax: Number.POSITIVE_INFINITY,
    timeoutMs: Number.POSITIVE_INFINITY,
  },
  key: null,
  requestId: null,
  waits: false,
}

/** The failure with the lines of the file, or with what to do. */
function explained(error: unknown, path: string): unknown {
  const constraint = brokenConstraint(error)
  if (constraint !== undefined) {
    return new Error(
      `a record that conflicts with the file (${constraint}) was created in the meantime: start ` +
        'the import again',
    )
  }
  if (!(error instanceof Refusal) || error.violations.length === 0) return error
  const { violationsTotal: errorsTotal } = error
  const errors = error.violations.map(({ pointer, code, detail }) => {
    return { ...cellOf(pointer), code, detail }
  })
  const rows = errors.map(({ line, column, code, detail }) => {
    return [String(line), column ?? '-', code, detail]
  })
  const unlisted = errorsTotal - errors.length
  const more = unlisted > 0 ? `\n... and ${unlisted.toLocaleString('en')} more.` : ''
  const listed = table(['LINE', 'COLUMN', 'CODE', 'WHAT TO DO'], rows)
  const found = counted(errorsTotal, 'violation')
  return new CommandFailed(`${path} has ${found}; nothing was imported.\n\n${listed}${more}`, {
    errors,
    errorsTotal,
  })
}

/** The bytes of the file. @throws {CommandFailed} */
function readableSize(path: string): number {
  try {
    const file = statSync(path)
    if (file.isDirectory()) throw new CommandFailed(`${path} is a directory: name a CSV file.`)
    accessSync(path, constants.R_OK)
    return file.size
  } catch (error) {
    if (error instanceof CommandFailed) throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw new CommandFailed(
      code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${message}.`,
    )
  }
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
