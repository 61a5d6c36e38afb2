/** The parts of an OpenAPI document that show where a request names records. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly 'x-permission': string | null
  readonly parameters?: readonly { readonly name: string; readonly in: 'path' | 'query' }[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>
  }
}

interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** Such ids name what is not a record of the vault. */
const ID_NAME = /^id$|(?<!^(?:external|client|credential))Ids?$/

export function operationsOf(document: Document): Operation[] {
  return Object.values(document.paths).flatMap((path) => Object.values(path))
}

/**
 * Every place of a request that names a record: each parameter of the path, and the ids of the
 * query and the body: `path id`, `query fboAccountId`, `body /items/x`.
 */
export function idPositions(document: Document, operation: Operation): string[] {
  const parameters = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'path' || ID_NAME.test(parameter.name))
    .map((parameter) => `${parameter.in} ${parameter.name}`)
  const schema = operation.requestBody?.content['application/json']?.schema
  const members = schema === undefined ? [] : idMembers(document, schema, '')
  return [...parameters, ...members.map((pointer) => `body ${pointer}`)]
}

function idMembers(document: Document, schema: Schema, pointer: string): string[] {
  const resolved = resolve(document, schema)
  const entries =
    resolved.items === undefined ? [] : idMembers(document, resolved.items, `${pointer}/*`)
  const members = Object.entries(resolved.properties ?? {}).flatMap(([name, member]) => [
    ...(ID_NAME.test(name) ? [`${pointer}/${name}`] : []),
    ...idMembers(document, member, `${pointer}/${name}`),
  ])
  const variants = (resolved.anyOf ?? []).flatMap((one) => idMembers(document, one, pointer))
  return [...new Set([...entries, ...members, ...variants])]
}

function resolve(document: Document, schema: Schema): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  if (name === undefined) return schema
  const found = document.components.schemas[name]
  if (found === undefined) throw new Error(`the document refers to ${schema.$ref} and has none`)
  return found
}
