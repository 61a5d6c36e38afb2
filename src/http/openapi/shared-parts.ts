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
  const copy = published(Object.fromEntries(members))
  if (typeof title !== 'string') return copy
  const reference = part(components, 'schemas', title, copy)
  if (reference === copy) throw new Error(`two schemas ${title}`)
  return reference
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

/** Text without U+0000; that its surrogates come in pairs is said in words. */
const STORABLE_PATTERN = '^[^\\x00]*$'

/**
 * The schema without the annotations that only our validator reads. In their place it has
 * patterns, which that validator cannot have: they would change the codes of violations. None has
 * surrogates: pydantic, which compiles patterns with Rust's regular expressions, refuses them.
 */
export function published(schema: object): object {
  const {
    'x-published-pattern': exact,
    'x-violation-unstorable': isStorable,
    ...rest
  } = schema as Record<string, unknown> & { readonly pattern?: unknown }
  const pattern = exact ?? rest.pattern ?? (isStorable === true ? STORABLE_PATTERN : undefined)
  return Object.fromEntries(
    Object.entries({ ...rest, ...(pattern !== undefined && { pattern }) }).filter(
      ([key]) => !key.startsWith('x-violation-'),
    ),
  )
}
