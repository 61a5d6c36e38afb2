import { type Command, Option } from 'commander'
import { findMode } from '../../access/organizations/organization.ts'
import { noteRun } from '../../database/command-runs.ts'
import { type ConnectedDatabase, connectDatabase } from '../../database/connect/connect.ts'
import type { Database } from '../../database/database.ts'
import { codeOf } from '../../database/postgres/postgres-errors.ts'
import type { Sql } from '../../database/postgres/sql.ts'
import { type Caller, type OrganizationMode, operatorFor } from '../../domain/caller.ts'
import { isBlank } from '../../domain/folding.ts'
import { isId } from '../../domain/ids.ts'
import { codePoints, isStorable } from '../../domain/text.ts'
import { type Config, readConfig } from '../../runtime/config/config.ts'
import { createLog } from '../../runtime/log/log.ts'
import { jsonLine, visible } from './text-output.ts'

/** A command cannot do its work; the message is one sentence for an operator. */
export class CommandFailed extends Error {
  /** `--json` prints it instead of the sentence. */
  readonly document: object

  constructor(message: string, document?: object) {
    super(message)
    this.document = document ?? { error: message }
  }
}

export interface OutputOptions {
  readonly json?: boolean
}

export interface OrganizationOptions extends OutputOptions {
  readonly organization: string
}

export const ORGANIZATION_OPTION = ['--organization <id>', 'the organization (required)'] as const

export const JSON_OPTION = new Option('--json', 'print one JSON document')

export function ofOrganization(parent: Command, name: string, description: string): Command {
  return parent
    .command(name)
    .description(description)
    .requiredOption(...ORGANIZATION_OPTION)
    .addOption(JSON_OPTION)
}

/** Prints one JSON document with `--json`, else the text for an operator. */
export function print(options: OutputOptions, document: object, textOf: () => string): void {
  process.stdout.write(`${options.json === true ? jsonLine(document) : visible(textOf())}\n`)
}

/** Prints why a command failed, in the same form, and sets the exit status 1. */
export function printFailure(options: OutputOptions, error: unknown): void {
  process.exitCode = 1
  const message = error instanceof Error ? error.message : String(error)
  const failure = error instanceof CommandFailed ? error : new CommandFailed(message)
  if (options.json === true) process.stdout.write(`${jsonLine(failure.document)}\n`)
  else process.stderr.write(`${visible(failure.message)}\n`)
}

/** The time that the work has to end after a signal. */
const INTERRUPTED_WORK_MS = 2_000

/** Runs a command on the vault's database, its schema up to date, with or without a service. */
export async function withDatabase<T>(
  work: (database: ConnectedDatabase, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return await withConnection(async (database, signal) => {
    await database.migrate()
    signal.throwIfAborted()
    return await work(database, signal)
  })
}

/**
 * The same on the schema as it is. Standard output is for the command, so the log has only warnings
 * and goes to standard error.
 *
 * SIGINT and SIGTERM end the work instead of the process: `signal` aborts, and everything that was
 * opened for the work is closed, an embedded PostgreSQL too.
 */
export async function withConnection<T>(
  work: (database: ConnectedDatabase, signal: AbortSignal) => Promise<T>,
  settings?: Config,
  more?: { readonly isForService?: boolean },
): Promise<T> {
  const config = settings ?? readConfig()
  const log = createLog({ LOG_LEVEL: 'warn', LOG_FORMAT: config.LOG_FORMAT }, process.stderr)
  const stop = new AbortController()
  const interrupt = (name: string) => stop.abort(new CommandFailed(`Stopped by ${name}.`))
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  try {
    const database = await connectDatabase(config, { role: 'command', log, ...more }).catch(
      (error) => {
        // After a signal, the failure of an unfinished database is not worth a report.
        stop.signal.throwIfAborted()
        throw error
      },
    )
    try {
      stop.signal.throwIfAborted()
      return await Promise.race([work(database, stop.signal), interrupted(stop.signal)])
    } finally {
      await database.close()
    }
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
}

function interrupted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      setTimeout(() => reject(signal.reason), INTERRUPTED_WORK_MS).unref()
    })
  })
}

/** The same for one organization, as its operator. @throws {CommandFailed} if there is none */
export async function withOrganization<T>(
  { organization }: OrganizationOptions,
  work: (caller: Caller, database: ConnectedDatabase, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return await withDatabase(async (database, signal) => {
    const mode = await requireOrganization(database, organization)
    return await work(operatorFor(organization, mode), database, signal)
  })
}

/** @throws {CommandFailed} if the vault has no organization with this id */
export async function requireOrganization(
  database: Database,
  id: string,
): Promise<OrganizationMode> {
  const mode = isId(id) ? await findMode(database, id) : undefined
  if (mode !== undefined) return mode
  throw new CommandFailed(
    'There is no organization with this id: vault-inventory organization list shows the ids.',
  )
}

/** The rule of a text that people read. It holds for an option that was left out. */
export function textRule(option: string, text: string | undefined, lengthMax: number) {
  const isText = (given: string) =>
    !isBlank(given) && codePoints(given) <= lengthMax && isStorable(given)
  return [
    text === undefined || isText(text),
    `${option} takes 1 to ${lengthMax} characters, one of them no space`,
  ] as const
}

/** @throws {CommandFailed} with the sentence of every rule that does not hold */
export function requireAll(rules: readonly (readonly [holds: boolean, sentence: string])[]): void {
  const broken = rules.filter(([holds]) => !holds).map(([, sentence]) => sentence)
  if (broken.length > 0) throw new CommandFailed(`${broken.join('; ')}.`)
}

/**
 * Notes a run for the metrics of the service. What the command did stands without it: it may have
 * read a replica, or a schema that has no place for it yet.
 */
export async function noteForMetrics(sql: Sql, run: Parameters<typeof noteRun>[1]): Promise<void> {
  try {
    await noteRun(sql, run)
  } catch (error) {
    const why = codeOf(error) ?? (error as Error).message
    process.stderr.write(`The metrics of the service will not show this ${run.command} (${why}).\n`)
  }
}
