import { SchemaMismatch } from '../../database/applied-migrations.ts'
import { isForbidden } from '../../database/postgres/postgres-errors.ts'
import { Refusal } from '../../domain/errors.ts'
import { FileUnusable } from '../../runtime/write-new-file.ts'
import { CommandFailed, type OutputOptions } from './command.ts'

interface Work {
  readonly name: 'backup' | 'export' | 'import' | 'restore'
  /** The effect of a failure, such as `nothing was imported`. */
  readonly nothing: string
  /** The tables that take a privilege to create. */
  readonly tables?: string
}

/** Why a command failed that does all of its work or nothing. */
export function failureOf(work: Work, error: unknown, signal: AbortSignal): Error {
  const { name, nothing, tables } = work
  if (signal.aborted) return new CommandFailed(`Stopped: ${nothing}.`)
  const isSentence = [CommandFailed, FileUnusable, SchemaMismatch, Refusal].some(
    (type) => error instanceof type,
  )
  if (isSentence) return error as Error
  if (tables !== undefined && isForbidden(error)) {
    return new CommandFailed(
      `This role may not create ${tables}, and ${nothing}: run vault-inventory ${name} as the ` +
        'owner of the database.',
    )
  }
  return new CommandFailed(`The ${name} failed and ${nothing}: ${(error as Error).message}.`)
}

/** Shows the progress of such work; a failure says what it means for the vault. */
export async function allOrNothing<T>(
  work: Work,
  { options, signal }: { readonly options: OutputOptions; readonly signal: AbortSignal },
  run: (progress: ProgressBar['update']) => Promise<T>,
): Promise<T> {
  const bar = showProgress(options)
  try {
    return await run(bar.update)
  } catch (error) {
    throw failureOf(work, error, signal)
  } finally {
    bar.stop()
  }
}

interface Progress {
  readonly stage: string
  /** The finished part of the stage, from 0 to 1. */
  readonly share: number
  /** Handled in this stage. */
  readonly rows: number
}

export interface ProgressBar {
  update(progress: Progress): void
  stop(): void
}

const SHOWN_EVERY_MS = 100
const CLEAR_LINE = '\r\u001b[K'

/** One line of progress on standard error; none with `--json` or without a terminal. */
export function showProgress({ json }: OutputOptions): ProgressBar {
  if (json === true || process.stderr.isTTY !== true) {
    return { update: () => undefined, stop: () => undefined }
  }
  let shownAt = 0
  return {
    update: ({ stage, share, rows }) => {
      const now = performance.now()
      if (now - shownAt < SHOWN_EVERY_MS) return
      shownAt = now
      const percent = Math.floor(share * 100)
      process.stderr.write(`${CLEAR_LINE}${stage}: ${percent} %, ${rows.toLocaleString('en')} rows`)
    },
    stop: () => process.stderr.write(CLEAR_LINE),
  }
}
