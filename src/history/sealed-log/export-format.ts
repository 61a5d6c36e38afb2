import type { PublicJwk } from './signing-key.ts'

// An export of events: one JSON document a line, each in its canonical form (RFC 8785). The header,
// then the events in the order of the feed, each checkpoint behind the event that it names, and at
// the end one over the last event (docs/CUSTODY.md).

export const EXPORT_FORMAT = 'vault-inventory-events-1'

export interface ExportHeader {
  readonly format: string
  readonly organizationId: string
  readonly exportedAt: string
  /** The number of events that follow. */
  readonly events: number
  readonly keys: readonly PublicJwk[]
}

/** Every instant of an export, as `Date.toISOString` writes it. */
export const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const BEFORE_HASH = '"chainHash":"'
const HASH_DIGITS = 64
const MEMBER_LENGTH = BEFORE_HASH.length + HASH_DIGITS + '",'.length

/**
 * The parts of the line of an event without its member `chainHash`: the bytes that the chain is computed from.
 * Within a text its quotes would be escaped, so the first such bytes are the member.
 */
export function withoutChainHash(line: Buffer): readonly Buffer[] {
  const start = line.indexOf(BEFORE_HASH)
  if (start === -1) return [line]
  return [line.subarray(0, start), line.subarray(start + MEMBER_LENGTH)]
}
