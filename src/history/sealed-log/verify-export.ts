import { eventId } from '../events/event.ts'
import { ApprovalProofs } from './approval-proofs.ts'
import { CHAIN_START, type ChainPlace, follow, type Step, stepTo } from './chain.ts'
import { type EventCheckpoint, verifiersOf, whyUnsigned } from './event-checkpoint.ts'
import { type ExportEntry, type ExportHeader, entriesOf, linesOf } from './export-lines.ts'
import {
  ExportUnusable,
  type ExportVerification,
  type FirstBad,
  readHeader,
  type VerifyOptions,
} from './export-verification.ts'
import { withSuccessors } from './signing-keys.ts'

/**
 * Verifies an export of events. It holds a line at a time, and besides what its proofs need: some
 * hundred bytes for each passkey, token, transfer and revaluation, and for each proof.
 * @throws {ExportUnusable} if it is no export, or a key or a checkpoint does not belong to it
 */
export async function verifyExport(
  path: string,
  { keys, kept = [] }: VerifyOptions = {},
): Promise<ExportVerification> {
  const lines = linesOf(path)
  const header = readHeader(path, (await lines.next()).value)
  const { organizationId } = header
  const verifiers = verifiersOf(
    keys === undefined ? header.keys : withSuccessors(keys, header.keys),
  )
  for (const checkpoint of kept) {
    const { at } = checkpoint
    if (checkpoint.organizationId !== organizationId) {
      throw new ExportUnusable(`The checkpoint of ${at} is of another organization.`)
    }
    if (keys === undefined || whyUnsigned(checkpoint, verifiers) === undefined) continue
    throw new ExportUnusable(
      `The checkpoint of ${at} was not signed by one of the keys that were given.`,
    )
  }
  const entries = entriesOf(lines, organizationId)
  const reading = new Reading(header, kept)
  let firstBad: FirstBad | undefined
  for await (const step of follow(CHAIN_START, entries, verifiers)) {
    firstBad = await reading.take(step, entries)
    if (firstBad !== undefined) break
  }
  firstBad ??= reading.end()
  return {
    organizationId,
    events: reading.last,
    provenUpTo: reading.provenUpTo,
    checkpoints: reading.checkpoints,
    lastCheckpoint: reading.lastCheckpoint,
    keysFrom: keys === undefined ? 'file' : 'given',
    firstBad: firstBad ?? null,
    proofs: reading.proofs.checked,
    wipes: reading.proofs.wipes,
    badProof: reading.proofs.firstBad,
  }
}

/** The reading of an export: the rules of its end, and how far it is proven. */
class Reading {
  /** The number of the last event that fits. */
  last = 0
  checkpoints = 0
  lastCheckpoint: EventCheckpoint | null = null
  readonly proofs: ApprovalProofs
  readonly #header: ExportHeader
  readonly #kept: ReadonlyMap<number, readonly EventCheckpoint[]>
  /** The last event that a kept checkpoint proves. */
  #keptUpTo = 0
  #isOtherThanKept = false
  #before = CHAIN_START

  constructor(header: ExportHeader, kept: readonly EventCheckpoint[]) {
    this.#header = header
    this.proofs = new ApprovalProofs(header.organizationId)
    this.#kept = Map.groupBy(kept, ({ sequence }) => sequence)
  }

