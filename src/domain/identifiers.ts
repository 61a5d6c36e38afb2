import { type Static, Type } from 'typebox'
import type { Violation } from './errors.ts'
import { NOT_BLANK, namedObject } from './fields.ts'
import { foldedValue } from './folding.ts'
import {
  IDENTIFIER_FOLDED_LENGTH_MAX,
  IDENTIFIER_VALUE_LENGTH_MAX,
  IDENTIFIERS_MAX,
  SCHEME_PATTERN,
} from './limits.ts'
import { codePoints } from './text.ts'

export const EXAMPLE_IDENTIFIER = { scheme: 'psa_cert', value: '42 118 903' }

const MEMBERS = {
  scheme: Type.String({
    description: 'The kind of identifier: lower-case letters, digits and _, a letter first.',
    pattern: SCHEME_PATTERN,
    examples: [EXAMPLE_IDENTIFIER.scheme],
    'x-violation-hint': 'Send a name such as serial, psa_cert or bar_number.',
  }),
  value: Type.String({
    description:
      'The identifier as it is written. Values that differ only in case, blanks, what is not seen or ' +
      'the form of their characters (Unicode NFKC, dashes, digits of a script) are the same identifier.',
    ...NOT_BLANK,
    maxLength: IDENTIFIER_VALUE_LENGTH_MAX,
    'x-violation-unstorable': true,
    examples: [EXAMPLE_IDENTIFIER.value],
  }),
}

function listOf(title: string) {
  const description = 'A number or name by which others know the item.'
  return Type.Array(namedObject(title, description, MEMBERS, { examples: [EXAMPLE_IDENTIFIER] }), {
    description:
      'Identifiers of the item, such as a serial number or the number of a certificate. Of the ' +
      'items in the vault, one at most has an identifier.',
    maxItems: IDENTIFIERS_MAX,
    examples: [[EXAMPLE_IDENTIFIER]],
  })
}

export const IDENTIFIERS = listOf('Identifier')

export const NEW_IDENTIFIERS = listOf('NewIdentifier')

export type Identifier = Readonly<Static<typeof IDENTIFIERS>[number]>

/** An identifier as it is compared. */
export interface FoldedIdentifier {
  readonly scheme: string
  readonly valueFolded: string
}

export interface PlacedIdentifier extends FoldedIdentifier {
  readonly value: string
  readonly pointer: string
}

/** One text for all identifiers that are the same. */
export function identifierKey({ scheme, valueFolded }: FoldedIdentifier): string {
  return `${scheme}:${valueFolded}`
}

/** The key of an identifier that is written as `scheme:value`. */
export function keyOfPair(pair: string): string {
  const colon = pair.indexOf(':')
  const valueFolded = foldedValue(pair.slice(colon + 1))
  return identifierKey({ scheme: pair.slice(0, colon), valueFolded })
}

/** The pairs of a list, which may not be valid, with their pointers. */
export function placedIdentifiers(list: unknown, pointer: string): PlacedIdentifier[] {
  if (!Array.isArray(list)) return []
  return list.slice(0, IDENTIFIERS_MAX).flatMap((entry: Partial<Identifier> | null, index) => {
    const { scheme, value } = entry ?? {}
    if (typeof scheme !== 'string' || typeof value !== 'string') return []
    // Its schema refuses a longer one.
    if (codePoints(value) > IDENTIFIER_VALUE_LENGTH_MAX) return []
    return { scheme, value, valueFolded: foldedValue(value), pointer: `${pointer}/${index}` }
  })
}

/** `duplicate_identifier` at each position of a pair that is there twice; values that are too long. */
export function identifierViolations(placed: readonly PlacedIdentifier[]): Violation[] {
  const places = Map.groupBy(placed, identifierKey)
  return placed.flatMap((identifier): Violation[] => {
    const { scheme, value, valueFolded, pointer } = identifier
    if (codePoints(valueFolded) > IDENTIFIER_FOLDED_LENGTH_MAX) {
      const detail =
        `${pointer.slice(1).replaceAll('/', '.')}.value stands for more than ` +
        `${IDENTIFIER_FOLDED_LENGTH_MAX} characters (Unicode NFKC): shorten it.`
      return [{ pointer: `${pointer}/value`, code: 'too_long', detail }]
    }
    const count = places.get(identifierKey(identifier))?.length ?? 1
    if (count === 1) return []
    const detail =
      `The identifier ${scheme} ${value} appears ${count} times, but for case and blanks: send ` +
      'each identifier once.'
    return [{ pointer, code: 'duplicate_identifier', detail }]
  })
}
