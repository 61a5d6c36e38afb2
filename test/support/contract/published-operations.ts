import { readFileSync } from 'node:fs'
import { flattened, inlined } from './inlined.ts'

/** The parts of an OpenAPI document that tests and generators read. */
export interface Document {
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: object
    readonly requestBodies: object
    readonly responses: Readonly<Record<string, Response>>
    /** Problems by their codes. */
    readonly examples: Readonly<Record<string, { readonly value: Problem }>>
  }
}

interface Problem {
  readonly code: string
  readonly status: number
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly 'x-permission': string | null
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: Content
  }
  readonly responses: Readonly<Record<string, Response>>
}

export interface Response {
  readonly $ref?: string
  readonly headers?: object
  readonly content?: Content
}

type Content = Readonly<Record<string, { readonly schema: Schema; readonly examples?: object }>>

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly example?: unknown
  readonly schema: Schema
}

export interface Schema {
  readonly $ref?: string
  readonly title?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | false
  readonly required?: readonly string[]
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly anyOf?: readonly Schema[]
  readonly 'x-violation-code'?: string | Readonly<Record<string, string>>
  readonly 'x-violation-hint'?: string
}

export interface PublishedOperation extends Operation {
  readonly path: string
  /** In capitals. */
  readonly method: string
}

function operationsOf(document: Document): PublishedOperation[] {
  const { paths } = inlined(document) as Document
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      return { ...operation, path, method: method.toUpperCase() }
    }),
  )
}

/**
 * The checked-in document. People review it, and published.test.ts compares it with the code: a
 * contract with another permission or code than agreed needs a change of this file that they see.
 */
export const DOCUMENT: Document = flattened(
  JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')),
)
export const OPERATIONS: readonly PublishedOperation[] = operationsOf(DOCUMENT)

/** The codes of a status, in published order: those of any such request first. */
export function codesOf({ responses }: Pick<Operation, 'responses'>, status: number): string[] {
  return [responses.default, responses[status]].flatMap((response) => {
    const { examples = {} } = response?.content?.['application/problem+json'] ?? {}
    const problems = Object.values(examples as Document['components']['examples'])
    return problems.flatMap(({ value }) => (value.status === status ? [value.code] : []))
  })
}

/** Such ids name what is not a record of the vault. */
const ID_NAME = /^id$|(?<!^(?:external|client|credential))Ids?$/

/**
 * Every place of a request that names a record: each parameter of the path, and the ids of the
 * query and the body: `path id`, `query fboAccountId`, `body /items/x`. A query that must name one
 * is `required personId`.
 */
export function idPositions({
  parameters = [],
  requestBody,
}: Pick<Operation, 'parameters' | 'requestBody'>): string[] {
  const outside = parameters
    .filter((parameter) => parameter.in === 'path' || ID_NAME.test(parameter.name))
    .map(({ in: place, required, name }) => {
      return `${place === 'query' && required === true ? 'required' : place} ${name}`
    })
  const schema = requestBody?.content['application/json']?.schema
  const members = schema === undefined ? [] : idMembers(schema, '')
  return [...outside, ...members.map((pointer) => `body ${pointer}`)]
}

function idMembers(schema: Schema, pointer: string): string[] {
  const { items, properties = {}, anyOf = [] } = resolve(schema)
  const entries = items === undefined ? [] : idMembers(items, `${pointer}/*`)
  const members = Object.entries(properties).flatMap(([name, member]) => [
    ...(ID_NAME.test(name) ? [`${pointer}/${name}`] : []),
    ...idMembers(member, `${pointer}/${name}`),
  ])
  const variants = anyOf.flatMap((one) => idMembers(one, pointer))
  return [...new Set([...entries, ...members, ...variants])]
}

/**
 * The least that a schema allows: the members that it requires, each with its example, and ids of
 * records. Of several variants it has the one with the id that is tested, else the first.
 */
export function leastOf(
  schema: Schema,
  { id, tested }: { readonly id: (position: string) => string; readonly tested: string },
  pointer = '',
): unknown {
  const { anyOf, items, properties, required = [], examples, enum: choices } = resolve(schema)
  const means = { id, tested }
  if (anyOf !== undefined) {
    const has = (one: Schema) => idMembers(one, pointer).includes(tested.replace('body ', ''))
    return leastOf((anyOf.find(has) ?? anyOf[0]) as Schema, means, pointer)
  }
  if (properties !== undefined) {
    const members = required.map((name) => {
      const to = `${pointer}/${name}`
      const member = properties[name] as Schema
      return [name, ID_NAME.test(name) ? id(`body ${to}`) : leastOf(member, means, to)]
    })
    return Object.fromEntries(members)
  }
  const isOfRecords = items !== undefined && resolve(items).properties !== undefined
  if (isOfRecords) return [leastOf(items, means, `${pointer}/*`)]
  return examples?.[0] ?? choices?.[0]
}

export function resolve(schema: Schema): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  if (name === undefined) return schema
  const found = DOCUMENT.components.schemas[name]
  if (found === undefined) throw new Error(`the document refers to ${schema.$ref} and has none`)
  return found
}
