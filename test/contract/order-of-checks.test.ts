import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newToken } from '../../src/access/tokens/token-secret.ts'
import { PERMISSIONS } from '../../src/domain/permissions.ts'
import { CATALOGUE } from '../support/catalogue/catalogue.ts'
import { pathPosition } from '../support/catalogue/row.ts'
import { World } from '../support/catalogue/world.ts'
import type { ApiRequest, ApiResponse } from '../support/vault/api-client.ts'
import {
  assertCondition,
  type ExpectedCondition,
  withoutWriting,
} from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, app, records, sql } = await openVault()
const organizationId = await records.organization(undefined, 'test')
const { token } = await records.token(organizationId)
const from = await records.fboAccount(organizationId)
const to = await records.fboAccount(organizationId)
const held = await records.inventoryItem(organizationId, from, { status: 'on_hold' })

const BEARER = 'Bearer realm="vault-inventory"'
const UNAUTHENTICATED: ExpectedCondition = {
  status: 401,
  code: 'unauthenticated',
  headers: { 'www-authenticate': BEARER },
}
const INVALID_TOKEN: ExpectedCondition = {
  status: 401,
  code: 'invalid_token',
  headers: { 'www-authenticate': `${BEARER}, error="invalid_token"` },
}
const json = { 'content-type': 'application/json' }
const text = { 'content-type': 'text/plain' }
/** Too large, and no JSON either. */
const large = '{'.repeat(1_048_577)
const stateBroken = {
  fromFboAccountId: from,
  toFboAccountId: to,
  items: [{ inventoryItemId: held, reason: 'trade' }],
}
const accountUnknown = { ...stateBroken, toFboAccountId: 'fbo_nobody' }

/** Breaks what is judged behind the path: media type, size, JSON and query. */
const broken = { rawBody: large, headers: text }

for (const [operationId, row] of Object.entries(CATALOGUE)) {
  test(`${operationId} checks credentials, permission, body and rules in this order, then records`, async () => {
    const { method, path, body } = row.request(() => 'nobody', pathPosition(row) ?? '')
    const wrong = `${path}${path.includes('?') ? '&' : '?'}x=1`
    const ask = async (request: ApiRequest, expected: ExpectedCondition) => {
      assertCondition(await api.request(method, wrong, request), expected)
    }
    const unread = method === 'GET' ? {} : broken
    const { permission } = row
    const others = PERMISSIONS.filter((each) => each !== permission)
    const lesser = await records.token(organizationId, others)
    await withoutWriting(records, async () => {
      await ask(unread, UNAUTHENTICATED)
      await ask({ token: 'vis_x', ...unread }, INVALID_TOKEN)
      if (permission !== null) {
        const scope = `error="insufficient_scope", scope="${permission}"`
        await ask(
          { token: lesser.token, ...unread },
          {
            status: 403,
            code: 'insufficient_permission',
            headers: { 'www-authenticate': `${BEARER}, ${scope}` },
            members: { requiredPermission: permission },
          },
        )
      }
      if (typeof body === 'object') {
        await ask({ token, ...broken }, { status: 415, code: 'unsupported_media_type' })
        await ask({ token, ...broken, headers: json }, { status: 413, code: 'body_too_large' })
        const malformed = { token, rawBody: '{', headers: json }
        await ask(malformed, { status: 400, code: 'malformed_json' })
      }
      const given = typeof body === 'object' ? { body: { no: 1 } } : {}
      const rules = await api.request(method, wrong, { token, ...given })
      assert.equal(rules.status, 400, rules.text)
      const [first, ...more] = rules.body.errors
      assert.deepEqual([first.pointer, first.code], ['/x', 'unknown_parameter'])
      assert.equal(more.length > 0, typeof body === 'object', 'all violations in one response')
      if (pathPosition(row) === undefined || row.forPeople) return
      const request = body === undefined ? { token } : { token, body }
      assert.equal((await api.request(method, path, request)).status, 404)
    })
  })
}

