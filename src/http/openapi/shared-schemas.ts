/** Schemas by their title: what the OpenAPI document keeps under `components/schemas`. */
export type SharedSchemas = Record<string, unknown>

/** The schema with every titled part moved to the shared schemas and referred to by name. */
export function shared(schema: unknown, schemas: SharedSchemas): unknown {
  if (Array.isArray(schema)) return schema.map((entry) => shared(entry, schemas))
  if (typeof schema !== 'object' || schema === null) return schema
  const { title } = schema as { title?: unknown }
  const members = Object.entries(schema).map(([key, value]) => [
    key,
    key === 'examples' || key === 'enum' ? value : shared(value, schemas),
  ])
  const copy = plain(Object.fromEntries(members))
  if (typeof title !== 'string') return copy
  schemas[title] = copy
  return { $ref: `#/components/schemas/${title}` }
}

/** Without the annotations that only our validator reads. */
export function plain(schema: object): object {
  return Object.fromEntries(
    Object.entries(schema).filter(([key]) => !key.startsWith('x-violation-')),
  )
}
