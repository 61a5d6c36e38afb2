import { ConfigInvalid, readConfig } from '../config/config.ts'
import { type ConnectedDatabase, connectDatabase } from '../database/connect.ts'
import type { Database } from '../database/database.ts'
import { isId } from '../domain/ids.ts'
import { createLog } from '../logging/log.ts'
import { hasOrganization } from '../organizations/list-organizations.store.ts'

/** A command that cannot do what it was asked; the message is one sentence for a person. */
export class CommandFailed extends Error {
  /** What `--json` prints instead of the sentence alone. */
  readonly document: object

  constructor(message: string, document?: object) {
    super(message)
    this.document = document ?? { error: message }
  }
}

export interface OutputOptions {
  readonly json?: boolean
}

/** Prints one JSON document with `--json`, else what a person reads. */
export function print(options: OutputOptions, document: object, forPeople: () => string): void {
  process.stdout.write(`${options.json === true ? JSON.stringify(document) : forPeople()}\n`)
}

/** Prints why a command failed, in the same form, and makes the process end with status 1. */
export function printFailure(options: OutputOptions, error: unknown): void {
  process.exitCode = 1
  const failure = error instanceof CommandFailed ? error : new CommandFailed(sentenceOf(error))
  if (options.json === true) process.stdout.write(`${JSON.stringify(failure.document)}\n`)
  else process.stderr.write(`${failure.message}\n`)
}

/** How long the work may take to end by itself once a signal came. */
const INTERRUPTED_WORK_MS = 2_000

/**
 * Runs a command against the vault's database, with its schema up to date, whether the service runs
 * or not.
 */
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
 * The same on the schema as it is. What a command has to say goes to standard output: the log only
 * warns, on standard error.
 *
 * SIGINT and SIGTERM end the work and not the process: `signal` aborts, and what was opened for the
 * work, an embedded PostgreSQL too, is closed.
 */
export async function withConnection<T>(
  work: (database: ConnectedDatabase, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const config = readConfig()
  const log = createLog({ LOG_LEVEL: 'warn', LOG_FORMAT: config.LOG_FORMAT }, process.stderr)
  const stop = new AbortController()
  const interrupt = (name: string) => stop.abort(new CommandFailed(`Stopped by ${name}.`))
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  try {
    const database = await connectDatabase(config, { role: 'command', log }).catch((error) => {
      // A database that was being made when the signal came could not be made: that is no news.
      stop.signal.throwIfAborted()
      throw error
    })
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

/** @throws {CommandFailed} where the vault serves no organization of that id */
export async function requireOrganization(database: Database, id: string): Promise<void> {
  if (isId(id) && (await hasOrganization(database, id))) return
  throw new CommandFailed(
    'There is no organization with this id: vault-inventory organization list shows the ids.',
  )
}

/** Columns in line, for a list on a terminal. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heading, ...rows]
  const widths = heading.map((_, column) =>
    Math.max(...lines.map((line) => cell(line, column).length)),
  )
  return lines
    .map((line) =>
      widths
        .map((width, column) => cell(line, column).padEnd(width))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cell(line: readonly string[], column: number): string {
  return line[column] ?? ''
}

function sentenceOf(error: unknown): string {
  if (error instanceof ConfigInvalid) return error.message
  return error instanceof Error ? error.message : String(error)
}
