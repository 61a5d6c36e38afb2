import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newToken } from '../../src/access-tokens/token-secret.ts'
import type { ApiRequest, ApiResponse } from '../support/vault/api-client.ts'
import {
  assertCondition,
  type ExpectedCondition,
  withoutWriting,
} from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { app, api, records } = await openVault()
const organizationId = await records.organization()
const { token } = await records.token(organizationId)
const from = await records.fboAccount(organizationId)
const to = await records.fboAccount(organizationId)
const item = await records.inventoryItem(organizationId, from)
const expired = await records.token(organizationId)
await records.expireToken(expired.id)
const revoked = await records.token(organizationId)
await records.revokeToken(revoked.id)

const account = `/v1/fbo-accounts/${from}`
const entry = { inventoryItemId: item, reason: 'trade' }
const valid = { fromFboAccountId: from, toFboAccountId: to, items: [entry] }

type Send = () => Promise<ApiResponse>

const get = (path: string, request?: ApiRequest): Send => {
  return () => api.get(path, { token, ...request })
}
const patch = (path: string, request: ApiRequest): Send => {
  return () => api.patch(path, { token, ...request })
}
const json = { 'content-type': 'application/json' }
const raw = (rawBody: string | Uint8Array, headers: Record<string, string> = json): Send => {
  return patch(account, { rawBody, headers })
}

/** One row of the table of conditions: every request gets this response and writes nothing. */
function condition(title: string, requests: readonly Send[], expected: ExpectedCondition): void {
  test(title, async () => {
    await withoutWriting(records, async () => {
      for (const send of requests) assertCondition(await send(), expected)
    })
  })
}

test('malformed, unknown, expired and revoked tokens look the same to the caller', async () => {
  const details = new Set<string>()
  for (const bad of ['x', newToken(), expired.token, revoked.token]) {
    const response = await api.get(account, { token: bad })
    const { requestId: _, ...body } = response.body
    const names = [...response.headers.keys()].sort()
    details.add(JSON.stringify([response.status, body, names]))
  }
  assert.equal(details.size, 1)
})

condition('an empty path id is one that nobody has', [get('/v1/transfers/')], {
  status: 404,
  code: 'transfer_batch_not_found',
})

condition(
  'unknown path',
  [
    '/v1/nothing',
    '/v1',
    '/v1/',
    '/v1/transfers/x/y',
    '/v1//transfers',
    '/v1/Transfers',
    '/v1/fbo-accounts/a/b',
    '/v1/outbound-shipments/x/y',
    '/v1/policies',
    '/v1/inventory-items/x/y',
    '/v1/access-tokens/x',
    '/v1/organization-policy/x',
    '/v1/transfers/x/approve/y',
    '/v1/transfers/x/Approve',
  ].flatMap((path) => [get(path), () => api.post(path, { token, body: valid })]),
  { status: 404, code: 'route_not_found' },
)

for (const path of new Set(app.operations.map((operation) => operation.path))) {
  // A word in place of an id is an id for the methods that take one.
  const operations = app.operations.filter((operation) =>
    new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
  const methods: string[] = operations.map(({ method }) => method)
  const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods
  const allow = allowed.toSorted().join(', ')
  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
    (method) => !allowed.includes(method),
  )
  condition(
    `known path, wrong method: ${path} takes ${allow}`,
    others.map((method) => () => api.request(method, path.replace('{id}', from), { token })),
    { status: 405, code: 'method_not_allowed', headers: { allow } },
  )
}

condition(
  'body not JSON, duplicate member names, invalid UTF-8',
  [
    ...['', ' ', 'firstName=Ada', '{"firstName":"Ada"', "{'firstName':'Ada'}", '{"firstName":Ada}'],
    '{"firstName":"Ada",}',
    '{"firstName":01}',
    '{"firstName":NaN}',
    '{}{}',
    'nul',
    '{"firstName":"Ada","firstName":"Ada"}',
    '{"firstName":"Ada","first\\u004eame":"Eva"}',
  ]
    .map((body) => raw(body))
    .concat(
      raw(Uint8Array.from([...Buffer.from('{"firstName":"'), 0xe5, ...Buffer.from('sa"}')])),
      patch(account, {}),
      () => api.post('/v1/transfers', { token }),
    ),
  { status: 400, code: 'malformed_json' },
)
