import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { canonical } from '../../domain/text.ts'
import { type EventRow, toEvent } from '../events/event.ts'
import { findEventsAfter } from '../events/find-events.store.ts'
import {
  type EventCheckpoint,
  type EventCheckpointRow,
  findCheckpoints,
  toEventCheckpoint,
  type Verifiers,
  whyUnsigned,
} from './event-checkpoint.ts'

// The chain over the events of an organization (docs/CUSTODY.md). It has no secret: signed
// checkpoints make it binding. The vault and an export are read by the same rules.

export const FIRST_HASH = Buffer.alloc(32)

/** A place in a chain: the last event before it, and the hash of the chain with that event. */
export interface ChainPlace {
  /** 0 before the first event. */
  readonly number: number
  readonly chainHash: Buffer
}

export const CHAIN_START: ChainPlace = { number: 0, chainHash: FIRST_HASH }

/** The hash of a place that is not known: nothing can be compared with it. */
const UNKNOWN = Buffer.alloc(0)

/**
 * An event as it is sealed and exported. The owner and the person of its token are
 * names, which can change: the chain holds none.
 */
export function sealedForm(row: EventRow) {
  const { actor, ...event } = toEvent(row)
  const { owner: _, person: _person, ...sealedActor } = actor
  return { ...event, actor: sealedActor, sequence: row.number }
}

/** An event, of the vault or of a file, that is not trusted. */
interface EventEntry {
  readonly kind: 'event'
  readonly number: number
  /** Its seal in hexadecimal digits; null if it has none. */
  readonly chainHash: string | null
  /** The parts of its canonical form without `chainHash`; undefined if it has none. */
  readonly canonical: readonly (string | Buffer)[] | undefined
}

interface CheckpointEntry {
  readonly kind: 'checkpoint'
  /** Undefined if it has other members, or another form, than a checkpoint. */
  readonly checkpoint: EventCheckpoint | undefined
  /** Whether it is of the organization, and in its canonical form. */
  readonly isWhole: boolean
}

/** Each checkpoint stands behind the event that it names. */
export type LogEntry = EventEntry | CheckpointEntry | { readonly kind: 'unreadable' }

/**
 * An entry beside the chain before it. `missing`: events before it are not there. `unsealed`: the
 * event has no seal, or the hash before it is not known. `differs`: the hash is not that of the seal
 * before it and the event, or the event has no canonical form. `early`: the checkpoint is over fewer
 * events than stand before it. `unsigned`: none of the keys signed the checkpoint.
 */
export type Link = 'fits' | 'unsealed' | 'missing' | 'differs' | 'early' | 'unsigned'

export interface Step<Entry> {
  readonly entry: Entry
  readonly link: Link
  /** Why a checkpoint is not signed. */
  readonly why?: string
  /**
   * The place behind the entry, from which the next one is compared: a wrong seal counts there, so
   * that one altered event is reported once, not as every later one.
   */
  readonly place: ChainPlace
}

/** Follows a chain, and compares each entry with the one before it. */
export async function* follow<Source extends object>(
  from: ChainPlace,
  source: AsyncIterable<LogEntry & Source>,
  verifiers?: Verifiers,
): AsyncGenerator<Step<LogEntry & Source>> {
  let place = from
  for await (const entry of source) {
    const step = stepTo(place, entry, verifiers)
    yield { entry, ...step }
    place = step.place
  }
}

/** Compares an entry with the place before it. */
export function stepTo(
  before: ChainPlace,
  entry: LogEntry,
  verifiers: Verifiers = new Map(),
): Omit<Step<never>, 'entry'> {
  if (entry.kind === 'unreadable') return { link: 'differs', place: before }
  if (entry.kind === 'checkpoint')
    return { ...checkpointBeside(before, entry, verifiers), place: before }
  const { number, chainHash, canonical: event } = entry
  const seal = chainHash === null ? UNKNOWN : Buffer.from(chainHash, 'hex')
  const place = { number, chainHash: seal }
  if (number !== before.number + 1) return { link: 'missing', place }
  if (before.chainHash === UNKNOWN) return { link: 'unsealed', place }
  if (event === undefined) return { link: 'differs', place }
  const parts = event.map((part) => Buffer.from(part))
  const computed = hash('sha256', Buffer.concat([before.chainHash, ...parts]), 'buffer')
  if (chainHash === null) return { link: 'unsealed', place: { number, chainHash: computed } }
  return { link: computed.toString('hex') === chainHash ? 'fits' : 'differs', place }
}

function checkpointBeside(
  { number, chainHash }: ChainPlace,
  { checkpoint, isWhole }: CheckpointEntry,
  verifiers: Verifiers,
): Pick<Step<never>, 'link' | 'why'> {
  if (checkpoint === undefined) {
    return { link: 'unsigned', why: 'it has other members than a checkpoint' }
  }
  const why = whyUnsigned(checkpoint, verifiers) ?? (isWhole ? undefined : 'it was altered')
  if (why !== undefined) return { link: 'unsigned', why }
  if (checkpoint.sequence !== number) {
    return { link: checkpoint.sequence > number ? 'missing' : 'early' }
  }
  return { link: checkpoint.chainHash === chainHash.toString('hex') ? 'fits' : 'differs' }
}

/** Events that are in memory at a time. */
const PAGE = 1_000

/** Events that are hashed before requests get their turn, which takes about a millisecond. */
const HASHED_MAX = 100

export interface Rows {
  /** Events above the first number, up to the second. */
  readonly from: number
  readonly to: number
  /** Checkpoints over events up to that number come with them. */
  readonly signedTo?: number
}

/** The log of an organization, as its rows are. A checkpoint comes behind the event it names. */
export async function* rowsOfLog(
  tx: OrganizationTransaction,
  { from, to, signedTo }: Rows,
): AsyncGenerator<LogRow> {
  for (let before = from, isMore = true; isMore; ) {
    const rows = await findEventsAfter(tx.run, before, Math.min(PAGE, to - before))
    const last = rows.at(-1)?.number ?? to
    isMore = last < to
    const upTo = isMore ? last : signedTo
    const signed =
      signedTo === undefined || upTo === undefined
        ? []
        : await findCheckpoints(tx, before === 0 ? -1 : before, upTo)
    let next = 0
    for (const [index, row] of rows.entries()) {
      for (; (signed[next]?.sequence ?? row.number) < row.number; next += 1) {
        yield checkpointEntry(signed[next] as EventCheckpointRow)
      }
      yield eventEntry(row)
      if ((index + 1) % HASHED_MAX === 0) await nextTurn()
    }
    yield* signed.slice(next).map(checkpointEntry)
    before = last
  }
}

export type LogRow = ReturnType<typeof eventEntry> | ReturnType<typeof checkpointEntry>

/** A row that was altered past the service may have no form: a number beyond JSON's, no time. */
function formOf<Form>(form: () => Form): Form | undefined {
  try {
    return form()
  } catch {
    return undefined
  }
}

function eventEntry(row: EventRow) {
  const { number, chainHash } = row
  return {
    ...{ kind: 'event' as const, row, number, chainHash },
    // Computed where it is compared: an export writes another form.
    get canonical() {
      return formOf(() => {
        const { chainHash: _, ...event } = sealedForm(row)
        return [canonical(event)]
      })
    },
  }
}

function checkpointEntry(row: EventCheckpointRow) {
  const checkpoint = formOf(() => toEventCheckpoint(row))
  return { kind: 'checkpoint' as const, number: row.sequence, checkpoint, isWhole: true }
}
