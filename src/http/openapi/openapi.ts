import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { type OperationContract, takesKey } from '../operation-contract.ts'
import { CHANGE_PARAMETERS } from '../request/change-parameters.ts'
import {
  type Documented,
  headersResponded,
  headersTaken,
  NOT_MODIFIED,
  REQUEST_ID_HEADER,
  showsVersion,
} from './openapi-headers.ts'
import { refusalResponses } from './openapi-problems.ts'
import { PublishedText } from './published-text.ts'
import { plain, type SharedSchemas, shared } from './shared-schemas.ts'

/** Serves `/openapi.json`, made once from the contracts that were registered. */
export function serveOpenApi(app: FastifyInstance): void {
  let document: PublishedText | undefined
  app.get('/openapi.json', { config: { public: true } }, async (request, reply) => {
    document ??= new PublishedText(
      'application/json; charset=utf-8',
      JSON.stringify(openApiDocument(app.operations)),
    )
    return document.response(request, reply)
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
    'Every response is JSON: one object in `data`, or a list in `data` with `pagination`. Every ' +
    'refusal is a problem (RFC 9457) whose `code` never changes and whose `errors` name each ' +
    'violation with a pointer into the request. A 4xx changed ' +
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
      ...successResponses(contract, schemas),
      ...(showsVersion(contract) && { 304: NOT_MODIFIED }),
      ...refusalResponses(contract, schemas),
    },
  }
}

/** What is answered by status; where it is only tried, always 200. */
function successResponses(contract: OperationContract, schemas: SharedSchemas): object {
  const { status, description, body } = contract.success
  const content = { 'application/json': mediaObject(body, schemas) }
  const response = {
    description,
    headers: { 'X-Request-Id': REQUEST_ID_HEADER, ...headersResponded(contract) },
    content,
  }
  if (!takesKey(contract) || status === 200) return { [status]: response }
  return { 200: { ...response, description: WOULD_BE }, [status]: response }
}

const WOULD_BE = 'With `validateOnly=true`: the response as it would be. Nothing was changed.'

function parametersOf(contract: OperationContract): object {
  const parameters = [
    ...Object.entries(contract.parameters?.properties ?? {}).map(parameterObject('path')),
    ...Object.entries(queryTaken(contract)).map(parameterObject('query')),
    ...Object.entries(headersTaken(contract)).map(parameterObject('header')),
  ]
  return parameters.length === 0 ? {} : { parameters }
}

function queryTaken(contract: OperationContract): Record<string, TSchema> {
  return { ...contract.query?.properties, ...(takesKey(contract) && CHANGE_PARAMETERS) }
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
