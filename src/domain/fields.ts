import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import type { Refusal } from './errors.ts'
import { BLANK_BMP } from './folding.ts'
import { EXAMPLE_IDS, ID_PATTERN } from './ids.ts'
import {
  CENTS_EXACT_PATTERN,
  CENTS_MAX,
  CENTS_PATTERN,
  EMAIL_LENGTH_MAX,
  EMAIL_LENGTH_MIN,
  PHONE_LENGTH_MAX,
  PHONE_LENGTH_MIN,
  PHONE_PATTERN,
  REASON_LENGTH_MAX,
} from './limits.ts'
import { snakeCase } from './text.ts'

// Fields that several record types have. Their descriptions are the public documentation.

/** A text that says something: it has more than what nobody sees. An empty one is too short. */
export const NOT_BLANK = {
  minLength: 1,
  'x-violation-blank': true,
  'x-published-pattern': `^[^\\x00]*[^${BLANK_BMP}][^\\x00]*$`,
}

/** An email address: one @, with something that can be read on both sides. */
export const EMAIL_FORM = {
  minLength: EMAIL_LENGTH_MIN,
  maxLength: EMAIL_LENGTH_MAX,
  pattern: '^[^@]+@[^@]+$',
  'x-violation-email': true,
  'x-published-pattern': `^[^@\\x00]*[^@${BLANK_BMP}][^@\\x00]*@[^@\\x00]*[^@${BLANK_BMP}][^@\\x00]*$`,
}

/** A phone number. Digits of any script are kept as ASCII. */
export const PHONE_FORM = {
  minLength: PHONE_LENGTH_MIN,
  maxLength: PHONE_LENGTH_MAX,
  pattern: PHONE_PATTERN,
}

/** The identifier of the record itself or of another one. */
export function recordId(description: string, example: string) {
  return Type.String({ description, pattern: ID_PATTERN, examples: [example] })
}

/** The text of an instant, which a row has as a Date (`RowOf`). Any text is assignable to it. */
type InstantText = string & { readonly isInstant?: never }

/** The instant of something; `what` completes "When ...". */
export function instant(what: string, example: string) {
  return Type.Unsafe<InstantText>({
    type: 'string',
    description: `When ${what}: RFC 3339, UTC, milliseconds.`,
    format: 'date-time',
    examples: [example],
  })
}

/** Text or null as one schema, so that a wrong value breaks one rule, not two. */
export function nullableText(options: Record<string, unknown> & { readonly description: string }) {
  return Type.Unsafe<string | null>({
    type: ['string', 'null'],
    'x-violation-unstorable': true,
    ...options,
  })
}

/** The instant of something, or null if it did not happen (yet). */
export function nullableInstant(what: string, example: string) {
  return Type.Unsafe<InstantText | null>({
    type: ['string', 'null'],
    description: `When ${what}: RFC 3339, UTC, milliseconds; null otherwise.`,
    format: 'date-time',
    examples: [example],
  })
}

/** The identifier of another record, or null. */
export function nullableId(description: string, example: string) {
  return Type.Unsafe<string | null>({ ...recordId(description, example), type: ['string', 'null'] })
}

export const PERSON_OF_TOKEN = Type.Unsafe<{ id: string; name: string } | null>({
  title: 'PersonOfToken',
  type: ['object', 'null'],
  description: "The person that the token belongs to; null if it is a machine's.",
  properties: {
    id: recordId('Identifier of the person.', EXAMPLE_IDS.person),
    name: Type.String({ description: 'The name of the person.', examples: ['Ada Lindqvist'] }),
  },
  required: ['id', 'name'],
  additionalProperties: false,
})

/** Members end in `Cents`, whatever the currency: of JPY they are whole yen. */
export const IN_MINOR_UNITS = "In the minor unit of the organization's currency"

/** An amount in cents, as decimal text; at most PostgreSQL's bigint. */
export function cents(description: string, example: string) {
  return Type.String({
    description: `${description} ${IN_MINOR_UNITS}: a decimal whole number, as a string.`,
    pattern: CENTS_PATTERN,
    'x-violation-cents': true,
    'x-published-pattern': CENTS_EXACT_PATTERN,
    'x-violation-hint': `Send decimal digits in quotes, such as "${example}", up to "${CENTS_MAX}".`,
    examples: [example],
  })
}

