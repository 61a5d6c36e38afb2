import type { KeyObject } from 'node:crypto'
import { eventId } from '../events/event.ts'
import { canonical, FIRST_HASH } from './chain.ts'
import type { EventCheckpoint } from './event-checkpoint.ts'
import { EXPORT_FORMAT, type ExportHeader } from './export-format.ts'
import { type ExportLine, hashOfNext, readExportLine } from './export-line.ts'
import { type FileLine, linesOf } from './file-lines.ts'
import { type Difference, kindOfDifference } from './kind-of-difference.ts'
import { isCheckpointSignedBy, type LastSeal } from './sign-checkpoint.ts'
import { type PublicJwk, verifierOf } from './signing-key.ts'

/** A file, or a key, that cannot be used to verify; the message says what to do. */
export class ExportUnusable extends Error {}

/** The first place where an export differs from the log that was signed. */
export interface FirstBad {
  /** `checkpoint`: a checkpoint itself is not what was signed. */
  readonly kind: Difference | 'checkpoint'
  /** The place in the log: all events before it are as they were signed. */
  readonly sequence: number
  /** The id of the event that belongs there. */
  readonly id: string
  /** The line of the file; null at its end. */
  readonly line: number | null
  /** A sentence for people. */
  readonly detail: string
}

export interface ExportVerification {
  readonly organizationId: string
  /** Events that are as they were sealed, from the first on. */
  readonly events: number
  readonly checkpoints: number
  /** The last checkpoint of the file, if it holds. */
  readonly lastCheckpoint: EventCheckpoint | null
  /** Keys of the file itself prove that nothing changed since it was made, not who made it. */
  readonly keysFrom: 'given' | 'file'
  readonly firstBad: FirstBad | null
}

export interface VerifyOptions {
  /** The vault's public keys, from a source that is trusted; else those of the file. */
  readonly keys?: readonly PublicJwk[] | undefined
  /** Checkpoints that were kept elsewhere. */
  readonly kept?: readonly EventCheckpoint[] | undefined
}

/**
 * Verifies an export of events, in constant memory.
 * @throws {ExportUnusable} if it is no export, or a key or a checkpoint does not belong to it
 */
export async function verifyExport(
  path: string,
  options: VerifyOptions = {},
): Promise<ExportVerification> {
  const lines = eachLine(path)
  const header = readHeader(path, (await lines.next()).value)
  const reading = new Reading(header, options)
  let firstBad: FirstBad | null = null
  for await (const line of lines) {
    const read = readExportLine(line)
    const bad = reading.take(read)
    if (bad === undefined) continue
    firstBad = bad === 'next_event' ? await reading.nextEventBad(read, lines) : bad
    break
  }
  firstBad ??= reading.end() ?? null
  return {
    organizationId: header.organizationId,
    events: firstBad === null ? reading.last.number : Math.max(0, firstBad.sequence - 1),
    checkpoints: reading.checkpoints,
    lastCheckpoint: reading.lastCheckpoint,
    keysFrom: options.keys === undefined ? 'file' : 'given',
    firstBad,
  }
}

class Reading {
  last: LastSeal = { number: 0, chainHash: FIRST_HASH }
  checkpoints = 0
  lastCheckpoint: EventCheckpoint | null = null
  readonly #header: ExportHeader
  readonly #keys: ReadonlyMap<string, KeyObject>
  readonly #kept: ReadonlyMap<number, readonly EventCheckpoint[]>
  /** The last event that a kept checkpoint proves. */
  #keptUpTo = 0

  constructor(header: ExportHeader, { keys, kept = [] }: VerifyOptions) {
    this.#header = header
    this.#keys = new Map((keys ?? header.keys).map((key) => [key.kid, verifierOf(key)]))
    this.#kept = Map.groupBy(kept, ({ sequence }) => sequence)
    for (const checkpoint of kept) this.#refuseForeign(checkpoint, keys !== undefined)
  }

  /** What is wrong with the next line; `next_event` if it is not the event that comes next. */
  take(read: ExportLine): FirstBad | 'next_event' | undefined {
    if (read.kind === 'checkpoint') return this.#takeCheckpoint(read.checkpoint, read.line)
    const number = this.last.number + 1
    const hash = read.kind === 'event' ? hashOfNext(this.last.chainHash, read) : undefined
    if (read.kind !== 'event' || read.sequence !== number || hash === undefined) return 'next_event'
    const { events } = this.#header
    if (number > events) {
      return this.#bad('inserted', number, read.line.number, `the header is over ${events} events`)
    }
    this.last = { number, chainHash: hash }
    const kept = this.#kept.get(number)
    if (kept === undefined) return undefined
    if (kept.some(({ chainHash }) => chainHash !== read.chainHash)) {
      return this.#rewritten(this.#keptUpTo, read.line.number, 'that was kept')
    }
    this.#keptUpTo = number
    return undefined
  }

