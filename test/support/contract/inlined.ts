const PART = /^#\/components\/(parameters|headers|requestBodies|responses|examples)\/(.*)$/

/** The OpenAPI document with each part where operations refer to it; schemas stay references. */
export function inlined(document: object): object {
  const { components } = document as { components: Record<string, Record<string, object>> }
  const inline = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(inline)
    if (typeof node !== 'object' || node === null) return node
    const { $ref } = node as { readonly $ref?: unknown }
    const [, kind, name] = typeof $ref === 'string' ? (PART.exec($ref) ?? []) : []
    if (kind !== undefined) {
      const part = inline(components[kind]?.[name as string]) as object
      // A description beside the reference takes the place of the part's.
      return 'description' in node ? { ...part, description: node.description } : part
    }
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inline(value)]))
  }
  return { ...document, paths: inline((document as { paths: object }).paths) }
}

/** The document where a schema that is made of others has their members and keywords itself. */
export function flattened<Document extends object>(document: Document): Document {
  const { components } = document as unknown as { components: { schemas: Record<string, object> } }
  const flatten = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(flatten)
    if (typeof node !== 'object' || node === null) return node
    const flat = Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, flatten(value)]),
    )
    const { allOf, ...own } = flat as Composed
    if (!Array.isArray(allOf)) return flat
    const parts = [...allOf.map(partOf), own]
    const properties = parts.flatMap((part) => part.properties ?? [])
    const required = parts.flatMap((part) => part.required ?? [])
    return {
      ...Object.assign({}, ...parts),
      ...(properties.length > 0 && { properties: Object.assign({}, ...properties), required }),
    }
  }
  const partOf = (part: Composed): Composed =>
    part.$ref === undefined
      ? part
      : (flatten(components.schemas[part.$ref.replace('#/components/schemas/', '')]) as Composed)
  return flatten(document) as Document
}

interface Composed {
  readonly $ref?: string
  readonly allOf?: readonly Composed[]
  readonly properties?: object
  readonly required?: readonly string[]
}
