import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newToken } from '../../src/access-tokens/token-secret.ts'
import { PERMISSIONS, type Permission } from '../../src/domain/permissions.ts'
import { openApiDocument } from '../../src/http/openapi/openapi.ts'
import { type IdPlace, pathPosition, type Row } from '../support/access/row.ts'
import { ROWS } from '../support/access/rows.ts'
import { World } from '../support/access/world.ts'
import { type Document, idPositions, operationsOf } from '../support/contract/openapi-ids.ts'
import type { ApiRequest, ApiResponse } from '../support/vault/api-client.ts'
import { openVault } from '../support/vault/vault.ts'

const { app, api, records, sql } = await openVault()
const document = openApiDocument(app.operations) as Document
const organizationId = await records.organization()
const otherOrganizationId = await records.organization()
const world = new World(sql, records)

const OWNERS = ['own', 'foreign', 'unknown', 'malformed'] as const
type Owner = (typeof OWNERS)[number]

// Records of every kind that the other organization must not reveal.
await world.item(otherOrganizationId)
await world.pendingTransfer(otherOrganizationId)
await world.shipment(otherOrganizationId, 'packing')
await world.token(otherOrganizationId)

/** An id of that kind of owner; a record is in the state that the operation needs. */
async function idOf(place: IdPlace, owner: Owner): Promise<string> {
  if (owner === 'unknown') return place.unknown ?? `${place.names}_nobody`
  if (owner === 'malformed') return 'a%00'
  return await place.make(world, owner === 'own' ? organizationId : otherOrganizationId)
}

/** The response of the contract to good credentials. */
function expectedOf(owner: Owner, position: string, { ids, success }: Row): number {
  if (owner === 'own') return success
  if (position.startsWith('path')) return 404
  if (owner === 'malformed') return 400
  if (position.startsWith('query')) return success
  return ids[position]?.names === 'item' ? 409 : 404
}

interface Credentials {
  readonly name: string
  readonly request: ApiRequest
  /** The response to credentials that are not sufficient. */
  readonly status?: number
}

async function credentialsFor({ permission, alsoNeeds = [] }: Row): Promise<Credentials[]> {
  const others = PERMISSIONS.filter((known) => known !== permission)
  const expired = await records.token(organizationId)
  const revoked = await records.token(organizationId)
  await records.expireToken(expired.id)
  await records.revokeToken(revoked.id)
  const { token: all } = await records.token(organizationId)
  const { token: needed } = await records.token(
    organizationId,
    [permission, ...alsoNeeds].filter(isSome),
  )
  const { token: other } = await records.token(organizationId, others)
  const { token: none } = await records.token(organizationId, [])
  const lacking = permission === null ? {} : { status: 403 }
  return [
    { name: 'all permissions', request: { token: all } },
    { name: 'the needed permission alone', request: { token: needed } },
    { name: 'all but the needed permission', request: { token: other }, ...lacking },
    { name: 'no permission', request: { token: none }, ...lacking },
    { name: 'expired', request: { token: expired.token }, status: 401 },
    { name: 'revoked', request: { token: revoked.token }, status: 401 },
    { name: 'unknown token', request: { token: newToken() }, status: 401 },
    { name: 'bad token', request: { token: 'vis_bad' }, status: 401 },
    { name: 'no token', request: {}, status: 401 },
  ]
}

function isSome(permission: Permission | null): permission is Permission {
  return permission !== null
}

/** The fingerprint after the last request, if nothing was written since. */
let fingerprint: string | undefined
/** Own ids that no request has used up yet, by operation and position. */
const unused = new Map<string, string>()

async function ownId(row: Row, position: string): Promise<string> {
  const key = `${Object.values(ROWS).indexOf(row)} ${position}`
  const known = unused.get(key)
  if (known !== undefined) return known
  const made = await idOf(row.ids[position] as IdPlace, 'own')
  fingerprint = undefined
  unused.set(key, made)
  return made
}

interface Attempt {
  /** The position whose id is tried; every other id is an own one. */
  readonly tested: string
  /** The id to try; by default an own one. */
  readonly value?: string | undefined
  readonly credentials: ApiRequest
}

