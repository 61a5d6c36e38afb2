import { isDeepStrictEqual } from 'node:util'

/** The `components` of the OpenAPI document, by kind and name. */
export type Components = Record<
  'schemas' | 'parameters' | 'headers' | 'requestBodies' | 'responses' | 'examples',
  Record<string, object>
>

/** A reference to the part. If the name has another part already, this one stays where it is. */
export function part(
  components: Components,
  kind: keyof Components,
  name: string,
  value: object,
): object {
  components[kind][name] ??= value
  return isDeepStrictEqual(components[kind][name], value)
    ? { $ref: `#/components/${kind}/${name}` }
    : value
}

/** The names of forms that many texts have: their patterns are long, and published once. */
const FORMS = {
  'x-violation-blank': 'Text',
  'x-violation-cents': 'Cents',
  'x-violation-email': 'EmailAddress',
}

/**
 * Moves every titled part of the schema to the shared schemas and leaves a reference. A part with
 * `x-published-as` is published as that schema: its own is for our serializer.
 */
export function shared(schema: unknown, components: Components): unknown {
  if (Array.isArray(schema)) return schema.map((entry) => shared(entry, components))
  if (typeof schema !== 'object' || schema === null) return schema
  const { title, 'x-published-as': other } = schema as Record<string, unknown>
  if (other !== undefined) return shared(other, components)
  const members = Object.entries(schema).map(([key, value]) => [
    key,
    key === 'examples' || key === 'enum' ? value : shared(value, components),
  ])
  const copy = inForm(schema, published(Object.fromEntries(members)), components)
  if (typeof title !== 'string') return copy
  const { title: _, ...named } = copy
  const reference = part(components, 'schemas', title, named)
  if (reference === named) throw new Error(`two schemas ${title}`)
  return reference
}

/** The schema with a reference to its form, where it has one. */
function inForm(schema: object, own: Published, components: Components): Published {
  const [, name] = Object.entries(FORMS).find(([keyword]) => keyword in schema) ?? []
  if (name === undefined) return own
  const { type, pattern, ...rest } = own
  const isNullable = Array.isArray(type)
  const form = part(components, 'schemas', isNullable ? `${name}OrNull` : name, { type, pattern })
  return { allOf: [form], ...rest }
}

/**
 * The schema of a response as it is published: objects may get further members, which a client has
 * to ignore. Ours serializes no others.
 */
export function opened(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(opened)
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.entries(schema).filter(
    ([key, value]) => key !== 'additionalProperties' || value !== false,
  )
  return Object.fromEntries(members.map(([key, value]) => [key, opened(value)]))
}

interface ObjectSchema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, object>>
  readonly required?: readonly string[]
  readonly additionalProperties?: unknown
}

/** An object with fewer members is written again: a reference would say no more. */
const MEMBERS_SHARED_MIN = 4

/** The schemas, where an open object that has all members of another one refers to it for them. */
export function derived(schemas: Readonly<Record<string, ObjectSchema>>): Record<string, object> {
  const open = Object.entries(schemas).filter(
    ([, { type, additionalProperties }]) => type === 'object' && additionalProperties === undefined,
  )
  const largestFirst = open.toSorted(([, one], [, other]) => countOf(other) - countOf(one))
  const entries = open.map(([name, schema]) => {
    const base = largestFirst.find(([, other]) => isPart(other, schema))
    if (base === undefined) return [name, schema]
    const [baseName, { properties: known = {}, required: needed = [] }] = base
    const { type, properties = {}, required = [], ...about } = schema
    const members = Object.entries(properties).filter(([member]) => !(member in known))
    const own = {
      type,
      required: required.filter((member) => !needed.includes(member)),
      properties: Object.fromEntries(members),
    }
    return [name, { ...about, allOf: [{ $ref: `#/components/schemas/${baseName}` }, own] }]
  })
  return { ...schemas, ...Object.fromEntries(entries) }
}

/** Whether the second has all members of the first, and more. */
function isPart(one: ObjectSchema, other: ObjectSchema): boolean {
  const { properties = {}, required = [] } = one
  const isOfOther = ([name, member]: [string, object]) =>
    isDeepStrictEqual(other.properties?.[name], member)
  return (
    countOf(one) >= MEMBERS_SHARED_MIN &&
    countOf(one) < countOf(other) &&
    required.every((name) => other.required?.includes(name)) &&
    Object.entries(properties).every(isOfOther)
  )
}

function countOf({ properties = {} }: ObjectSchema): number {
  return Object.keys(properties).length
}

/** Text without U+0000; that its surrogates come in pairs is said in words. */
const STORABLE_PATTERN = '^[^\\x00]*$'

type Published = Readonly<Record<string, unknown>>

/**
 * The schema without the annotations that only our validator reads. In their place it has
 * patterns, which that validator cannot have: they would change the codes of violations. None has
 * surrogates: pydantic, which compiles patterns with Rust's regular expressions, refuses them.
 */
export function published(schema: object): Published {
  const {
    'x-published-pattern': exact,
    'x-violation-unstorable': isStorable,
    ...rest
  } = schema as Record<string, unknown> & { readonly pattern?: unknown }
  const pattern = exact ?? rest.pattern ?? (isStorable === true ? STORABLE_PATTERN : undefined)
  return Object.fromEntries(
    Object.entries({ ...rest, ...(pattern !== undefined && { pattern }) }).filter(
      // The values of an enumeration are its examples.
      ([key]) => !key.startsWith('x-violation-') && !(key === 'examples' && 'enum' in rest),
    ),
  )
}
