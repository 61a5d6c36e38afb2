/** Schemas by title: the `components/schemas` of the OpenAPI document. */
export type SharedSchemas = Record<string, unknown>

/** Moves every titled part of the schema to the shared schemas and leaves a reference. */
export function shared(schema: unknown, schemas: SharedSchemas): unknown {
  if (Array.isArray(schema)) return schema.map((entry) => shared(entry, schemas))
  if (typeof schema !== 'object' || schema === null) return schema
  const { title } = schema as { title?: unknown }
  const members = Object.entries(schema).map(([key, value]) => [
    key,
    key === 'examples' || key === 'enum' ? value : shared(value, schemas),
  ])
  const copy = published(Object.fromEntries(members))
  if (typeof title !== 'string') return copy
  schemas[title] = copy
  return { $ref: `#/components/schemas/${title}` }
}

/** The schema without the annotations that are for our validator alone. */
export function published(schema: object): object {
  return Object.fromEntries(
    Object.entries(schema).filter(([key]) => !key.startsWith('x-violation-')),
  )
}