/** Sends the request, and fails unless it changes something exactly if it is accepted. */
async function ask(row: Row, { tested, value, credentials }: Attempt): Promise<ApiResponse> {
  const values: Record<string, string> = {}
  for (const position of Object.keys(row.ids)) {
    const isGiven = position === tested && value !== undefined
    values[position] = isGiven ? value : await ownId(row, position)
  }
  const { method, path, body } = row.request((position) => values[position] as string, tested)
  fingerprint ??= await records.fingerprint()
  const before = fingerprint
  const request = { ...credentials, ...(body === undefined ? {} : { body }) }
  const response = await api.request(method, path, request)
  fingerprint = await records.fingerprint()
  const changed = fingerprint !== before
  const mayChange = method !== 'GET' && response.status === row.success
  const isAsWanted = changed === mayChange || (mayChange && row.mayBeThere === true)
  assert.ok(isAsWanted, `${method} ${path}: ${response.status} and changed: ${changed}`)
  if (changed) unused.clear()
  return response
}

test('Every operation of the OpenAPI document, and every id in it, has a row', () => {
  const published = operationsOf(document).map((operation) => [
    operation.operationId,
    { permission: operation['x-permission'], ids: idPositions(document, operation).sort() },
  ])
  const rows = Object.entries(ROWS).map(([operationId, { permission, ids }]) => [
    operationId,
    { permission, ids: Object.keys(ids).sort() },
  ])
  assert.deepEqual(Object.fromEntries(published), Object.fromEntries(rows))
})

/** The ids to try an operation with: each of them, or none where it needs none. */
function positionsOf({ ids }: Row): string[] {
  const positions = Object.keys(ids)
  const needsOne = positions.some((position) => !position.startsWith('query'))
  return needsOne ? positions : ['no id', ...positions]
}

for (const [operationId, row] of Object.entries(ROWS)) {
  const { permission, success, ids } = row
  test(`${operationId} needs ${permission}, whichever organization the ids belong to`, async () => {
    const credentials = await credentialsFor(row)
    for (const tested of positionsOf(row)) {
      const place = ids[tested]
      for (const owner of place === undefined ? (['own'] as const) : OWNERS) {
        const value = place === undefined || owner === 'own' ? undefined : await idOf(place, owner)
        fingerprint = undefined
        for (const { name, request, status } of credentials) {
          const response = await ask(row, { tested, value, credentials: request })
          const expected = status ?? expectedOf(owner, tested, row)
          assert.equal(
            response.status,
            expected,
            `${tested}, ${owner} id, ${name}: ${response.text}`,
          )
          if (expected === success && owner !== 'own') assert.deepEqual(response.body.data, [])
          if (expected === success) assertOwn(response)
        }
      }
    }
  })
}

/** Fails if the response contains anything of the other organization. */
function assertOwn({ text, body }: ApiResponse): void {
  assert.ok(!text.includes(otherOrganizationId), text)
  for (const record of [body.data].flat()) {
    assert.equal(record.organizationId ?? organizationId, organizationId)
  }
}

test('An unknown, malformed or foreign path id gets one and the same response', async () => {
  for (const [operationId, row] of Object.entries(ROWS)) {
    const tested = pathPosition(row)
    if (tested === undefined) continue
    const place = row.ids[tested] as IdPlace
    const { token } = await records.token(organizationId, [row.permission].filter(isSome))
    const responses = []
    for (const owner of ['foreign', 'unknown', 'malformed'] as const) {
      const value = await idOf(place, owner)
      fingerprint = undefined
      const response = await ask(row, { tested, value, credentials: { token } })
      const { requestId, instance, ...body } = response.body
      const headers = Object.fromEntries(response.headers)
      assert.equal(headers['x-request-id'], requestId)
      const { 'x-request-id': _, 'content-length': length, date: __, ...rest } = headers
      assert.equal(Number(length), Buffer.byteLength(response.text))
      responses.push({ status: response.status, body, headers: rest })
    }
    assert.deepEqual(responses[1], responses[0], operationId)
    assert.deepEqual(responses[2], responses[0], operationId)
  }
})

test('A record of another organization named in a body looks as if it did not exist', async () => {
  const { token } = await records.token(organizationId)
  for (const [operationId, row] of Object.entries(ROWS)) {
    for (const [tested, place] of Object.entries(row.ids)) {
      if (!tested.startsWith('body')) continue
      const responses = []
      for (const owner of ['foreign', 'unknown'] as const) {
        const value = await idOf(place, owner)
        fingerprint = undefined
        const response = await ask(row, { tested, value, credentials: { token } })
        const { requestId: _, ...body } = response.body
        responses.push(JSON.parse(JSON.stringify(body).replaceAll(value, 'THE ID')))
      }
      assert.deepEqual(responses[1], responses[0], `${operationId} ${tested}`)
    }
  }
})
