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

/** The hash of the chain with this event: the parts of its canonical form without `chainHash`. */
export function nextHash(before: Buffer, ...event: readonly (string | Buffer)[]): Buffer {
  const hash = createHash('sha256').update(before)
  for (const part of event) hash.update(part)
  return hash.digest()
}

/**
 * An event as it is sealed and exported. The owner of its token is a name, which can change or be
 * erased: the chain holds none.
 */
export function sealedForm(row: EventRow) {
  const { actor, ...event } = toEvent(row)
  const { owner: _, ...sealedActor } = actor
  return { ...event, actor: sealedActor, sequence: row.number }
}

/**
 * The canonical form of an event without its hash. All members but those of its data are written in
 * their order: to sort them took a third of the time of sealing.
 */
function canonicalEvent(row: EventRow): string {
  const { id, type, occurredAt, organizationId, actor, requestId, subject, data } = toEvent(row)
  const sealedActor = { system: actor.system, tokenId: actor.tokenId }
  const sealedSubject = { id: subject.id, type: subject.type }
  const sequence = row.number
  const rest = { id, occurredAt, organizationId, requestId, sequence, subject: sealedSubject, type }
  return (
    `{"actor":${JSON.stringify(sealedActor)},"data":${canonical(data)},` +
    JSON.stringify(rest).slice(1)
  )
}

/**
 * Whether the row's seal is the hash of the seal before it and its event. A row that was altered
 * past the service may have no canonical form: a number beyond JSON's, a time that is none.
 */
export function isSealedBehind(before: Buffer, row: EventRow): boolean {
  try {
    return hashWith(before, row).toString('hex') === row.chainHash
  } catch {
    return false
  }
}

/** The hash of the chain with the event of this row, sealed or not. */
export function hashWith(before: Buffer, row: EventRow): Buffer {
  return nextHash(before, canonicalEvent(row))
}
