import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newToken } from '../../src/access/tokens/token-secret.ts'
import { PERMISSIONS, type Permission } from '../../src/domain/permissions.ts'
import { CATALOGUE, OPEN } from '../support/catalogue/catalogue.ts'
import { expectedOf, OWNERS, type Owner } from '../support/catalogue/owners.ts'
import type { IdPlace } from '../support/catalogue/places.ts'
import { pathPosition, type Row } from '../support/catalogue/row.ts'
import { STATES } from '../support/catalogue/states.ts'
import { World } from '../support/catalogue/world.ts'
import type { ApiRequest, ApiResponse } from '../support/vault/api-client.ts'
import { assertCondition, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()
const organizationId = await records.organization(undefined, 'test')
const otherOrganizationId = await records.organization(undefined, 'test')
const world = new World(sql, records)

// Records of every kind that the other organization must not reveal.
await world.item(otherOrganizationId)
await world.pendingTransfer(otherOrganizationId)
await world.revaluation(otherOrganizationId)
await world.shipment(otherOrganizationId, 'packing')
await Promise.all([world.token(otherOrganizationId), world.role(otherOrganizationId)])

/** An id of that kind of owner; a record is in the state that the operation needs. */
async function idOf(place: IdPlace, owner: Owner): Promise<string> {
  if (owner === 'unknown') return place.unknown ?? `${place.names}_nobody`
  if (owner === 'malformed') return 'a%00'
  return await place.make(world, owner === 'own' ? organizationId : otherOrganizationId)
}

interface Credentials {
  readonly name: string
  readonly request: ApiRequest
  /** The response to credentials that are not sufficient. */
  readonly status?: number
}

const expired = await records.token(organizationId)
const revoked = await records.token(organizationId)
await records.expireToken(expired.id)
await records.revokeToken(revoked.id)

const tokens = new Map<string, string>()

/** The token of the organization with these permissions, which operations share. */
async function tokenOf(permissions: readonly Permission[]): Promise<string> {
  const key = permissions.join()
  tokens.set(key, tokens.get(key) ?? (await records.token(organizationId, permissions)).token)
  return tokens.get(key) as string
}

async function credentialsFor({
  permission: own,
  findsBy,
  alsoNeeds = [],
}: Row): Promise<Credentials[]> {
  const permission = own ?? findsBy ?? null
  const others = PERMISSIONS.filter((known) => known !== permission)
  const least = [permission, ...alsoNeeds].filter((each) => each !== null)
  const lacking = permission === null ? {} : { status: own === null ? 404 : 403 }
  const of = async (permissions: readonly Permission[]) => ({ token: await tokenOf(permissions) })
  return [
    { name: 'all permissions', request: await of(PERMISSIONS) },
    { name: 'the needed permission alone', request: await of(least) },
    { name: 'all but the needed permission', request: await of(others), ...lacking },
    { name: 'no permission', request: await of([]), ...lacking },
    { name: 'expired', request: { token: expired.token }, status: 401 },
    { name: 'revoked', request: { token: revoked.token }, status: 401 },
    { name: 'unknown token', request: { token: newToken() }, status: 401 },
    { name: 'bad token', request: { token: 'vis_bad' }, status: 401 },
    { name: 'no token', request: {}, status: 401 },
  ]
}

/** Own ids that no request has used up yet, by operation and position. */
const unused = new Map<string, string>()

/** The own ids that a request of the operation takes. */
async function ownIds(row: Row): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const [position, place] of Object.entries(row.ids)) {
    const key = `${Object.values(CATALOGUE).indexOf(row)} ${position}`
    const id = unused.get(key) ?? (await idOf(place, 'own'))
    unused.set(key, id)
    ids.set(position, id)
  }
  return ids
}

interface Attempt {
  /** The position whose id is tried; every other id is an own one. */
  readonly tested: string
  /** The id to try; by default an own one. */
  readonly value?: string | undefined
  readonly credentials: ApiRequest
}

async function ask(row: Row, { tested, value, credentials }: Attempt): Promise<ApiResponse> {
  const ids = await ownIds(row)
  if (value !== undefined) ids.set(tested, value)
  const { method, path, body } = row.request((position) => ids.get(position) as string, tested)
  return await api.request(method, path, {
    ...credentials,
    ...(body === undefined ? {} : { body }),
  })
}

/** Whether a success of the operation changes something. */
function isChange(row: Row): boolean {
  return row.request(() => 'x', '').method !== 'GET'
}

test('Every row is of an operation, and few operations need no permission', () => {
  const remedy = 'remove the row from test/support/catalogue/states.ts'
  assert.deepEqual(Object.keys(STATES).sort(), Object.keys(CATALOGUE).sort(), remedy)
  const isOpen = (id: string) => CATALOGUE[id]?.permission === null && !CATALOGUE[id].forPeople
  assert.deepEqual(Object.keys(CATALOGUE).filter(isOpen), OPEN, 'others need one')
})

/** The ids to try an operation with: each of them, or none where it needs none. */
function positionsOf({ ids }: Row): string[] {
  const positions = Object.keys(ids)
  const needsOne = positions.some((position) => !position.startsWith('query'))
  return needsOne ? positions : ['no id', ...positions]
}

