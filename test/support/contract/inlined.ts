const PART = /^#\/components\/(parameters|headers|requestBodies|responses|examples)\/(.*)$/

/** The OpenAPI document with each part where operations refer to it; schemas stay references. */
export function inlined(document: object): object {
  const { components } = document as { components: Record<string, Record<string, object>> }
  const inline = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(inline)
    if (typeof node !== 'object' || node === null) return node
    const { $ref } = node as { readonly $ref?: unknown }
    const [, kind, name] = typeof $ref === 'string' ? (PART.exec($ref) ?? []) : []
    if (kind !== undefined) return inline(components[kind]?.[name as string])
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inline(value)]))
  }
  return { ...document, paths: inline((document as { paths: object }).paths) }
}
