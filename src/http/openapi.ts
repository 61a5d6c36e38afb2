import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { REFUSALS, type RefusalCode } from '../errors.ts'
import type { OperationContract } from './operation.ts'
import { PROBLEM, problemExample } from './problem-schema.ts'

/** Refusals that any operation can answer, besides its own. */
const COMMON_REFUSALS: readonly RefusalCode[] = [
  'unauthenticated',
  'invalid_token',
  'insufficient_permission',
  'malformed_request',
  'request_timeout',
  'headers_too_large',
  'unknown_parameter',
  'temporarily_unavailable',
  'internal_error',
]

/** Further ones of every operation that takes a body. */
const BODY_REFUSALS: readonly RefusalCode[] = [
  'unsupported_media_type',
  'body_too_large',
  'malformed_json',
  'invalid_request',
  'unknown_field',
]

/** Serves `/openapi.json`, made once from the contracts that were registered. */
export function serveOpenApi(app: FastifyInstance): void {
  let document: string | undefined
  app.get('/openapi.json', { config: { public: true } }, async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(app.operations))
    return reply.type('application/json').send(document)
  })
}

/**
 * The OpenAPI 3.1 document of these operations. A TypeBox schema is a JSON Schema 2020-12, which is
 * what OpenAPI 3.1 speaks: nothing is converted, only schemas with a title are named and shared.
 */
export function openApiDocument(operations: readonly OperationContract[]): object {
  const schemas: Record<string, unknown> = {}
  const paths: Record<string, Record<string, unknown>> = {}
  for (const contract of operations) {
    const path = paths[contract.path] ?? {}
    paths[contract.path] = path
    path[contract.method.toLowerCase()] = operationObject(contract, schemas)
  }
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: '/', description: 'The service that serves this document.' }],
    tags: TAGS,
    security: [{ accessToken: [] }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An access token of the organization. Results and effects are limited to it; each ' +
            'operation names the permission that the token needs.',
        },
      },
    },
  }
}

const INFO = {
  title: 'Vault Inventory Service',
  version: '1.0.0',
  summary: 'FBO accounts, transfers between them and outbound shipments of the items in a vault.',
  description:
    'A vault keeps unique items for organizations. An organization holds them in FBO accounts ' +
    '("for the benefit of" someone), moves items between its accounts by transfer batches and ' +
    'receives items back by outbound shipments.\n\n' +
    'Every answer is JSON: one object in `data`, or a list in `data` with `pagination`. Every ' +
    'refusal is a problem (RFC 9457) whose `code` never changes and whose `errors` name each ' +
    'fault with a pointer into the request. A 4xx changed ' +
    'nothing; after a 500 or 503 a change may have been made, unless `detail` says otherwise.\n\n' +
    'Lengths of text count Unicode code points. Text may hold any character but U+0000.',
  license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
}

const TAGS = [
  { name: 'Transfers', description: 'Moves of items from one FBO account to another.' },
  {
    name: 'FBO accounts',
    description: 'Accounts that items are held under, with contact details.',
  },
  { name: 'Outbound shipments', description: 'Items on their way back to their owners.' },
]

function operationObject(contract: OperationContract, schemas: Record<string, unknown>): object {
  return {
    operationId: contract.operationId,
    tags: [contract.tag],
    summary: contract.summary,
    description: `${contract.description}\n\nPermission: \`${contract.permission}\`.`,
    'x-permission': contract.permission,
    ...parametersOf(contract),
    ...(contract.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': mediaObject(contract.body, schemas) },
          },
        }),
    responses: {
      [contract.success.status]: {
        description: contract.success.description,
        headers: { 'X-Request-Id': REQUEST_ID_HEADER, ...headersOf(contract) },
        content: { 'application/json': mediaObject(contract.success.body, schemas) },
      },
      ...refusalResponses(contract, schemas),
    },
  }
}

const REQUEST_ID_HEADER = {
  required: true,
  description:
    'The id under which the service logged this request: quote it when you ask for help.',
  schema: { type: 'string' },
}

/** Headers that refusals of a status carry. */
const REFUSAL_HEADERS: Readonly<Record<number, object>> = {
  401: {
    'WWW-Authenticate': {
      required: true,
      description:
        '`Bearer realm="vault-inventory"`; for a token that is not valid, `error="invalid_token"`.',
      schema: { type: 'string' },
    },
  },
  403: {
    'WWW-Authenticate': {
      required: true,
      description: '`error="insufficient_scope"`, and the missing permission as `scope`.',
      schema: { type: 'string' },
    },
  },
  503: {
    'Retry-After': {
      required: true,
      description: 'Seconds after which to try again.',
      schema: { type: 'integer' },
    },
  },
}

function headersOf(contract: OperationContract): object {
  const headers = Object.entries(contract.success.headers ?? {})
  return Object.fromEntries(
    headers.map(([name, header]) => {
      const { description, ...schema } = header as Documented
      return [name, { required: true, description, schema }]
    }),
  )
}

interface Documented {
  readonly description?: string
  readonly [keyword: string]: unknown
}

function parametersOf(contract: OperationContract): object {
  const parameters = [
    ...Object.entries(contract.parameters?.properties ?? {}).map(parameterObject('path')),
    ...Object.entries(contract.query?.properties ?? {}).map(parameterObject('query')),
  ]
  return parameters.length === 0 ? {} : { parameters }
}

function parameterObject(place: 'path' | 'query') {
  return ([name, property]: [string, TSchema]): object => {
    const { description, examples, ...schema } = plain(property) as Documented & {
      examples?: unknown[]
    }
    const example = examples?.[0] === undefined ? {} : { example: examples[0] }
    return { name, in: place, required: place === 'path', description, ...example, schema }
  }
}

function mediaObject(schema: TSchema, schemas: Record<string, unknown>): object {
  const { examples } = schema as { examples?: unknown[] }
  const example = examples?.[0] === undefined ? {} : { example: examples[0] }
  return { schema: shared(schema, schemas), ...example }
}

function refusalResponses(contract: OperationContract, schemas: Record<string, unknown>): object {
  const codes = [
    ...COMMON_REFUSALS,
    ...(contract.body === undefined ? [] : BODY_REFUSALS),
    ...contract.refusals,
  ]
  const byStatus = Map.groupBy(new Set(codes), (code) => REFUSALS[code].status)
  const statuses = [...byStatus].sort(([a], [b]) => a - b)
  return Object.fromEntries(
    statuses.map(([status, ofStatus]) => [status, refusalResponse(ofStatus, schemas)]),
  )
}

function refusalResponse(codes: RefusalCode[], schemas: Record<string, unknown>): object {
  return {
    description: codes.map((code) => `\`${code}\`: ${REFUSALS[code].title}.`).join('\n\n'),
    headers: {
      'X-Request-Id': REQUEST_ID_HEADER,
      ...REFUSAL_HEADERS[REFUSALS[codes[0] as RefusalCode].status],
    },
    content: {
      'application/problem+json': {
        schema: shared(PROBLEM, schemas),
        examples: Object.fromEntries(
          codes.map((code) => [
            code,
            { summary: REFUSALS[code].title, value: problemExample(code) },
          ]),
        ),
      },
    },
  }
}

/** The schema with every titled part moved to the shared schemas and referred to by name. */
function shared(schema: unknown, schemas: Record<string, unknown>): unknown {
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
function plain(schema: object): object {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !key.startsWith('x-fault-')))
}