for (const [operationId, row] of Object.entries(CATALOGUE)) {
  const { permission, success, ids } = row
  test(`${operationId} needs ${permission}, whichever organization the ids belong to`, async () => {
    const credentials = await credentialsFor(row)
    for (const tested of positionsOf(row)) {
      const place = ids[tested]
      for (const owner of place === undefined ? (['own'] as const) : OWNERS) {
        const value = place === undefined || owner === 'own' ? undefined : await idOf(place, owner)
        const usual = expectedOf(owner, tested, row)
        const expectedFor = ({ status = usual }: Credentials) =>
          // A malformed id is refused before a record that is not found.
          status === 404 && usual === 400 ? 400 : status
        const attempt = async (one: Credentials) => {
          const response = await ask(row, { tested, value, credentials: one.request })
          const expected = expectedFor(one)
          const what = `${tested}, ${owner} id, ${one.name}: ${response.text}`
          assert.equal(response.status, expected, what)
          if (expected === 403) assertLacking(response, row)
          if (expected === success && owner !== 'own') assert.deepEqual(response.body.data, [])
          if (expected === success) assertOwn(response)
        }
        const changes = (one: Credentials) => expectedFor(one) === success && isChange(row)
        await ownIds(row)
        await withoutWriting(records, async () => {
          await Promise.all(credentials.filter((one) => !changes(one)).map(attempt))
        })
        for (const one of credentials.filter(changes)) {
          await ownIds(row)
          const before = await records.fingerprint()
          await attempt(one)
          const isChanged = (await records.fingerprint()) !== before
          assert.ok(isChanged || row.mayBeThere === true, `${operationId} changed nothing`)
          unused.clear()
        }
      }
    }
  })
}

function assertLacking(response: ApiResponse, { permission, forPeople }: Row): void {
  if (forPeople) assertCondition(response, { status: 403, code: 'person_required' })
  if (permission === null) return
  const challenge = `Bearer realm="vault-inventory", error="insufficient_scope"`
  assertCondition(response, {
    status: 403,
    code: 'insufficient_permission',
    headers: { 'www-authenticate': `${challenge}, scope="${permission}"` },
    members: { requiredPermission: permission },
  })
}

/** Fails if the response contains anything of the other organization. */
function assertOwn({ text, body }: ApiResponse): void {
  assert.ok(!text.includes(otherOrganizationId), text)
  for (const record of [body.data].flat()) {
    assert.equal(record.organizationId ?? organizationId, organizationId)
  }
}

const LONG = 'x'.repeat(5_000)
const ODD = ['a%00', '%00', '%ZZ', 'a%2Fb', 'a%20b', 'ö', '%2e%2e%2f', LONG.slice(0, 65), LONG]

for (const [operationId, row] of Object.entries(CATALOGUE)) {
  const tested = pathPosition(row)
  if (tested === undefined || !tested.startsWith('path') || row.forPeople) continue
  test(`An unknown, malformed or foreign id of ${operationId} gets one and the same response`, async () => {
    const place = row.ids[tested] as IdPlace
    const needed = [row.permission ?? row.findsBy].filter((each) => each != null)
    const { token } = await records.token(organizationId, needed)
    const ids = [await idOf(place, 'foreign'), await idOf(place, 'unknown'), ...ODD]
    await ownIds(row)
    const seen = await withoutWriting(records, async () => {
      const responses = []
      for (const value of ids) {
        const response = await ask(row, { tested, value, credentials: { token } })
        const { requestId, instance, ...body } = response.body
        const headers = Object.fromEntries(response.headers)
        assert.equal(headers['x-request-id'], requestId)
        const { 'x-request-id': _, 'content-length': length, date: __, ...rest } = headers
        assert.equal(Number(length), Buffer.byteLength(response.text))
        responses.push({ status: response.status, body, headers: rest })
      }
      return responses
    })
    const [code = ''] = row.notFound
    assert.deepEqual([seen[0]?.status, seen[0]?.body.code], [404, code])
    const name = code.replace('_not_found', '').replaceAll('_', ' ')
    const sentence = new RegExp(`^The organization has no ${name}[a-z ]* with this [a-z ]+: `, 'i')
    assert.match(seen[0]?.body.detail, sentence)
    for (const [index, response] of seen.entries()) {
      assert.deepEqual(response, seen[0], `${ids[index]}`)
    }
  })
}

test('A record of another organization named in a body looks as if it did not exist', async () => {
  const { token } = await records.token(organizationId)
  for (const [operationId, row] of Object.entries(CATALOGUE)) {
    for (const [tested, place] of Object.entries(row.ids)) {
      if (!tested.startsWith('body')) continue
      const ids = [await idOf(place, 'foreign'), await idOf(place, 'unknown')]
      await ownIds(row)
      const [foreign, unknown] = await withoutWriting(records, async () => {
        const responses = []
        for (const value of ids) {
          const response = await ask(row, { tested, value, credentials: { token } })
          const { requestId: _, ...body } = response.body
          responses.push(JSON.parse(JSON.stringify(body).replaceAll(value, 'THE ID')))
        }
        return responses
      })
      assert.deepEqual(unknown, foreign, `${operationId} ${tested}`)
    }
  }
})
