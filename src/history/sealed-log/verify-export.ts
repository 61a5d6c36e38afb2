import { canonical } from '../../domain/canonical.ts'
import { eventId } from '../events/event.ts'
import { ApprovalProofs } from './approval-proofs.ts'
import { CHAIN_START, follow } from './chain.ts'
import type { EventCheckpoint } from './event-checkpoint.ts'
import type { ExportHeader } from './export-format.ts'
import { type ExportLine, readExportLine } from './export-line.ts'
import {
  ExportUnusable,
  type ExportVerification,
  type FirstBad,
  readHeader,
  type VerifyOptions,
} from './export-verification.ts'
import { type FileLine, linesOf } from './file-lines.ts'
import { kindOfDifference } from './kind-of-difference.ts'
import { withSuccessors } from './known-keys.ts'
import { type Verifiers, verifiersOf, whyUnsigned } from './sign-checkpoint.ts'

/**
 * Verifies an export of events. It holds some lines at a time, and besides what its proofs need:
 * some hundred bytes for each passkey, token, transfer and revaluation, and for each proof.
 * @throws {ExportUnusable} if it is no export, or a key or a checkpoint does not belong to it
 */
export async function verifyExport(
  path: string,
  options: VerifyOptions = {},
): Promise<ExportVerification> {
  const batches = linesOf(path)
  const first: FileLine[] = (await batches.next()).value ?? []
  const header = readHeader(path, first.shift())
  const reading = new Reading(header, options)
  let firstBad = await reading.takeAll(first, batches)
  for await (const batch of batches) {
    firstBad ??= await reading.takeAll(batch, batches)
    if (firstBad !== undefined) break
  }
  firstBad ??= reading.end()
  return {
    organizationId: header.organizationId,
    events: reading.last.number,
    provenUpTo: reading.provenUpTo,
    checkpoints: reading.checkpoints,
    lastCheckpoint: reading.lastCheckpoint,
    keysFrom: options.keys === undefined ? 'file' : 'given',
    firstBad: firstBad ?? null,
    proofs: reading.proofs.checked,
    wipes: reading.proofs.wipes,
    badProof: reading.proofs.firstBad,
  }
}

class Reading {
  last = CHAIN_START
  checkpoints = 0
  lastCheckpoint: EventCheckpoint | null = null
  readonly proofs: ApprovalProofs
  readonly #header: ExportHeader
  readonly #verifiers: Verifiers
  readonly #kept: ReadonlyMap<number, readonly EventCheckpoint[]>
  /** The last event that a kept checkpoint proves. */
  #keptUpTo = 0
  #isOtherThanKept = false

  constructor(header: ExportHeader, { keys, kept = [] }: VerifyOptions) {
    this.#header = header
    this.proofs = new ApprovalProofs(header.organizationId)
    const trusted = keys === undefined ? header.keys : withSuccessors(keys, header.keys)
    this.#verifiers = verifiersOf(trusted)
    this.#kept = Map.groupBy(kept, ({ sequence }) => sequence)
    for (const checkpoint of kept) this.#refuseForeign(checkpoint, keys !== undefined)
  }

  get provenUpTo(): number {
    // If the export contradicts the checkpoint that was kept, its own checkpoints prove nothing.
    const signed = this.#isOtherThanKept ? 0 : (this.lastCheckpoint?.sequence ?? 0)
    return Math.max(signed, this.#keptUpTo)
  }

  /** Finds the first bad line of these; `rest` are those behind them. */
  async takeAll(
    lines: readonly FileLine[],
    rest: AsyncIterable<readonly FileLine[]>,
  ): Promise<FirstBad | undefined> {
    for (const [index, line] of lines.entries()) {
      const read = readExportLine(line)
      const bad = this.#take(read)
      if (bad === 'next_event') {
        return await this.#nextEventBad(read, eachOf(lines.slice(index + 1), rest))
      }
      if (bad !== undefined) return bad
    }
    return undefined
  }

  /** Reads the next line; returns `next_event` if it is not the event that comes next. */
  #take(read: ExportLine): FirstBad | 'next_event' | undefined {
    if (read.kind === 'checkpoint') return this.#takeCheckpoint(read)
    if (read.kind !== 'event') return 'next_event'
    const { link, place } = follow(this.last, read.event)
    if (link !== 'fits') return 'next_event'
    const { number } = place
    const { events } = this.#header
    if (number > events) {
      return this.#bad('inserted', number, read.line.number, `the header is over ${events} events`)
    }
    this.last = place
    this.proofs.take(read.document, { sequence: number, line: read.line.number })
    const kept = this.#kept.get(number)
    if (kept === undefined) return undefined
    if (kept.some(({ chainHash }) => chainHash !== read.event.chainHash)) {
      this.#isOtherThanKept = true
      return this.#rewritten(read.line.number, 'that was kept')
    }
    this.#keptUpTo = number
    return undefined
  }

