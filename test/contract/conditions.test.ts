import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newToken } from '../../src/access-tokens/token-secret.ts'
import { PERMISSIONS } from '../../src/permissions.ts'
import type { ApiAnswer, ApiRequest } from '../support/api-client.ts'
import { assertCondition, type ExpectedCondition, withoutWriting } from '../support/refusal.ts'
import { openVault } from '../support/vault.ts'

const { api, records } = await openVault()
const organizationId = await records.organization()
const { token } = await records.token(organizationId)
const from = await records.fboAccount(organizationId)
const to = await records.fboAccount(organizationId)
const item = await records.inventoryItem(organizationId, from)
const foreign = await records.fboAccount(await records.organization())
const expired = await records.token(organizationId)
await records.expireToken(expired.id)
const revoked = await records.token(organizationId)
await records.revokeToken(revoked.id)

const account = `/v1/fbo-accounts/${from}`
const lacking = await Promise.all(
  (
    [
      ['transfer_batches:create', 'POST', '/v1/transfers'],
      ['fbo_accounts:update', 'PATCH', account],
      ['fbo_accounts:read', 'GET', account],
      ['outbound_shipments:read', 'GET', '/v1/outbound-shipments'],
    ] as const
  ).map(async ([permission, method, path]) => {
    const others = PERMISSIONS.filter((known) => known !== permission)
    const allOthers = await records.token(organizationId, others)
    const none = await records.token(organizationId, [])
    return { permission, method, path, tokens: [allOthers.token, none.token] }
  }),
)

const BEARER = 'Bearer realm="vault-inventory"'
const entry = { inventoryItemId: item, reason: 'trade' }
const valid = { fromFboAccountId: from, toFboAccountId: to, items: [entry] }

type Send = () => Promise<ApiAnswer>

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

/** One row of the table of conditions: every request gets this answer and writes nothing. */
function condition(title: string, requests: readonly Send[], expected: ExpectedCondition): void {
  test(title, async () => {
    for (const send of requests) {
      assertCondition(await withoutWriting(records, send), expected)
    }
  })
}

condition(
  'no Authorization header',
  [() => api.get(account), () => api.get('/v1/nothing'), () => api.post('/v1/transfers')],
  { status: 401, code: 'unauthenticated', headers: { 'www-authenticate': BEARER } },
)

condition(
  'malformed, unknown, expired or revoked token',
  ['', 'x', newToken(), newToken().slice(1), `${token}x`, expired.token, revoked.token].map((bad) =>
    get(account, { token: bad }),
  ),
  {
    status: 401,
    code: 'invalid_token',
    headers: { 'www-authenticate': `${BEARER}, error="invalid_token"` },
  },
)

test('malformed, unknown, expired and revoked tokens look the same to the caller', async () => {
  const details = new Set<string>()
  for (const bad of ['x', newToken(), expired.token, revoked.token]) {
    const answer = await api.get(account, { token: bad })
    const { requestId: _, ...body } = answer.body
    const names = [...answer.headers.keys()].sort()
    details.add(JSON.stringify([answer.status, body, names]))
  }
  assert.equal(details.size, 1)
})

for (const { permission, method, path, tokens } of lacking) {
  condition(
    `token lacks the operation's permission ${permission}`,
    tokens.map((lesser) => () => api.request(method, path, { token: lesser })),
    {
      status: 403,
      code: 'insufficient_permission',
      headers: {
        'www-authenticate': `${BEARER}, error="insufficient_scope", scope="${permission}"`,
      },
      facts: { requiredPermission: permission },
    },
  )
}

const strangers = ['fbo_nobody', foreign, '%00', '%ZZ', 'a%2Fb', '%2e%2e%2f', 'x'.repeat(5_000)]
condition(
  'path id unknown, malformed or of another organization: the same answer',
  strangers.flatMap((id) => [
    get(`/v1/fbo-accounts/${id}`),
    patch(`/v1/fbo-accounts/${id}`, { body: { firstName: 'Ada' } }),
  ]),
  { status: 404, code: 'fbo_account_not_found' },
)

condition(
  'unknown path',
  [
    '/v1/nothing',
    '/v1',
    '/v1/',
    '/v1/transfers/',
    '/v1/transfers/x',
    '/v1//transfers',
    '/v1/Transfers',
  ]
    .flatMap((path) => [get(path), () => api.post(path, { token, body: valid })])
    .concat(get('/v1/fbo-accounts'), get('/v1/fbo-accounts/a/b'), get('/v1/outbound-shipments/x')),
  { status: 404, code: 'route_not_found' },
)

for (const [path, allow, methods] of [
  ['/v1/transfers', 'POST', ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
  [account, 'GET, HEAD, PATCH', ['POST', 'PUT', 'DELETE', 'OPTIONS']],
  ['/v1/outbound-shipments', 'GET, HEAD', ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
] as const) {
  condition(
    `known path, wrong method: ${path.replace(from, '{id}')} takes ${allow}`,
    methods.map((method) => () => api.request(method, path, { token })),
    { status: 405, code: 'method_not_allowed', headers: { allow } },
  )
}

condition(
  'body not JSON, duplicate member names, invalid UTF-8',
  [
    ...['', ' ', 'firstName=Ada', '{"firstName":"Ada"', "{'firstName':'Ada'}", '{"firstName":Ada}'],
    ...['{"firstName":"Ada",}', '{"firstName":01}', '{"firstName":NaN}', '{}{}', 'nul'],
    ...['{"firstName":"Ada","firstName":"Ada"}', '{"firstName":"Ada","first\\u004eame":"Eva"}'],
  ]
    .map((body) => raw(body))
    .concat(
      raw(Uint8Array.from([...Buffer.from('{"firstName":"'), 0xe5, ...Buffer.from('sa"}')])),
      patch(account, {}),
      () => api.post('/v1/transfers', { token }),
    ),
  { status: 400, code: 'malformed_json' },
)

condition(
  'body of the wrong media type',
  [
    ...['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'application/jsonp'],
    ...['application/merge-patch+json', 'application/problem+json', 'text/json', 'json', '*/*'],
  ].map((type) => raw('{"firstName":"Ada"}', { 'content-type': type })),
  { status: 415, code: 'unsupported_media_type' },
)

condition(
  'body over 1 MiB',
  [raw(`{"firstName":"${'x'.repeat(1_048_577 - 16)}"}`), raw(' '.repeat(1_048_577))],
  { status: 413, code: 'body_too_large' },
)
