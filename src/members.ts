import Type from 'typebox'
import { ID_PATTERN } from './ids.ts'

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

/** Text or null as JSON Schema 2020-12 says it: one node, and so one sentence per fault. */
export function nullableText(options: Record<string, unknown> & { readonly description: string }) {
  return Type.Unsafe<string | null>({
    type: ['string', 'null'],
    'x-fault-unstorable': true,
    ...options,
  })
}