  #takeCheckpoint({
    checkpoint,
    line,
  }: ExportLine & { readonly kind: 'checkpoint' }): FirstBad | undefined {
    const { number } = this.last
    const why = this.#whyUnsigned(checkpoint, line)
    if (checkpoint === undefined || why !== undefined) {
      const which = `the checkpoint in line ${line.number}`
      return this.#unproven(line.number, `${which} does not verify: ${why}`)
    }
    const { sequence, chainHash } = checkpoint
    const at = `the checkpoint of ${checkpoint.at} in line ${line.number}`
    if (sequence > number) {
      return this.#bad('removed', number + 1, line.number, `${at} is over ${sequence} events`)
    }
    if (sequence < number) {
      const detail = `${at} is over ${sequence} events, but ${number} stand before it`
      return this.#bad('inserted', sequence + 1, line.number, detail)
    }
    if (chainHash !== this.last.chainHash.toString('hex')) {
      return this.#rewritten(line.number, 'in this line')
    }
    this.checkpoints += 1
    this.lastCheckpoint = checkpoint
    this.proofs.takeCheckpoint(checkpoint.at)
    return undefined
  }

  #whyUnsigned(checkpoint: EventCheckpoint | undefined, line: FileLine): string | undefined {
    if (checkpoint === undefined) return 'it has other members than a checkpoint'
    const isWhole =
      checkpoint.organizationId === this.#header.organizationId &&
      line.bytes.toString() === canonical(checkpoint)
    return whyUnsigned(checkpoint, this.#verifiers) ?? (isWhole ? undefined : 'it was altered')
  }

  /** Why the line is not the next event; the rest of the file shows it. */
  async #nextEventBad(read: ExportLine, rest: AsyncIterable<FileLine>): Promise<FirstBad> {
    const { events } = this.#header
    const kind = await kindOfDifference(this.last, read, { events, rest })
    const details = {
      altered: read.line.isTooLong
        ? 'the line is too long to be read'
        : 'the event is not what was sealed, in its canonical form',
      removed: read.line.isEnded ? 'the event is missing' : 'the file ends within the event',
      inserted: 'an event stands in its place that is not in the log there',
      reordered: 'the event comes later in the file',
    }
    return this.#bad(kind, this.last.number + 1, read.line.number, details[kind])
  }

  /** Checks that the file is complete. */
  end(): FirstBad | undefined {
    const { number } = this.last
    const { events } = this.#header
    const kept = Math.max(0, ...this.#kept.keys())
    if (number < Math.max(kept, events)) {
      const why = kept > number ? 'a checkpoint that was kept is' : 'the header is'
      const over = kept > number ? kept : events
      return this.#bad(
        'removed',
        number + 1,
        null,
        `${why} over ${over} events, the newest are missing`,
      )
    }
    if (this.lastCheckpoint?.sequence !== number) {
      const detail =
        'the file does not end with a checkpoint, so what is behind the last one can be forged, and ' +
        'the newest events can be missing'
      return this.#unproven(null, detail)
    }
    return undefined
  }

  #rewritten(line: number, which: string): FirstBad {
    const { number } = this.last
    const detail = `it, or a later one up to ${number}, was altered with all hashes from it on: the checkpoint ${which} has another hash`
    const sequence = Math.min(this.provenUpTo + 1, number)
    return this.#bad('altered', sequence, line, detail, number)
  }

  /** Nothing proves the events behind the last valid checkpoint. */
  #unproven(line: number | null, detail: string): FirstBad {
    const sequence = this.provenUpTo + 1
    return this.#bad('checkpoint', sequence, line, detail, Math.max(sequence, this.last.number))
  }

  #bad(
    kind: FirstBad['kind'],
    sequence: number,
    line: number | null,
    detail: string,
    upTo = Math.max(sequence, this.provenUpTo + 1),
  ): FirstBad {
    const id = eventId(this.#header.organizationId, sequence)
    return { kind, sequence, upTo, id, line, detail }
  }

  #refuseForeign(checkpoint: EventCheckpoint, areTrusted: boolean): void {
    const { organizationId, at } = checkpoint
    if (organizationId !== this.#header.organizationId) {
      throw new ExportUnusable(`The checkpoint of ${at} is of another organization.`)
    }
    if (!areTrusted || whyUnsigned(checkpoint, this.#verifiers) === undefined) return
    throw new ExportUnusable(
      `The checkpoint of ${at} was not signed by one of the keys that were given.`,
    )
  }
}

async function* eachOf(
  lines: readonly FileLine[],
  rest: AsyncIterable<readonly FileLine[]>,
): AsyncGenerator<FileLine> {
  yield* lines
  for await (const batch of rest) yield* batch
}
