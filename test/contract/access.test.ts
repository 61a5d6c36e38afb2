import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newToken } from '../../src/access-tokens/token-secret.ts'
import { openApiDocument } from '../../src/http/openapi.ts'
import { PERMISSIONS, type Permission } from '../../src/permissions.ts'
import type { ApiAnswer, ApiRequest } from '../support/api-client.ts'
import { type Document, idPositions, operationsOf } from '../support/openapi-ids.ts'
import { withoutWriting } from '../support/refusal.ts'
import { openVault } from '../support/vault.ts'

const { app, api, records } = await openVault()
const document = openApiDocument(app.operations) as Document
const organizationId = await records.organization()
const otherOrganizationId = await records.organization()

/** Where the id of a row is put; every other id of the request is one of the own organization. */
interface Row {
  readonly permission: Permission
  readonly success: number
  /** Position of an id in the request, as the OpenAPI document has it, and what it names. */
  readonly ids: Readonly<Record<string, 'account' | 'item'>>
  readonly send: (
    id: { position: string; value: string },
    credentials: ApiRequest,
  ) => Promise<ApiAnswer>
}

/** One row per operation. An operation, or an id in it, that has none here fails. */
const ROWS: Readonly<Record<string, Row>> = {
  createTransfer: {
    permission: 'transfer_batches:create',
    success: 201,
    ids: {
      'body /fromFboAccountId': 'account',
      'body /toFboAccountId': 'account',
      'body /items/*/inventoryItemId': 'item',
    },
    send: async ({ position, value }, credentials) => {
      const from = await records.fboAccount(organizationId)
      const isFrom = position === 'body /fromFboAccountId'
      const fromFboAccountId = isFrom ? value : from
      const holder = isFrom && value === own.account ? own.account : from
      const item = await records.inventoryItem(organizationId, holder)
      const isItem = position === 'body /items/*/inventoryItemId'
      // The own item is one of the source account.
      const inventoryItemId = isItem && value !== own.item ? value : item
      const toFboAccountId =
        position === 'body /toFboAccountId' ? value : await records.fboAccount(organizationId)
      const items = [{ inventoryItemId, reason: 'trade' }]
      const body = { fromFboAccountId, toFboAccountId, items }
      return await refusedUnless(201, () => api.post('/v1/transfers', { ...credentials, body }))
    },
  },
  updateFboAccount: {
    permission: 'fbo_accounts:update',
    success: 200,
    ids: { 'path id': 'account' },
    send: ({ value }, credentials) => {
      const body = { firstName: `Ada ${newToken()}` }
      return refusedUnless(200, () =>
        api.patch(`/v1/fbo-accounts/${value}`, { ...credentials, body }),
      )
    },
  },
  getFboAccount: {
    permission: 'fbo_accounts:read',
    success: 200,
    ids: { 'path id': 'account' },
    send: ({ value }, credentials) => {
      return withoutWriting(records, () => api.get(`/v1/fbo-accounts/${value}`, credentials))
    },
  },
  listOutboundShipments: {
    permission: 'outbound_shipments:read',
    success: 200,
    ids: { 'query fboAccountId': 'account' },
    send: ({ value }, credentials) => {
      const path = `/v1/outbound-shipments?fboAccountId=${value}`
      return withoutWriting(records, () => api.get(path, credentials))
    },
  },
}

const OWNERS = ['own', 'foreign', 'unknown', 'malformed'] as const
const own = await idsOf(organizationId)
const IDS: Readonly<Record<(typeof OWNERS)[number], { account: string; item: string }>> = {
  own,
  foreign: await idsOf(otherOrganizationId),
  unknown: { account: 'fbo_nobody', item: 'item_nobody' },
  malformed: { account: 'a%00', item: 'a b' },
}

/** Ids of an account that has an item and a shipment, and of the item. */
async function idsOf(owner: string): Promise<{ account: string; item: string }> {
  const account = await records.fboAccount(owner)
  await records.outboundShipment(owner, account)
  return { account, item: await records.inventoryItem(owner, account) }
}