  get provenUpTo(): number {
    // If the export contradicts the checkpoint that was kept, its own checkpoints prove nothing.
    const signed = this.#isOtherThanKept ? 0 : (this.lastCheckpoint?.sequence ?? 0)
    return Math.max(signed, this.#keptUpTo)
  }

  /** Takes the next step; `rest` are the entries behind it. @returns why it is the first bad one */
  async take(
    { entry, link, why, place }: Step<ExportEntry>,
    rest: AsyncIterable<ExportEntry>,
  ): Promise<FirstBad | undefined> {
    const { number: line } = entry.line
    if (entry.kind === 'checkpoint') return this.#takeCheckpoint(entry, link, why)
    if (entry.kind === 'unreadable' || link !== 'fits') return await this.#nextBad(entry, rest)
    const { number } = place
    const { events } = this.#header
    if (number > events) {
      return this.#bad('inserted', number, line, `the header is over ${events} events`)
    }
    this.last = number
    this.#before = place
    this.proofs.take(entry.document, { sequence: number, line })
    const kept = this.#kept.get(number)
    if (kept === undefined) return undefined
    if (kept.some(({ chainHash }) => chainHash !== entry.chainHash)) {
      this.#isOtherThanKept = true
      return this.#rewritten(line, 'that was kept')
    }
    this.#keptUpTo = number
    return undefined
  }

  #takeCheckpoint(
    { checkpoint, line: { number: line } }: ExportEntry & { readonly kind: 'checkpoint' },
    link: Step<ExportEntry>['link'],
    why: string | undefined,
  ): FirstBad | undefined {
    if (checkpoint === undefined || link === 'unsigned') {
      const detail = `the checkpoint in line ${line} does not verify: ${why}`
      return this.#unproven(line, detail)
    }
    const { at, sequence } = checkpoint
    const over = `the checkpoint of ${at} in line ${line} is over ${sequence} events`
    if (link === 'missing') return this.#bad('removed', this.last + 1, line, over)
    if (link === 'early') {
      const detail = `${over}, but ${this.last} stand before it`
      return this.#bad('inserted', sequence + 1, line, detail)
    }
    if (link !== 'fits') return this.#rewritten(line, 'in this line')
    this.checkpoints += 1
    this.lastCheckpoint = checkpoint
    this.proofs.takeCheckpoint(at)
    return undefined
  }

  /** Why the entry is not the next event; the rest of the file shows it. */
  async #nextBad(entry: ExportEntry, rest: AsyncIterable<ExportEntry>): Promise<FirstBad> {
    const { line } = entry
    const kind = await kindOfDifference(this.#before, entry, { ...this.#header, rest })
    const details = {
      altered: line.isTooLong
        ? 'the line is too long to be read'
        : 'the event is not what was sealed, in its canonical form',
      removed: line.isEnded ? 'the event is missing' : 'the file ends within the event',
      inserted: 'an event stands in its place that is not in the log there',
      reordered: 'the event comes later in the file',
    }
    return this.#bad(kind, this.last + 1, line.number, details[kind])
  }

  /** Checks that the file is complete. */
  end(): FirstBad | undefined {
    const { events } = this.#header
    const kept = Math.max(0, ...this.#kept.keys())
    const over = Math.max(kept, events)
    if (this.last < over) {
      const what = kept > this.last ? 'a checkpoint that was kept' : 'the header'
      const detail = `${what} is over ${kept > this.last ? kept : events} events, the newest are missing`
      return this.#bad('removed', this.last + 1, null, detail)
    }
    if (this.lastCheckpoint?.sequence === this.last) return undefined
    const detail =
      'the file does not end with a checkpoint, so what is behind the last one can be forged, and ' +
      'the newest events can be missing'
    return this.#unproven(null, detail)
  }

  #rewritten(line: number, which: string): FirstBad {
    const upTo = this.last
    const detail = `it, or a later one up to ${upTo}, was altered with all hashes from it on: the checkpoint ${which} has another hash`
    return this.#bad('altered', Math.min(this.provenUpTo + 1, upTo), line, detail, upTo)
  }

  /** Nothing proves the events behind the last valid checkpoint. */
  #unproven(line: number | null, detail: string): FirstBad {
    const sequence = this.provenUpTo + 1
    return this.#bad('checkpoint', sequence, line, detail, Math.max(sequence, this.last))
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
}

/**
 * Tells how an export was altered if an entry is not the event that comes after `last`. The entries
 * behind it show that: the event itself is there, or the number of the event in its place again.
 */
async function kindOfDifference(
  last: ChainPlace,
  entry: ExportEntry,
  { events, rest }: { readonly events: number; readonly rest: AsyncIterable<ExportEntry> },
): Promise<Exclude<FirstBad['kind'], 'checkpoint'>> {
  const number = last.number + 1
  const sequence = entry.kind === 'event' ? entry.number : undefined
  if (sequence !== undefined && sequence < number) return 'inserted'
  let isNumberLater = false
  let isEventLater = false
  let comesAgain = false
  for await (const later of rest) {
    if (later.kind !== 'event') continue
    if (later.number === sequence) comesAgain = true
    if (later.number === number) isNumberLater = true
    if (stepTo(last, later).link === 'fits') isEventLater = true
  }
  if (sequence !== undefined && sequence > number) {
    if (!isNumberLater) return 'removed'
    return comesAgain || sequence > events ? 'inserted' : 'reordered'
  }
  if (isEventLater) return 'inserted'
  return entry.line.isEnded ? 'altered' : 'removed'
}