  #takeCheckpoint(checkpoint: EventCheckpoint, line: FileLine): FirstBad | undefined {
    const { sequence, chainHash, keyId, organizationId } = checkpoint
    const { number } = this.last
    const at = `the checkpoint of ${checkpoint.at} in line ${line.number}`
    if (sequence > number) {
      return this.#bad('removed', number + 1, line.number, `${at} is over ${sequence} events`)
    }
    if (sequence < number) {
      const detail = `${at} is over ${sequence} events, but ${number} stand before it`
      return this.#bad('inserted', sequence + 1, line.number, detail)
    }
    const key = this.#keys.get(keyId)
    const isWhole =
      organizationId === this.#header.organizationId &&
      line.bytes.toString() === canonical(checkpoint)
    if (key === undefined || !isWhole || !isCheckpointSignedBy(key, checkpoint)) {
      const why = key === undefined ? `the key ${keyId} is not among the keys` : 'it was altered'
      return this.#bad('checkpoint', sequence, line.number, `${at} does not verify: ${why}`)
    }
    if (chainHash !== this.last.chainHash.toString('hex')) {
      return this.#rewritten(this.lastCheckpoint?.sequence ?? 0, line.number, 'in this line')
    }
    this.checkpoints += 1
    this.lastCheckpoint = checkpoint
    return undefined
  }

  /** Why the line is not the next event; the rest of the file shows it. */
  async nextEventBad(read: ExportLine, rest: AsyncIterable<FileLine>): Promise<FirstBad> {
    const { events } = this.#header
    const kind = await kindOfDifference(this.last, read, { events, rest })
    const details = {
      altered: 'the event is not what was sealed',
      removed: read.line.isEnded ? 'the event is missing' : 'the file ends within the event',
      inserted: 'an event stands in its place that is not in the log there',
      reordered: 'the event comes later in the file',
    }
    return this.#bad(kind, this.last.number + 1, read.line.number, details[kind])
  }

  /** What is wrong with the end of the file. */
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
      const detail = 'the file does not end with a checkpoint, so the newest events can be missing'
      return this.#bad('removed', number + 1, null, detail)
    }
    return undefined
  }

  /** @param proven the last event that an earlier checkpoint proves */
  #rewritten(proven: number, line: number, which: string): FirstBad {
    const { number } = this.last
    const detail = `it, or a later one up to ${number}, was altered with all hashes from it on: the checkpoint ${which} has another hash`
    return this.#bad('altered', Math.min(proven + 1, number), line, detail)
  }

  #bad(kind: FirstBad['kind'], sequence: number, line: number | null, detail: string): FirstBad {
    return { kind, sequence, id: eventId(this.#header.organizationId, sequence), line, detail }
  }

  #refuseForeign(checkpoint: EventCheckpoint, areTrusted: boolean): void {
    const { organizationId, keyId, at } = checkpoint
    if (organizationId !== this.#header.organizationId) {
      throw new ExportUnusable(`The checkpoint of ${at} is of another organization.`)
    }
    const key = this.#keys.get(keyId)
    if (!areTrusted || (key !== undefined && isCheckpointSignedBy(key, checkpoint))) return
    throw new ExportUnusable(
      `The checkpoint of ${at} was not signed by one of the keys that were given.`,
    )
  }
}

async function* eachLine(path: string): AsyncGenerator<FileLine, undefined> {
  for await (const lines of linesOf(path)) yield* lines
}

function readHeader(path: string, line: FileLine | undefined): ExportHeader {
  try {
    const header = JSON.parse(line?.bytes.toString() ?? '') as ExportHeader
    for (const key of header.keys) verifierOf(key)
    const { format, organizationId, events } = header
    if (format === EXPORT_FORMAT && typeof organizationId === 'string' && events >= 0) return header
  } catch {
    // The same sentence.
  }
  throw new ExportUnusable(
    `${path} does not begin with the header of an export of events: name a file that ` +
      'vault-inventory events export wrote.',
  )
}
