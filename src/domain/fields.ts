import Type from 'typebox'
import { ID_PATTERN } from './ids.ts'
import { CENTS_MAX, CENTS_PATTERN, REASON_LENGTH_MAX } from './limits.ts'

// Members that several nouns have. Their descriptions are the public documentation.

/** An identifier, the record's own or another one's. */
export function recordId(description: string, example: string) {
  return Type.String({ description, pattern: ID_PATTERN, examples: [example] })
}

/** When something happened; `what` completes "When ...". */
export function instant(what: string, example: string) {
  return Type.String({
    description: `When ${what}: RFC 3339, UTC, milliseconds.`,
    format: 'date-time',
    examples: [example],
  })
}

/** Text or null as JSON Schema 2020-12 says it: one node, and so one sentence per violation. */
export function nullableText(options: Record<string, unknown> & { readonly description: string }) {
  return Type.Unsafe<string | null>({
    type: ['string', 'null'],
    'x-violation-unstorable': true,
    ...options,
  })
}

/** When something happened, or null where it has not (yet). */
export function nullableInstant(what: string, example: string) {
  return Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: `When ${what}: RFC 3339, UTC, milliseconds; null otherwise.`,
    format: 'date-time',
    examples: [example],
  })
}

/** The identifier of another record, or null where there is none. */
export function nullableId(description: string, example: string) {
  return Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description,
    pattern: ID_PATTERN,
    examples: [example],
  })
}

/** Why: a text that whoever reads the record later will want. */
function reasonMember(description: string, example: string) {
  return Type.String({
    description,
    'x-violation-unstorable': true,
    minLength: 1,
    maxLength: REASON_LENGTH_MAX,
    examples: [example],
  })
}

/** The body of a verb that has nothing more to say; it may also be left out. */
export const NO_MEMBERS = Type.Object(
  {},
  {
    title: 'NoMembers',
    description: 'No members; no body is fine too.',
    additionalProperties: false,
  },
)

/** An amount in cents, as decimal text; at most PostgreSQL's bigint. */
export function cents(description: string, example: string) {
  return Type.String({
    description: `${description} In cents: a decimal whole number, carried as a string.`,
    pattern: CENTS_PATTERN,
    'x-violation-cents': true,
    'x-violation-hint': `Send decimal digits in quotes, such as "${example}", up to "${CENTS_MAX}".`,
    examples: [example],
  })
}

/** The body of a verb that needs a reason and nothing else. */
export function reasonBody(description: string, example: string) {
  return Type.Object(
    { reason: reasonMember(description, example) },
    {
      description: 'Why; it stays on record.',
      additionalProperties: false,
      examples: [{ reason: example }],
    },
  )
}

/** The body of a verb that may say why; it may also be left out. */
export function optionalReasonBody(description: string, example: string) {
  return Type.Object(
    { reason: Type.Optional(reasonMember(description, example)) },
    {
      description: 'Why, if there is something to say; no body is fine too.',
      additionalProperties: false,
      examples: [{ reason: example }],
    },
  )
}