export function nullableCents(description: string, example: string) {
  return Type.Unsafe<string | null>({ ...cents(description, example), type: ['string', 'null'] })
}

/**
 * A schema that is published by its name. It has these members and no others.
 * @param more further keywords, such as examples
 */
export function namedObject<Members extends TProperties>(
  title: string,
  description: string,
  members: Members,
  more: object = {},
) {
  return Type.Object(members, { title, description, additionalProperties: false, ...more })
}

/** The example of a record: those of its members, except for these. */
export function exampleOf(members: TProperties, others: object): object {
  const own = Object.entries(members as Record<string, { readonly examples?: unknown[] }>)
  return {
    ...Object.fromEntries(own.map(([name, { examples }]) => [name, examples?.[0]])),
    ...others,
  }
}

/** The body of a change of a record: any of these members, at least one. */
export function changesOf<Members extends TProperties>(
  title: string,
  description: string,
  members: Members,
  example: object,
) {
  const names = Object.keys(members)
  return Type.Partial(Type.Object(members), {
    title,
    description,
    examples: [example],
    additionalProperties: false,
    minProperties: 1,
    'x-violation-code': { minProperties: 'no_updatable_fields' },
    'x-violation-hint': `Send ${names.length > 1 ? 'at least one of ' : ''}${names.join(', ')}.`,
  })
}

/** Contract of an operation on one record, which its path names by `id`. */
export function byId<Id extends TSchema>(
  { properties: { id } }: { readonly properties: { readonly id: Id } },
  notFound: () => Refusal,
) {
  return { parameters: Type.Object({ id }), notFound }
}

/** The body of a verb that takes no members; a request may also leave the body out. */
export const NO_MEMBERS = namedObject('NoMembers', 'No members. The body can be omitted.', {})

export function reasonBody(description: string, example: string) {
  return Type.Object(
    { reason: reasonMember(description, example) },
    reasonOptions('The reason, which stays on record.', example),
  )
}

/** The body of a verb that takes an optional reason; a request may also leave the body out. */
export function optionalReasonBody(description: string, example: string) {
  return Type.Object(
    { reason: Type.Optional(reasonMember(description, example)) },
    reasonOptions('The reason, if there is one. The body can be omitted.', example),
  )
}

export function reasonMember(description: string, example: string) {
  return storedText(description, { maxLength: REASON_LENGTH_MAX, example })
}

/** Text of a request that is stored, and says something. */
export function storedText(
  description: string,
  { maxLength, example }: { readonly maxLength: number; readonly example: string },
) {
  return Type.String({ ...NOT_BLANK, ...freeText(description, maxLength, example) })
}

/** Text of a request that is stored, and may be empty. */
export function freeText(description: string, maxLength: number, example: string) {
  return { description, 'x-violation-unstorable': true, maxLength, examples: [example] }
}

function reasonOptions(description: string, reason: string) {
  return { description, additionalProperties: false, examples: [{ reason }] }
}

// A record type has one description, its schema: its columns, its rows and its responses follow.

/** The columns of a record's fields, as SQL. A column is named like its field, in snake case. */
export function columnsOf({ properties }: { readonly properties: object }): string {
  return Object.keys(properties).map(snakeCase).join(', ')
}

/** A row of a record, column names in camel case: its response, with a Date for each instant. */
export type RowOf<Response> = {
  readonly [Name in keyof Response]: NonNullable<Response[Name]> extends string
    ? 'isInstant' extends keyof NonNullable<Response[Name]>
      ? Date | Extract<Response[Name], null>
      : Response[Name]
    : Response[Name]
}

/** Makes responses of a record's rows: the published fields and no others, instants as text. */
export function responseMaker<Schema extends TObject>({
  properties,
}: Schema): (row: RowOf<Static<Schema>>) => Static<Schema> {
  const names = Object.keys(properties)
  return (row) => {
    const response: Record<string, unknown> = {}
    for (const name of names) {
      const value: unknown = row[name as keyof typeof row]
      response[name] = value instanceof Date ? value.toISOString() : value
    }
    return response as Static<Schema>
  }
}

/** The reasons for which a transfer can move an item. */
export const TRANSFER_REASONS = ['request', 'trade', 'rebalance'] as const