const STEPS: readonly [broken: string, send: () => Promise<ApiResponse>, ExpectedCondition][] = [
  [
    'no credentials, wrong method',
    () => api.request('PUT', '/v1/transfers?x=1', broken),
    UNAUTHENTICATED,
  ],
  [
    'bad credentials, unknown path',
    () => api.post('/v1/nothing?x=1', { token: 'vis_x', ...broken }),
    INVALID_TOKEN,
  ],
  ...[text, json].flatMap((headers): typeof STEPS => [
    [
      `path, with a large body of ${headers['content-type']}`,
      () => api.post('/v1/transfer?x=1', { token, rawBody: large, headers }),
      { status: 404, code: 'route_not_found' },
    ],
    [
      `method, with a large body of ${headers['content-type']}`,
      () => api.request('PUT', '/v1/transfers?x=1', { token, rawBody: large, headers }),
      { status: 405, code: 'method_not_allowed', headers: { allow: 'GET, HEAD, POST' } },
    ],
  ]),
  [
    'account',
    () => api.post('/v1/transfers', { token, body: accountUnknown }),
    {
      status: 404,
      code: 'fbo_account_not_found',
      errors: [['/toFboAccountId', 'fbo_account_not_found']],
    },
  ],
  [
    'state',
    () => api.post('/v1/transfers', { token, body: stateBroken }),
    {
      status: 409,
      code: 'item_not_in_vault',
      errors: [
        [
          '/items/0/inventoryItemId',
          'item_not_in_vault',
          { inventoryItemId: held, itemStatus: 'on_hold' },
        ],
      ],
    },
  ],
]

for (const path of new Set(app.operations.map((operation) => operation.path))) {
  // A word in place of an id is an id for the methods that take one.
  const methods: string[] = app.operations
    .filter((one) => new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))
    .map(({ method }) => method)
  const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods
  const allow = allowed.toSorted().join(', ')
  test(`${path} takes ${allow}, and no other method`, async () => {
    await withoutWriting(records, async () => {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        if (allowed.includes(method)) continue
        const response = await api.request(method, path.replace('{id}', from), { token })
        assertCondition(response, { status: 405, code: 'method_not_allowed', headers: { allow } })
      }
    })
  })
}

test('Malformed, unknown, expired and revoked tokens look the same to the caller', async () => {
  const [expired, revoked] = [
    await records.token(organizationId),
    await records.token(organizationId),
  ]
  await records.expireToken(expired.id)
  await records.revokeToken(revoked.id)
  const seen = new Set<string>()
  for (const bad of ['x', newToken(), expired.token, revoked.token]) {
    const response = await api.get(`/v1/fbo-accounts/${from}`, { token: bad })
    const { requestId: _, ...body } = response.body
    seen.add(JSON.stringify([response.status, body, [...response.headers.keys()].sort()]))
  }
  assert.equal(seen.size, 1)
})

for (const [broken, send, expected] of STEPS) {
  test(`${expected.status} is returned when this and all later checks fail: ${broken}`, async () => {
    assertCondition(await withoutWriting(records, send), expected)
  })
}

test('On a record, 404 comes before 403 for this caller and record, and 403 before 409', async () => {
  const world = new World(sql, records)
  const own = await records.token(organizationId)
  const id = await world.pendingTransfer(organizationId)
  await sql`update transfer_batches set created_by_token_id = ${own.id} where id = ${id}`
  const shipment = await world.shipment(organizationId, 'pending_approval')
  await sql`update outbound_shipments set created_by_token_id = ${own.id} where id = ${shipment}`
  const approvals = [`/v1/transfers/${id}/approve`, `/v1/outbound-shipments/${shipment}/approve`]
  const approve = (path: string, secret: string) => {
    return withoutWriting(records, () => api.post(path, { token: secret }))
  }
  // Neither state takes it, and its creator may not approve it either.
  await api.post(`/v1/transfers/${id}/cancel`, { token, body: { reason: 'No' } })
  await api.post(`/v1/outbound-shipments/${shipment}/return-to-packing`, { token })
  for (const path of approvals) {
    const self = await approve(path, own.token)
    assertCondition(self, { status: 403, code: 'self_approval_forbidden' })
    const other = await approve(path, token)
    const { currentStatus, allowed } = other.body
    const members = { currentStatus, allowed }
    assertCondition(other, { status: 409, code: 'invalid_state_transition', members })
    const nobody = await approve(path.replace(/(xfer|ship)_\w+/, 'nobody'), own.token)
    assert.equal(nobody.status, 404)
  }
})

test('400 comes before the 403 about a record; on a token, 404 comes before both', async () => {
  const manager = await records.token(organizationId, ['access_tokens:manage'])
  const { id } = await records.token(organizationId)
  await records.revokeToken(id)
  const send = (tokenId: string, body: object) => {
    const path = `/v1/access-tokens/${tokenId}/rotate`
    return withoutWriting(records, () => api.post(path, { token: manager.token, body }))
  }
  assert.equal((await send(id, { graceDays: 31 })).body.code, 'invalid_request')
  assert.equal((await send('tok_nobody', { graceDays: 31 })).body.code, 'invalid_request')
  assert.equal((await send('tok_nobody', {})).body.code, 'access_token_not_found')
  assert.equal((await send(id, {})).body.code, 'permission_not_held')
  const path = `/v1/access-tokens/${id}/rotate`
  const last = await withoutWriting(records, () => api.post(path, { token }))
  assert.equal(last.body.code, 'invalid_state_transition')
})
