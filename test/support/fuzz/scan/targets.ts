import { CATALOGUE } from '../../catalogue/catalogue.ts'
import { pathPosition, type Row } from '../../catalogue/row.ts'
import type { World } from '../../catalogue/world.ts'
import {
  OPERATIONS,
  type Parameter,
  type PublishedOperation,
  resolve,
} from '../../contract/published-operations.ts'
import { idsOf } from '../../load/keyed-changes.ts'

/** A request that is accepted, in parts that a scanner can replace. */
export type Target = Awaited<ReturnType<typeof targetOf>>

/** A request of each operation on own records, as a dry run where the operation has one. */
export async function targets(world: World, organizationId: string): Promise<Target[]> {
  // Scanners send JSON, with a token of no person.
  const scanned = OPERATIONS.filter(({ operationId }) => {
    return operationId !== 'createImport' && CATALOGUE[operationId]?.forPeople === false
  })
  return await Promise.all(scanned.map((operation) => targetOf(operation, world, organizationId)))
}

async function targetOf(operation: PublishedOperation, world: World, organizationId: string) {
  const { operationId, parameters = [], requestBody } = operation
  const row = CATALOGUE[operationId] as Row
  const ids = await idsOf(row, world, organizationId)
  const named = [...ids.keys()].find((position) => position.startsWith('body')) ?? ''
  const position = pathPosition(row) ?? ''
  const { method, path, body } = row.request(
    (place) => (place === position ? '{id}' : (ids.get(place) as string)),
    named,
  )
  const query = parameters
    .filter(({ name, in: place }) => place === 'query' && !LEFT_OUT.includes(name))
    .map((parameter) => [parameter.name, ids.get(`query ${parameter.name}`) ?? usualOf(parameter)])
  const sent = requestBody && { ...examples(requestBody), ...(body as object | undefined) }
  const [bare = path] = path.split('?')
  const id = ids.get(position)
  const members: Record<string, string> = Object.fromEntries(query)
  // With `{id}` where the path names a record.
  return { operationId, method, path: bare, id, query: members, body: sent }
}

/** A wait is long, a reason is of CSV files, and the others belong together. */
const LEFT_OUT = ['asOf', 'cursor', 'wait', 'reason']

function usualOf({ name, example, schema }: Parameter): string {
  const { type, enum: choices, default: usual, pattern = '' } = schema
  if (name === 'validateOnly') return 'true'
  if (type === 'boolean') return 'false'
  const [, first] = /^\^\((\w+)/.exec(pattern) ?? []
  return `${example ?? usual ?? choices?.[0] ?? first ?? 'a-key'}`
}

type Body = NonNullable<PublishedOperation['requestBody']>

/** Each member that a body may have, with the value that the document gives as an example. */
function examples({ content }: Body): object {
  const schema = resolve(content['application/json']?.schema ?? {})
  const { properties = {} } = resolve(schema.anyOf?.[0] ?? schema)
  const members = Object.entries(properties).flatMap(([name, member]) => {
    const { anyOf, examples: [example] = [], default: usual } = resolve(member)
    const shown = example ?? resolve(anyOf?.[0] ?? {}).examples?.[0] ?? usual
    const value = name in QUIET ? QUIET[name] : shown
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
  approvalProof: undefined,
  approvalSignInMinutes: undefined,
  // Signed by nobody, and either a role or permissions.
  proof: undefined,
  role: undefined,
}
