import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { canonical } from '../../domain/canonical.ts'
import { type EventRow, toEvent } from '../events/event.ts'
import { findEventsAfter } from '../events/find-events.store.ts'

// The chain over the events of an organization (docs/CUSTODY.md). It has no secret: signed
// checkpoints make it binding.

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

function unsealedForm(row: EventRow): string {
  const { chainHash: _, ...event } = sealedForm(row)
  return canonical(event)
}

function hashOf(before: Buffer, event: readonly (string | Buffer)[]): Buffer {
  const parts = event.map((part) => Buffer.from(part))
  return hash('sha256', Buffer.concat([before, ...parts]), 'buffer')
}

/** An event that is to be compared with the chain, from the database or from a file. */
export interface ChainedEvent {
  readonly number: number
  /** Its seal in hexadecimal digits; null if it has none. */
  readonly chainHash: string | null
  /** The parts of its canonical form without `chainHash`; undefined if it has none. */
  readonly canonical: readonly (string | Buffer)[] | undefined
}

/**
 * An event beside the chain before it. `missing`: events before it are not there. `unsealed`: it
 * has no seal, or the hash before it is not known. `differs`: its seal is not the hash of the seal
 * before it and the event, or it has no canonical form.
 */
export type Link = 'fits' | 'unsealed' | 'missing' | 'differs'

/**
 * Compares an event with the place before it.
 * @returns with the place behind it, from which the next event is compared: a wrong seal counts
 *   there, so that one altered event is reported once, not as every later one
 */
export function follow(
  before: ChainPlace,
  { number, chainHash, canonical: event }: ChainedEvent,
): { readonly link: Link; readonly place: ChainPlace } {
  const seal = chainHash === null ? UNKNOWN : Buffer.from(chainHash, 'hex')
  const place = { number, chainHash: seal }
  if (number !== before.number + 1) return { link: 'missing', place }
  if (before.chainHash === UNKNOWN) return { link: 'unsealed', place }
  if (event === undefined) return { link: 'differs', place }
  const computed = hashOf(before.chainHash, event)
  if (chainHash === null) return { link: 'unsealed', place: { number, chainHash: computed } }
  return { link: computed.toString('hex') === chainHash ? 'fits' : 'differs', place }
}

/** Events that are in memory at a time. */
const PAGE = 1_000

/** Events that are hashed before requests get their turn, which takes about a millisecond. */
const HASHED_MAX = 100

/** The next events of an organization, up to a number, each compared with the one before it. */
export async function* readChain(
  run: OrganizationTransaction['run'],
  from: ChainPlace,
  to: number,
): AsyncGenerator<{ readonly row: EventRow; readonly link: Link; readonly place: ChainPlace }> {
  for (let before = from, rows = 1; rows > 0 && before.number < to; ) {
    const limit = Math.min(PAGE, to - before.number)
    const page = await findEventsAfter(run, before.number, limit)
    for (const [index, row] of page.entries()) {
      const { number, chainHash } = row
      const next = follow(before, { number, chainHash, canonical: canonicalEvent(row) })
      yield { row, ...next }
      before = next.place
      if ((index + 1) % HASHED_MAX === 0) await nextTurn()
    }
    rows = page.length
  }
}

/** A row that was altered past the service may have none: a number beyond JSON's, no time. */
function canonicalEvent(row: EventRow): readonly string[] | undefined {
  try {
    return [unsealedForm(row)]
  } catch {
    return undefined
  }
}
