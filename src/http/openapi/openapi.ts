import type { FastifyInstance } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { BODY_BYTES_MAX } from '../../domain/limits.ts'
import {
  hasBody,
  type OperationContract,
  queryParametersOf,
  showsVersion,
  takesKey,
} from '../operation-contract.ts'
import { StaticAsset } from '../pages/static-asset.ts'
import { notModified, requestHeadersOf, successHeaders } from './openapi-headers.ts'
import { refusalResponses } from './openapi-problems.ts'
import { INFO, TAGS, tagOf, titleOf } from './openapi-texts.ts'
import { type Components, derived, opened, part, shared } from './shared-parts.ts'

/**
 * Serves `/openapi.json`, made once from the registered contracts. Pages of any origin may read it:
 * `/docs` has an origin of its own, and the document holds nothing secret.
 */
export function serveOpenApi(app: FastifyInstance): void {
  let document: StaticAsset | undefined
  app.get('/openapi.json', { config: { public: true } }, async (request, reply) => {
    document ??= new StaticAsset(
      'application/json; charset=utf-8',
      JSON.stringify(openApiDocument(app.operations, app.basePath)),
    )
    reply.headers({ 'Access-Control-Allow-Origin': '*' })
    return document.send(request, reply)
  })
}

/**
 * The OpenAPI 3.1 document of these operations. TypeBox schemas are JSON Schema 2020-12, which
 * OpenAPI 3.1 uses: nothing is converted, but what operations share becomes `components`.
 */
export function openApiDocument(operations: readonly OperationContract[], basePath = ''): object {
  const components: Components = {
    schemas: {},
    parameters: {},
    headers: {},
    requestBodies: {},
    responses: {},
    examples: {},
  }
  const paths: Record<string, Record<string, unknown>> = {}
  for (const contract of operations) {
    const path = paths[contract.path] ?? {}
    paths[contract.path] = path
    path[contract.method.toLowerCase()] = operationObject(contract, components)
  }
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: basePath || '/', description: 'The service that serves this document.' }],
    tags: TAGS,
    security: [{ accessToken: [] }],
    paths,
    webhooks: Object.fromEntries(
      operations.flatMap(({ webhook, path }) =>
        webhook === undefined ? [] : [[webhook.name, webhookObject(webhook, path, components)]],
      ),
    ),
    components: {
      ...Object.fromEntries(
        Object.entries(components).map(([kind, parts]) => [kind, byName(parts)]),
      ),
      schemas: byName(derived(components.schemas)),
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An access token of the organization. It gives access to records of that ' +
            'organization only. Each operation names the permission that the token needs.',
        },
      },
    },
  }
}

function byName(entries: object): object {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function operationObject(contract: OperationContract, components: Components): object {
  const parametersIn = (place: Place, properties: Record<string, TSchema> = {}) =>
    Object.entries(properties).map(([name, schema]) => {
      // `fbo-accounts.id`, `query.limit`: generators of clients make one name of `idempotencyKey`
      // and `Idempotency-Key`.
      const collection = contract.path.split(`/{${name}}`, 1)[0]?.split('/').at(-1)
      const partName = `${place === 'path' ? collection : place}.${name}`
      return part(
        components,
        'parameters',
        partName,
        parameterObject({ place, name, property: schema }, components),
      )
    })
  const parameters = [
    ...parametersIn('path', contract.parameters?.properties),
    ...parametersIn('query', queryParametersOf(contract)),
    ...parametersIn('header', requestHeadersOf(contract)),
  ]
  return {
    operationId: contract.operationId,
    tags: [tagOf(contract.path)],
    summary: titleOf(contract.operationId),
    description: `${contract.description}\n\n${permissionLine(contract)}`,
    'x-permission': contract.permission,
    ...(contract.returnsSecret && { 'x-returns-secret': true }),
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody(contract) && { requestBody: requestBody(contract, components) }),
    responses: {
      ...successResponses(contract, components),
      ...(showsVersion(contract) && { 304: notModified(components) }),
      ...refusalResponses(contract, components),
    },
  }
}

