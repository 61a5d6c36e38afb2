import type { FastifyInstance } from 'fastify'
import Type, { type TSchema } from 'typebox'
import { REQUEST_ID_HEADER, refusalResponses } from './openapi-refusals.ts'
import { type OperationContract, takesIfMatch } from './operation.ts'
import { plain, type SharedSchemas, shared } from './shared-schemas.ts'

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
  const schemas: SharedSchemas = {}
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
  { name: 'Inventory items', description: 'The unique items that the vault keeps.' },
  { name: 'Outbound shipments', description: 'Items on their way back to their owners.' },
  {
    name: 'Organization policy',
    description: 'What an organization decided about transfers and shipments.',
  },
  { name: 'Access tokens', description: 'Who may call, and what for.' },
]

function operationObject(contract: OperationContract, schemas: SharedSchemas): object {
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
            required: contract.bodyIsOptional !== true,
            content: { 'application/json': mediaObject(contract.body, schemas) },
          },
        }),
    responses: {
      [contract.success.status]: {
        description: contract.success.description,
        headers: { 'X-Request-Id': REQUEST_ID_HEADER, ...headersOf(contract) },
        content: { 'application/json': mediaObject(contract.success.body, schemas) },
      },
      ...(showsVersion(contract) && { 304: NOT_MODIFIED }),
      ...refusalResponses(contract, schemas),
    },
  }
}

const ETAG_DESCRIPTION = 'The version of the record, to be sent as `If-Match` or `If-None-Match`.'

const ETAG = Type.String({ description: ETAG_DESCRIPTION })

const IF_MATCH = Type.String({
  description:
    'ETags of the versions that may be changed; at another one the answer is `version_conflict`. ' +
    'Without it, or with `*`, any may be.',
  examples: ['"1"'],
})

const IF_NONE_MATCH = Type.String({
  description: 'ETags of versions that need not be sent again: the answer to them is 304.',
  examples: ['"1"'],
})

const NOT_MODIFIED = {
  description: 'The record is at a version that `If-None-Match` names.',
  headers: {
    'X-Request-Id': REQUEST_ID_HEADER,
    ETag: { required: true, description: ETAG_DESCRIPTION, schema: { type: 'string' } },
  },
}

/** Whether the operation reads a version, and can say that it is known. */
function showsVersion({ versioned, method }: OperationContract): boolean {
  return versioned === true && method === 'GET'
}

/** Headers of the request that mean something to the operation. */
function headersTaken(contract: OperationContract): Record<string, TSchema> {
  return {
    ...(takesIfMatch(contract) && { 'If-Match': IF_MATCH }),
    ...(showsVersion(contract) && { 'If-None-Match': IF_NONE_MATCH }),
  }
}

function headersOf(contract: OperationContract): object {
  const headers = Object.entries<TSchema>({
    ...contract.success.headers,
    ...(contract.versioned && { ETag: ETAG }),
  })
  return Object.fromEntries(
    headers.map(([name, header]) => {
      const { description, ...schema } = header as Documented
      return [name, { required: !Type.IsOptional(header), description, schema }]
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
    ...Object.entries(headersTaken(contract)).map(parameterObject('header')),
  ]
  return parameters.length === 0 ? {} : { parameters }
}

function parameterObject(place: 'path' | 'query' | 'header') {
  return ([name, property]: [string, TSchema]): object => {
    const { description, examples, ...schema } = plain(property) as Documented & {
      examples?: unknown[]
    }
    const example = examples?.[0] === undefined ? {} : { example: examples[0] }
    return { name, in: place, required: place === 'path', description, ...example, schema }
  }
}

function mediaObject(schema: TSchema, schemas: SharedSchemas): object {
  const { examples } = schema as { examples?: unknown[] }
  const example = examples?.[0] === undefined ? {} : { example: examples[0] }
  return { schema: shared(schema, schemas), ...example }
}
