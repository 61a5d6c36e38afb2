import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newToken } from '../../src/access-tokens/token-secret.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
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
const expired = await records.token(organizationId)
await records.expireToken(expired.id)
const revoked = await records.token(organizationId)
await records.revokeToken(revoked.id)

const account = `/v1/fbo-accounts/${from}`

type Send = () => Promise<ApiResponse>

const headers = { 'content-type': 'application/json' }

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
  'body not JSON',
  [
    ...[' ', 'firstName=Ada', '{"firstName":"Ada"', "{'firstName':'Ada'}", '{"firstName":Ada}'],
    '{"firstName":"Ada",}',
    '{"firstName":01}',
    '{"firstName":NaN}',
    '{}{}',
    'nul',
  ].map((rawBody) => () => api.patch(account, { token, rawBody, headers })),
  { status: 400, code: 'malformed_json' },
)
