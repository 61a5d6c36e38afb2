import { readFileSync } from 'node:fs'
import { packagePath } from '../../runtime/package.ts'

/** A member of a request, which an option of the command gives. */
export interface Member {
  readonly name: string
  readonly place: 'path' | 'query' | 'header' | 'body'
  readonly isRequired: boolean
  /** It may not stand on the command line, which others see. */
  readonly isSecret: boolean
  /** Such as `string`, `integer` or `json`. */
  readonly type: string
  /** The first sentence of what is published. */
  readonly description: string
  /** The value in a body that a text of the command line stands for. */
  readonly valueOf: (text: string) => unknown
}

export interface CalledOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly method: string
  readonly path: string
  readonly hasBody: boolean
  readonly members: readonly Member[]
}

interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: Schema
}

interface PublishedOperation
  extends Pick<CalledOperation, 'operationId' | 'summary' | 'description'> {
  readonly 'x-permission': string | null
  readonly parameters?: readonly object[]
  readonly requestBody?: object
}

/** The part of the published document that becomes commands. */
interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PublishedOperation>>>>
}

/** Nobody holds the response of an earlier run. */
const NOT_OFFERED = ['If-None-Match']

const SECRET = /secret$/i

/** They are about the token of the request, and the operator has none. */
const OF_A_TOKEN = ['/v1/caller', '/v1/passkeys']

/** The operations that an operator can call, as published. */
export function calledOperations(): CalledOperation[] {
  const document: OpenApiDocument = JSON.parse(readFileSync(packagePath('openapi.json'), 'utf8'))
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const body = opened<RequestBody>(operation.requestBody, document)
      const isOffered =
        !OF_A_TOKEN.some((start) => path.startsWith(start)) &&
        !isOfApprovers(operation['x-permission']) &&
        // A file of records is for the command `import`.
        (body === undefined || 'application/json' in body.content)
      return isOffered ? [calledOperation(operation, { method, path, body }, document)] : []
    }),
  )
}

/** Approvals are those of two people: nobody knows which one the operator is. */
export function isOfApprovers(permission: string | null): boolean {
  return permission?.endsWith(':approve') === true
}

interface RequestBody {
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>
}

interface Place {
  readonly method: string
  readonly path: string
  readonly body: RequestBody | undefined
}

function calledOperation(
  { operationId, summary, description, parameters = [] }: PublishedOperation,
  { method, path, body }: Place,
  document: OpenApiDocument,
): CalledOperation {
  const ofParameters = parameters
    .map((parameter) => opened<Parameter>(parameter, document))
    .filter(({ name }) => !NOT_OFFERED.includes(name))
    .map(({ name, in: place, required, schema, ...texts }) =>
      memberOf({ name, place, isRequired: required }, { ...opened(schema, document), ...texts }),
    )
  const ofBody = bodyMembers(body, document)
  const names = new Set(ofBody.map(({ name }) => name))
  // A query parameter with the name of a member is for bodies that are files.
  const members = [...ofParameters.filter(({ name }) => !names.has(name)), ...ofBody]
  const hasBody = body !== undefined
  return { operationId, summary, description, method, path, hasBody, members }
}

function bodyMembers(body: RequestBody | undefined, document: OpenApiDocument): Member[] {
  const schema = opened<Schema>(body?.content['application/json']?.schema, document)
  const forms = (schema?.anyOf ?? [schema ?? {}]).map((form) => opened<Schema>(form, document))
  const properties: [string, Schema][] = forms.flatMap((form) =>
    Object.entries(form.properties ?? {}),
  )
  return [...new Map(properties)].map(([name, of]) => {
    const isRequired = forms.every(({ required }) => required?.includes(name) === true)
    return memberOf({ name, place: 'body', isRequired }, opened(of, document))
  })
}

const SHOWN_TYPES: Readonly<Record<string, string>> = { array: 'a,b', object: 'json' }

function memberOf(named: Pick<Member, 'name' | 'place' | 'isRequired'>, schema: Schema): Member {
  const { enum: values, description = '' } = schema
  const types = [schema.type ?? (values === undefined ? 'json' : 'string')].flat()
  const [type = 'json'] = types
  const isSecret = SECRET.test(named.name)
  const isList = type === 'array'
  const isNull = (text: string) => text === 'null' && types.includes('null')
  return {
    ...named,
    isSecret,
    name: named.place === 'header' ? named.name.toLowerCase() : named.name,
    type: isSecret ? '@FILE' : (values?.join('|') ?? SHOWN_TYPES[type] ?? type),
    description: description.split(/(?<=\.)\s/, 1)[0] ?? '',
    valueOf: (text) => {
      if (type === 'string' && !isNull(text)) return text
      if (isList && !isNull(text) && !text.startsWith('[')) return text.split(',')
      try {
        return JSON.parse(text)
      } catch {
        return text
      }
    },
  }
}

/**
 * The part itself, or what a reference such as `#/components/parameters/query.limit` names. A schema
 * of a form has the keywords of that, too.
 */
function opened<Part>(part: object | undefined, document: OpenApiDocument): Part {
  const { $ref, allOf = [] } = (part ?? {}) as { $ref?: string; allOf?: readonly object[] }
  const forms = allOf.map((form) => opened<object>(form, document))
  if ($ref === undefined) return (part && Object.assign({}, ...forms, part)) as Part
  const named = $ref
    .split('/')
    .slice(1)
    .reduce<unknown>((all, name) => (all as Record<string, unknown>)[name], document)
  return opened(named as object, document)
}