/** What the contract answers where the credentials are good. */
function expectedOf(owner: string, position: string, noun: string, success: number): number {
  if (owner === 'own') return success
  if (position.startsWith('path')) return 404
  if (owner === 'malformed') return 400
  if (position.startsWith('query')) return success
  return noun === 'item' ? 409 : 404
}

async function credentialsFor(permission: Permission) {
  const others = PERMISSIONS.filter((known) => known !== permission)
  const expired = await records.token(organizationId)
  const revoked = await records.token(organizationId)
  await records.expireToken(expired.id)
  await records.revokeToken(revoked.id)
  const { token: all } = await records.token(organizationId)
  const { token: needed } = await records.token(organizationId, [permission])
  const { token: other } = await records.token(organizationId, others)
  const { token: none } = await records.token(organizationId, [])
  return [
    { name: 'all permissions', request: { token: all } },
    { name: 'the needed permission alone', request: { token: needed } },
    { name: 'all but the needed permission', request: { token: other }, status: 403 },
    { name: 'no permission', request: { token: none }, status: 403 },
    { name: 'expired', request: { token: expired.token }, status: 401 },
    { name: 'revoked', request: { token: revoked.token }, status: 401 },
    { name: 'unknown token', request: { token: newToken() }, status: 401 },
    { name: 'bad token', request: { token: 'vis_bad' }, status: 401 },
    { name: 'no token', request: {}, status: 401 },
  ] satisfies { name: string; request: ApiRequest; status?: number }[]
}

async function refusedUnless(success: number, send: () => Promise<ApiAnswer>): Promise<ApiAnswer> {
  const before = await records.fingerprint()
  const answer = await send()
  const changed = (await records.fingerprint()) !== before
  assert.equal(changed, answer.status === success, `${answer.status} and changed: ${changed}`)
  return answer
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

for (const [operationId, row] of Object.entries(ROWS)) {
  const { permission, success, ids, send } = row
  test(`${operationId} needs ${permission}, whoever's ids it is given`, async () => {
    const credentials = await credentialsFor(permission)
    for (const [position, noun] of Object.entries(ids)) {
      for (const owner of OWNERS) {
        const value = IDS[owner][noun]
        for (const { name, request, status } of credentials) {
          const answer = await send({ position, value }, request)
          const expected = status ?? expectedOf(owner, position, noun, success)
          assert.equal(answer.status, expected, `${position}, ${owner} id, ${name}: ${answer.text}`)
          if (expected === success && owner !== 'own') assert.deepEqual(answer.body.data, [])
        }
      }
    }
  })
}

test('An unknown, malformed or foreign path id gets one and the same answer', async () => {
  for (const [operationId, { permission, ids, send }] of Object.entries(ROWS)) {
    for (const position of Object.keys(ids).filter((name) => name.startsWith('path'))) {
      const { token } = await records.token(organizationId, [permission])
      const answers = []
      for (const owner of ['foreign', 'unknown', 'malformed'] as const) {
        const answer = await send({ position, value: IDS[owner].account }, { token })
        const { requestId, instance, ...body } = answer.body
        const headers = Object.fromEntries(answer.headers)
        assert.equal(headers['x-request-id'], requestId)
        const { 'x-request-id': _, 'content-length': length, date: __, ...rest } = headers
        assert.equal(Number(length), Buffer.byteLength(answer.text))
        answers.push({ status: answer.status, body, headers: rest })
      }
      assert.deepEqual(answers[1], answers[0], operationId)
      assert.deepEqual(answers[2], answers[0], operationId)
    }
  }
})

test('An item of another organization looks like one that does not exist', async () => {
  const { token } = await records.token(organizationId)
  const answers = []
  for (const owner of ['foreign', 'unknown'] as const) {
    const value = IDS[owner].item
    const position = 'body /items/*/inventoryItemId'
    const answer = await ROWS.createTransfer!.send({ position, value }, { token })
    const { requestId: _, ...body } = answer.body
    answers.push(JSON.parse(JSON.stringify(body).replaceAll(value, 'ITEM')))
  }
  assert.deepEqual(answers[1], answers[0])
})