function webhookObject(
  webhook: NonNullable<OperationContract['webhook']>,
  path: string,
  components: Components,
): object {
  const { name, summary, description, headers, body } = webhook
  const parameters = Object.entries(headers).map(([header, schema]) => ({
    ...parameterObject({ place: 'header', name: header, property: schema }, components),
    required: true,
  }))
  const content = { 'application/json': mediaObject(opened(body) as TSchema, components) }
  const responses = { '2XX': { description: 'The event was received.' } }
  const requestBody = { required: true, content }
  const security: object[] = []
  const operationId = `${name}Webhook`
  const operation = { operationId, tags: [tagOf(path)], summary, description, security }
  return { post: { ...operation, parameters, requestBody, responses } }
}

function requestBody(contract: OperationContract, components: Components): object {
  const value = {
    description: `At most ${contract.bodyBytesMax ?? BODY_BYTES_MAX} bytes.`,
    required: contract.bodyIsOptional !== true,
    content: bodyContent(contract, components),
  }
  const { title } = (contract.body ?? {}) as { readonly title?: string }
  return title === undefined ? value : part(components, 'requestBodies', title, value)
}

function bodyContent(contract: OperationContract, components: Components): object {
  const { body, csv, csvRows = csv } = contract
  return {
    ...(body !== undefined && { 'application/json': mediaObject(body, components) }),
    ...(csvRows !== undefined && {
      'text/csv': {
        schema: { type: 'string', description: csvRows.description },
        example: csvRows.example,
      },
    }),
  }
}

function permissionLine({ permission, orOwnPerson }: OperationContract): string {
  if (permission === null) return 'Permission: none; any valid token.'
  const unless = orOwnPerson ? '; none for a token of the person themselves' : ''
  return `Permission: \`${permission}\`${unless}.`
}

/** The responses to accepted requests, by status; that of a dry run is 200, else 202. */
function successResponses(contract: OperationContract, components: Components): object {
  const { accepted, success } = contract
  const { status, description, body } = success
  const contentOf = (schema: TSchema) => ({
    'application/json': mediaObject(opened(schema) as TSchema, components),
  })
  const headers = successHeaders(contract, components)
  const response = { description, headers, content: contentOf(body) }
  const waiting = accepted && {
    202: { description: accepted.description, headers, content: contentOf(accepted.body) },
  }
  if (!takesKey(contract) || status === 200) return { [status]: response, ...waiting }
  const created = part(components, 'responses', `${contract.operationId}.${status}`, response)
  const dryRun = 'With `validateOnly=true`: the response to expect. Nothing was changed.'
  return { 200: { ...created, description: dryRun }, [status]: created, ...waiting }
}

type Place = 'path' | 'query' | 'header'

function parameterObject(
  { place, name, property }: { place: Place; name: string; property: TSchema },
  components: Components,
): object {
  const { title: _, ...untitled } = property as { readonly title?: string }
  const published = shared(untitled, components) as Record<string, unknown>
  const { description, examples: __, ...schema } = published
  const required = place === 'path' || (place === 'query' && !Type.IsOptional(property))
  const { example } = exampleOf(property)
  const parameter = { name, in: place, ...(required && { required }), description }
  const isFlag = `${schema.enum}` === 'true,false'
  if (isFlag) return { ...parameter, example: example === 'true', schema: { type: 'boolean' } }
  return { ...parameter, ...(example !== undefined && { example }), schema }
}

function mediaObject(schema: TSchema, components: Components): object {
  return { schema: shared(schema, components), ...exampleOf(schema) }
}

function exampleOf(schema: TSchema): { readonly example?: unknown } {
  const { examples, default: usual } = schema as { examples?: unknown[]; default?: unknown }
  const example = examples?.[0] ?? usual
  return example === undefined ? {} : { example }
}
