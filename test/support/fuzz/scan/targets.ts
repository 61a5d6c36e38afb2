import { openApiDocument } from '../../../../src/http/openapi/openapi.ts'
import type { OperationContract } from '../../../../src/http/operation-contract.ts'
import { CATALOGUE } from '../../catalogue/catalogue.ts'
import { pathPosition, type Row } from '../../catalogue/row.ts'
import type { World } from '../../catalogue/world.ts'
import { inlined } from '../../contract/inlined.ts'
import type { Document } from '../hostile/valid-requests.ts'

/** A request that is accepted, in parts that a scanner can replace. */
export interface Target {
  readonly operationId: string
  readonly method: string
  /** With `{id}` where the path names a record. */
  readonly path: string
  readonly id: string | undefined
  readonly query: Readonly<Record<string, string>>
  readonly body: object | undefined
}

/** Valid values for parameters that have no example. */
const VALUES: Readonly<Record<string, string>> = {
  validateOnly: 'true',
  include: 'names',
  page: '1',
  limit: '5',
  isPrimary: 'false',
  externalId: 'CUST-00417',
  cancelled: 'false',
  held: 'false',
  sort: 'createdAt',
  hasTracking: 'false',
  idempotencyKey: 'a-key',
  carrier: 'Brinks',
  q: 'lindqvist',
  types: 'fbo_account',
  createdFrom: '2026-01-01T00:00:00Z',
  changedFrom: '2026-01-01T00:00:00Z',
  changedBefore: '2036-01-01T00:00:00Z',
  declaredValueFrom: '0',
  declaredValueTo: '100',
  createdBefore: '2036-01-01T00:00:00Z',
  from: '2026-01-01T00:00:00Z',
  to: '2036-01-01T00:00:00Z',
  kind: 'taken_in',
}
const STATUS: Readonly<Record<string, string>> = {
  listTransfers: 'pending',
  listOutboundShipments: 'packing',
  listRevaluations: 'pending',
  listInventoryItems: 'in_vault',
  listWebhookDeliveries: 'failed',
}

/** A request of each operation on own records, as a dry run where the operation has one. */
export async function targets(
  operations: readonly OperationContract[],
  world: World,
  organizationId: string,
): Promise<Target[]> {
  const { paths, components } = inlined(openApiDocument(operations)) as Document
  const schemas = components.schemas as Record<string, Schema>
  const published = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, ...operation })),
  )
  // Made once, for all of them.
  await world.account(organizationId)
  await world.webhook(organizationId)
  // Scanners send JSON.
  const ofJson = published.filter(({ operationId }) => operationId !== 'createImport')
  return await Promise.all(
    ofJson.map(async ({ path, operationId, parameters = [], requestBody }) => {
      const row = CATALOGUE[operationId] as Row
      const ids = new Map<string, string>()
      for (const [position, { make }] of Object.entries(row.ids)) {
        ids.set(position, await make(world, organizationId))
      }
      const named = Object.keys(row.ids).find((position) => position.startsWith('body')) ?? ''
      const { method, body } = row.request((position) => ids.get(position) as string, named)
      const query = parameters
        .filter(({ name, in: place }) => place === 'query' && !['asOf', 'cursor'].includes(name))
        .map(({ name }) => [
          name,
          VALUES[name] ?? ids.get(`query ${name}`) ?? (STATUS[operationId] as string),
        ])
      return {
        operationId,
        method,
        path: path.replace(/\{\w+\}/, '{id}'),
        id: ids.get(pathPosition(row) ?? ''),
        query: Object.fromEntries(query),
        body:
          requestBody === undefined
            ? undefined
            : { ...examples(requestBody, schemas), ...(body as object | undefined) },
      }
    }),
  )
}

interface Schema {
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly examples?: readonly unknown[]
  readonly default?: unknown
}
type Body = NonNullable<Document['paths'][string][string]['requestBody']>

/** Each member that a body may have, with the value that the document gives as an example. */
function examples({ content }: Body, schemas: Readonly<Record<string, Schema>>): object {
  const resolve = (schema: Schema): Schema =>
    schemas[schema.$ref?.split('/').at(-1) ?? ''] ??
    (schema.anyOf?.[0] ? resolve(schema.anyOf[0]) : schema)
  const { properties = {} } = resolve(content['application/json']?.schema as Schema)
  const members = Object.entries(properties).flatMap(([name, schema]) => {
    const value = QUIET[name] ?? resolve(schema).examples?.[0] ?? schema.default
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(members)
}

/** A policy without automatic decisions: a pending record stays pending for the next operation. */
const QUIET: Readonly<Record<string, unknown>> = {
  fourEyes: true,
  insuredExposure: 'observe',
  systemApproval: 'off',
  recipientRequired: false,
}
