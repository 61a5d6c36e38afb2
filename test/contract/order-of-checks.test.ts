import { test } from 'node:test'
import { PERMISSIONS } from '../../src/permissions.ts'
import type { ApiAnswer } from '../support/api-client.ts'
import { assertCondition, type ExpectedCondition, withoutWriting } from '../support/refusal.ts'
import { openVault } from '../support/vault.ts'

const { api, records } = await openVault()
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
  /** What is wrong, and each time everything that the later steps judge is wrong as well. */
  readonly broken: string
  readonly send: () => Promise<ApiAnswer>
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
      facts: { requiredPermission: 'transfer_batches:create' },
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
    expected: { status: 405, code: 'method_not_allowed', headers: { allow: 'POST' } },
  },
  {
    broken: 'method, with a body that is too large',
    send: () => api.request('PUT', '/v1/transfers?x=1', { token, rawBody: large, headers: json }),
    expected: { status: 405, code: 'method_not_allowed', headers: { allow: 'POST' } },
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
  test(`${expected.status} is the first answer where this and all later steps fail: ${broken}`, async () => {
    assertCondition(await withoutWriting(records, send), expected)
  })
}

test('400 comes before 404 on a path id that nobody has, and 415 and 413 before 400', async () => {
  const path = '/v1/fbo-accounts/fbo_nobody?x=1'
  for (const [request, status, code] of [
    [{ rawBody: large, headers: text }, 415, 'unsupported_media_type'],
    [{ rawBody: large, headers: json }, 413, 'body_too_large'],
    [{ rawBody: '{', headers: json }, 400, 'malformed_json'],
  ] as const) {
    const answer = await withoutWriting(records, () => api.patch(path, { token, ...request }))
    assertCondition(answer, { status, code })
  }
  const answer = await withoutWriting(records, () => api.patch(path, { token, body: {} }))
  assertCondition(answer, {
    status: 400,
    code: 'invalid_request',
    errors: [
      ['/x', 'unknown_parameter', { in: 'query' }],
      ['', 'no_updatable_fields'],
    ],
  })
})
