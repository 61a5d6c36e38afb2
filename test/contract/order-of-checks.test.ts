import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PERMISSIONS } from '../../src/domain/permissions.ts'
import { World } from '../support/access/world.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
import {
  assertCondition,
  type ExpectedCondition,
  withoutWriting,
} from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()
const organizationId = await records.organization()
const { token } = await records.token(organizationId)
const lesser = await records.token(
  organizationId,
  PERMISSIONS.filter((permission) => permission !== 'transfer_batches:create'),
)
const from = await records.fboAccount(organizationId)
const to = await records.fboAccount(organizationId)
const held = await records.inventoryItem(organizationId, from, { status: 'on_hold' })

const BEARER = 'Bearer realm="vault-inventory"'
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
const ruleBroken = { ...accountUnknown, notes: 7 }

interface Step {
  /** What is wrong; everything that the later checks judge is wrong as well. */
  readonly broken: string
  readonly send: () => Promise<ApiResponse>
  readonly expected: ExpectedCondition
}

const STEPS: readonly Step[] = [
  {
    broken: 'no credentials, wrong method',
    send: () => api.request('PUT', '/v1/transfers?x=1', { rawBody: large, headers: text }),
    expected: {
      status: 401,
      code: 'unauthenticated',
      headers: { 'www-authenticate': BEARER },
    },
  },
  {
    broken: 'bad credentials, unknown path',
    send: () => api.post('/v1/nothing?x=1', { token: 'vis_x', rawBody: large, headers: text }),
    expected: {
      status: 401,
      code: 'invalid_token',
      headers: { 'www-authenticate': `${BEARER}, error="invalid_token"` },
    },
  },
  {
    broken: 'no credentials, no permission to speak of',
    send: () => api.post('/v1/transfers?x=1', { rawBody: large, headers: text }),
    expected: {
      status: 401,
      code: 'unauthenticated',
      headers: { 'www-authenticate': BEARER },
    },
  },
  {
    broken: 'permission',
    send: () =>
      api.post('/v1/transfers?x=1', { token: lesser.token, rawBody: large, headers: text }),
    expected: {
      status: 403,
      code: 'insufficient_permission',
      headers: {
        'www-authenticate': `${BEARER}, error="insufficient_scope", scope="transfer_batches:create"`,
      },
      members: { requiredPermission: 'transfer_batches:create' },
    },
  },
  {
    broken: 'path, with a body of the wrong type',
    send: () => api.post('/v1/transfer?x=1', { token, rawBody: large, headers: text }),
    expected: { status: 404, code: 'route_not_found' },
  },
  {
    broken: 'path, with a body that is too large',
    send: () => api.post('/v1/transfer?x=1', { token, rawBody: large, headers: json }),
    expected: { status: 404, code: 'route_not_found' },
  },
  {
    broken: 'method, with a body of the wrong type',
    send: () => api.request('PUT', '/v1/transfers?x=1', { token, rawBody: large, headers: text }),
    expected: { status: 405, code: 'method_not_allowed', headers: { allow: 'GET, HEAD, POST' } },
  },
  {
    broken: 'method, with a body that is too large',
    send: () => api.request('PUT', '/v1/transfers?x=1', { token, rawBody: large, headers: json }),
    expected: { status: 405, code: 'method_not_allowed', headers: { allow: 'GET, HEAD, POST' } },
  },
  {
    broken: 'media type',
    send: () => api.post('/v1/transfers?x=1', { token, rawBody: large, headers: text }),
    expected: { status: 415, code: 'unsupported_media_type' },
  },
  {
    broken: 'size',
    send: () => api.post('/v1/transfers?x=1', { token, rawBody: large, headers: json }),
    expected: { status: 413, code: 'body_too_large' },
  },
  {
    broken: 'JSON',
    send: () => api.post('/v1/transfers?x=1', { token, rawBody: '{', headers: json }),
    expected: { status: 400, code: 'malformed_json' },
  },
  {
    broken: 'rules of query and body',
    send: () => api.post('/v1/transfers?x=1', { token, body: ruleBroken }),
    expected: {
      status: 400,
      code: 'invalid_request',
      errors: [
        ['/x', 'unknown_parameter', { in: 'query' }],
        ['/notes', 'invalid_type'],
      ],
    },
  },
  {
    broken: 'account',
    send: () => api.post('/v1/transfers', { token, body: accountUnknown }),
    expected: {
      status: 404,
      code: 'fbo_account_not_found',
      errors: [['/toFboAccountId', 'fbo_account_not_found']],
    },
  },
  {
    broken: 'state',
    send: () => api.post('/v1/transfers', { token, body: stateBroken }),
    expected: {
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
  },
]

for (const { broken, send, expected } of STEPS) {
  test(`${expected.status} is returned when this and all later checks fail: ${broken}`, async () => {
    assertCondition(await withoutWriting(records, send), expected)
  })
}

test('400 comes before 404 for an unknown path id, and 415 and 413 before 400', async () => {
  const path = '/v1/fbo-accounts/fbo_nobody?x=1'
  for (const [request, status, code] of [
    [{ rawBody: large, headers: text }, 415, 'unsupported_media_type'],
    [{ rawBody: large, headers: json }, 413, 'body_too_large'],
    [{ rawBody: '{', headers: json }, 400, 'malformed_json'],
  ] as const) {
    const response = await withoutWriting(records, () => api.patch(path, { token, ...request }))
    assertCondition(response, { status, code })
  }
  const response = await withoutWriting(records, () => api.patch(path, { token, body: {} }))
  assertCondition(response, {
    status: 400,
    code: 'invalid_request',
    errors: [
      ['/x', 'unknown_parameter', { in: 'query' }],
      ['', 'no_updatable_fields'],
    ],
  })
})

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
