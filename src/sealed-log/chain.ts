import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { type EventRow, toEvent } from '../events/event.ts'

// The chain over the events of an organization (docs/CUSTODY.md). It has no secret: signed
// checkpoints make it binding.

/** The hash before the first event. */
export const FIRST_HASH = Buffer.alloc(32)

/** The canonical form (RFC 8785) of a JSON document. */
export function canonical(document: object): string {
  return canonicalize(document) as string
}

/** The hash of the chain with this event, in its canonical form without `chainHash`. */
export function nextHash(before: Buffer, event: string | Buffer): Buffer {
  return createHash('sha256').update(before).update(event).digest()
}

/** The hash of the chain with the event of this row, sealed or not. */
export function hashWith(before: Buffer, row: EventRow): Buffer {
  const { chainHash: _, ...event } = toEvent(row)
  return nextHash(before, canonical({ ...event, sequence: row.number }))
}
