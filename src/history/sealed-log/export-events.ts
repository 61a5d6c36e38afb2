import type { FileHandle } from 'node:fs/promises'
import { runnerOf } from '../../database/changes/organization-transaction.ts'
import type { Database } from '../../database/database.ts'
import type { Caller } from '../../domain/caller.ts'
import { canonical } from '../../domain/text.ts'
import { writeNewFile } from '../../runtime/write-new-file.ts'
import { lastEventNumber } from '../events/find-events.store.ts'
import { rowsOfLog, sealedForm } from './chain.ts'
import type { CheckedChains } from './checked-chains.ts'
import { tryCheckpoint } from './create-event-checkpoint.ts'
import { type EventCheckpoint, toEventCheckpoint } from './event-checkpoint.ts'
import { EXPORT_FORMAT, type ExportHeader } from './export-lines.ts'
import { sealUpTo } from './seal-events.ts'
import type { PublicJwk } from './signing-key.ts'

/** Events whose lines are written at a time. */
const PAGE = 1_000

interface ExportOptions {
  /** No file may have this name yet. */
  readonly path: string
  readonly chains: CheckedChains
  /** Read behind the last signature, so that its key is among them. */
  readonly keys: () => Promise<readonly PublicJwk[]>
  readonly signal: AbortSignal
  readonly progress: (step: ExportProgress) => void
}

interface ExportProgress {
  readonly stage: 'sealing' | 'writing'
  /** From 0 to 1, of this stage. */
  readonly share: number
  /** Handled in this stage. */
  readonly rows: number
}

interface ExportedEvents {
  readonly events: number
  readonly checkpoints: number
  /** The last line of the file. */
  readonly closing: EventCheckpoint
  readonly fileBytes: number
}

/**
 * Writes all events of the organization with their checkpoints to a file, and signs up to the last
 * one. Events that are written meanwhile are not in it.
 * @throws {FileUnusable} when the file cannot be made
 */
export async function exportEvents(
  caller: Caller,
  database: Database,
  options: ExportOptions,
): Promise<ExportedEvents> {
  const { path, signal } = options
  return await writeNewFile({ path, what: 'export', signal }, async (file) => {
    const closing = await closingCheckpoint(caller, database, options)
    const header: ExportHeader = {
      format: EXPORT_FORMAT,
      organizationId: caller.organizationId,
      exportedAt: closing.at,
      events: closing.sequence,
      keys: await options.keys(),
    }
    await file.writeFile(`${canonical(header)}\n`)
    const checkpoints = await writeLines(caller, database, { file, closing, ...options })
    return { events: closing.sequence, checkpoints, closing }
  })
}

/** Waits until all events up to now are sealed, and signs that. */
async function closingCheckpoint(
  caller: Caller,
  database: Database,
  { chains, signal, progress }: ExportOptions,
): Promise<EventCheckpoint> {
  const last = await lastEventNumber(caller, database)
  await sealUpTo(caller, database, last, {
    signal,
    progress: (rows) => progress({ stage: 'sealing', share: last === 0 ? 1 : rows / last, rows }),
  })
  for (;;) {
    signal.throwIfAborted()
    const checkpoint = await tryCheckpoint(caller, database, chains, 'command_line')
    if (checkpoint !== undefined) return toEventCheckpoint(checkpoint)
  }
}

/** @returns the number of checkpoints */
async function writeLines(
  caller: Caller,
  { sql }: Database,
  options: ExportOptions & { readonly file: FileHandle; readonly closing: EventCheckpoint },
): Promise<number> {
  const { file, closing, signal, progress } = options
  const { sequence: to } = closing
  let checkpoints = 0
  let lines: string[] = []
  const write = async (rows: number) => {
    signal.throwIfAborted()
    await file.writeFile(lines.map((line) => `${line}\n`).join(''))
    lines = []
    progress({ stage: 'writing', share: rows / Math.max(1, to), rows })
  }
  for await (const entry of rowsOfLog(runnerOf(caller, sql), { from: 0, to, signedTo: to })) {
    if (entry.kind === 'event') {
      lines.push(canonical(sealedForm(entry.row)))
      if (entry.number % PAGE === 0) await write(entry.number)
      continue
    }
    const { checkpoint } = entry
    if (checkpoint === undefined)
      throw new Error(`a checkpoint over event ${entry.number} has no form`)
    // Behind the closing one there is nothing, also where another was made meanwhile.
    if (checkpoint.sequence === to && checkpoint.at >= closing.at) continue
    lines.push(canonical(checkpoint))
    checkpoints += 1
  }
  lines.push(canonical(closing))
  await write(to)
  return checkpoints + 1
}
