import { Type } from 'typebox'
import { type Refusal, refusalOf } from './errors.ts'
import { METADATA_KEY_PATTERN, METADATA_PAIRS_MAX, METADATA_VALUE_LENGTH_MAX } from './limits.ts'

/** Attributes that a client keeps with a record. */
export type Metadata = Readonly<Record<string, string>>

/** A change of metadata: null removes a pair. */
export type MetadataPatch = Readonly<Record<string, string | null>>

const EXAMPLE = { grade: 'PSA 8', 'set.year': '1952' }

const KEYS = {
  propertyNames: { pattern: METADATA_KEY_PATTERN },
  'x-violation-hint': `A key has 1 to 40 of the characters A-Z a-z 0-9 _ . and -.`,
}

const VALUE = { maxLength: METADATA_VALUE_LENGTH_MAX, 'x-violation-unstorable': true }

/** The metadata of a record, in requests that create it and in responses. */
export const METADATA = Type.Unsafe<Metadata>({
  type: 'object',
  title: 'Metadata',
  description:
    `Attributes of your own: up to ${METADATA_PAIRS_MAX} pairs of a key and a text of up to ` +
    `${METADATA_VALUE_LENGTH_MAX} characters. The service only keeps them.`,
  maxProperties: METADATA_PAIRS_MAX,
  ...KEYS,
  additionalProperties: { type: 'string', ...VALUE },
  examples: [EXAMPLE],
})

/** The metadata of a change. It may replace every pair. */
export const METADATA_PATCH = Type.Unsafe<MetadataPatch>({
  type: 'object',
  title: 'MetadataPatch',
  description:
    'The pairs to set. A pair that is left out keeps its value; null removes it. A record keeps ' +
    `up to ${METADATA_PAIRS_MAX}.`,
  maxProperties: 2 * METADATA_PAIRS_MAX,
  ...KEYS,
  additionalProperties: {
    type: ['string', 'null'],
    ...VALUE,
    'x-violation-hint': 'Send null to remove the pair.',
  },
  examples: [{ ...EXAMPLE, provenance: null }],
})

/** The metadata after a change; the same object if nothing changes. */
export function mergedMetadata(before: Metadata, patch: MetadataPatch): Metadata {
  const changes = Object.entries(patch).filter(
    ([key, value]) => (Object.hasOwn(before, key) ? before[key] : null) !== value,
  )
  if (changes.length === 0) return before
  // No assignment: `__proto__` is a valid key.
  const pairs = new Map(Object.entries(before))
  for (const [key, value] of changes) {
    if (value === null) pairs.delete(key)
    else pairs.set(key, value)
  }
  return Object.fromEntries(pairs)
}

/** Why a record cannot keep the metadata of a change: it has too many pairs. */
export function metadataRefusal(merged: Metadata): Refusal | undefined {
  const count = Object.keys(merged).length
  if (count <= METADATA_PAIRS_MAX) return undefined
  const detail =
    `The record would have ${count} pairs of metadata, and keeps at most ${METADATA_PAIRS_MAX}: ` +
    'remove some with null.'
  return refusalOf([{ pointer: '/metadata', code: 'invalid_value', detail }], 'request')
}
