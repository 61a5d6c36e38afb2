import type { Tool } from '@modelcontextprotocol/server'

/** The part of an OpenAPI document that becomes tools. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly 'x-permission': string | null
  readonly 'x-returns-secret'?: true
  readonly parameters?: readonly unknown[]
  readonly requestBody?: unknown
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: Schema
}

interface RequestBody {
  readonly description: string
  readonly required: boolean
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>
}

type Schema = Readonly<Record<string, unknown>>

/** An operation of the service that a model may call. */
export interface VaultTool {
  readonly method: string
  readonly path: string
  /** Null: any token may call it. */
  readonly permission: string | null
  /** A call does no more than this; a change may be a dry run as well. */
  readonly kind: 'read' | 'dry_run' | 'change'
  readonly parameters: readonly Parameter[]
  /** The media type of the argument `body`; undefined if there is none. */
  readonly mediaType: string | undefined
  readonly definition: Tool
}

export const KEY = 'Idempotency-Key'
export const DRY_RUN = 'validateOnly'

/** Records per page; a page of them has to fit into the context of a model. */
export const PAGE_SIZE_MAX = 50

/** A model holds no earlier response, and a call that waits for events seems to hang. */
const NO_ARGUMENTS = ['If-None-Match', 'wait']

/**
 * The operations of the document as tools, by name. Without changes these are the reads, and of
 * the operations that have a dry run, only that. A new secret would stay in the transcript of a
 * conversation, so an operation that returns one is a dry run at most.
 */
export function toolsOf(
  document: OpenApiDocument,
  allowsChanges: boolean,
): ReadonlyMap<string, VaultTool> {
  const tools = new Map<string, VaultTool>()
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const parameters = inlined(operation.parameters ?? [], document) as Parameter[]
      const hasDryRun = parameters.some(({ name }) => name === DRY_RUN)
      const mayChange = allowsChanges && operation['x-returns-secret'] !== true
      const kind =
        method === 'get' ? 'read' : mayChange ? 'change' : hasDryRun ? 'dry_run' : undefined
      if (kind === undefined) continue
      const body = inlined(operation.requestBody, document) as RequestBody | undefined
      const shape = { method, path, kind, body, parameters } as const
      tools.set(operation.operationId, toolOf(operation, shape))
    }
  }
  return tools
}

interface Shape extends Pick<VaultTool, 'method' | 'path' | 'kind' | 'parameters'> {
  readonly body: RequestBody | undefined
}

function toolOf(operation: Operation, shape: Shape): VaultTool {
  const { operationId, summary, description } = operation
  const { method, kind, body } = shape
  const parameters = shape.parameters.filter(
    ({ name }) => !NO_ARGUMENTS.includes(name) && (kind === 'change' || !isOfChanges(name)),
  )
  const [mediaType] = Object.keys(body?.content ?? {})
  const isDryRun = kind === 'dry_run'
  const definition: Tool = {
    name: operationId,
    title: isDryRun ? `${summary} (dry run)` : summary,
    description: isDryRun ? `${DRY_RUN_NOTE}\n\n${description}` : description,
    inputSchema: {
      type: 'object',
      properties: {
        ...Object.fromEntries(parameters.map((each) => [each.name, argumentOf(each)])),
        ...(body !== undefined && { body: bodyOf(body) }),
      } as Tool['inputSchema']['properties'] & {},
      required: [
        ...parameters.filter(({ required }) => required).map(({ name }) => name),
        ...(body?.required === true ? ['body'] : []),
      ],
      additionalProperties: false,
    },
    annotations: {
      readOnlyHint: kind !== 'change',
      // New records, too: a transfer takes items away, an import is many changes.
      destructiveHint: kind === 'change',
      idempotentHint: kind !== 'change' || method !== 'post',
      openWorldHint: false,
    },
  }
  const { path } = shape
  const permission = operation['x-permission']
  return { method: method.toUpperCase(), path, permission, kind, parameters, mediaType, definition }
}

const DRY_RUN_NOTE =
  'A dry run: the request is fully checked and nothing is changed. The response is that of the ' +
  'real request, with placeholders for new ids and secrets.'

function isOfChanges(name: string): boolean {
  return name === DRY_RUN || name === KEY
}

function argumentOf({ name, description, schema }: Parameter): Schema {
  if (name === KEY) return { ...schema, description: KEY_NOTE }
  if (name !== 'limit') return { ...schema, description }
  const maximum = Math.min(Number(schema.maximum), PAGE_SIZE_MAX)
  const standard = Math.min(Number(schema.default), maximum)
  return { ...schema, maximum, default: standard, description: 'Results per page.' }
}

const KEY_NOTE =
  'Leave it out: each call has a key of its own. If the response of a call was lost, pass its key ' +
  'with the same arguments to get that response; nothing is changed twice.'

function bodyOf({ description, content }: RequestBody): Schema {
  const [{ schema } = { schema: {} }] = Object.values(content)
  return { ...schema, description: schema.description ?? description }
}

type Members = Readonly<Record<string, unknown>>

/**
 * The part without references, and without the examples and names of its schemas. A schema that is
 * made of others has their keywords: clients of models read these alone.
 */
function inlined(part: unknown, document: OpenApiDocument): unknown {
  if (Array.isArray(part)) return part.map((each) => inlined(each, document))
  if (typeof part !== 'object' || part === null) return part
  const { $ref, allOf = [], example: _, examples: __, title: ___, ...members } = part as Members
  if (typeof $ref === 'string') return inlined(partAt($ref, document), document)
  const own = mapped(members, (member, name) =>
    // The names of properties are not those of keywords.
    name === 'properties'
      ? mapped(member as Members, (schema) => inlined(schema, document))
      : inlined(member, document),
  )
  return Object.assign({}, ...(inlined(allOf, document) as Members[]), own)
}

/** The part that a reference such as `#/components/parameters/query.limit` names. */
function partAt(reference: string, document: OpenApiDocument): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((part, name) => (part as Members)[name], document)
}

function mapped(members: Members, change: (member: unknown, name: string) => unknown): Members {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, change(member, name)]),
  )
}
