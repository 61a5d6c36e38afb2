import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newToken } from '../../src/access/tokens/token-secret.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { assertCondition } from '../support/vault/refusal.ts'
import { openOwnVault, openVault } from '../support/vault/vault.ts'

const limited = await openOwnVault({ RATE_LIMIT_PER_MINUTE: 10, RATE_LIMIT_WRITES_PER_MINUTE: 3 })
const guarded = await openOwnVault({
  ...{ AUTH_FAILURES_PER_MINUTE: 5, TRUSTED_PROXIES: ['127.0.0.1/32'] },
})
const shared = await openOwnVault({
  ...{ RATE_LIMIT_PER_MINUTE: 5, RATE_LIMIT_ORGANIZATION_PER_MINUTE: 2 },
})
const unlimited = await openVault()

const path = '/v1/fbo-accounts'

function left({ headers }: ApiResponse): string | undefined {
  return headers.get('ratelimit')?.replaceAll(/t=([1-9]|[1-5]\d|60)\b/g, 't=soon')
}

function assertLimited(response: ApiResponse, detail: RegExp): void {
  const seconds = response.headers.get('retry-after') as string
  assert.match(seconds, /^([1-9]|[1-5]\d|60)$/)
  const headers = { 'retry-after': seconds }
  assertCondition(response, { status: 429, code: 'rate_limited', headers })
  assert.match(response.body.detail, detail)
}

test('A token has a limit of requests per minute, and headers say how many are left', async () => {
  const { api, records } = limited
  const { token } = await records.owner()
  for (let turn = 9; turn >= 0; turn -= 1) {
    const response = await api.get(path, { token })
    assert.equal(response.status, 200)
    assert.equal(left(response), `"all";r=${turn};t=soon`)
    assert.equal(response.headers.get('ratelimit-policy'), '"all";q=10;w=60')
  }
  const over = await api.get(path, { token })
  const again = /^This token may make 10 requests a minute: send the request again in \d+ s\.$/
  assertLimited(over, again)
  assert.equal(left(over), '"all";r=0;t=soon')
})

test('Changes have a limit of their own, and a request over it changes nothing', async () => {
  const { api, records } = limited
  const { token } = await records.owner()
  for (let turn = 2; turn >= 0; turn -= 1) {
    const response = await api.post(path, { token, body: {} })
    assert.equal(response.status, 201)
    assert.equal(left(response), `"all";r=${turn + 7};t=soon, "writes";r=${turn};t=soon`)
  }
  const over = await api.post(path, { token, body: {} })
  assertLimited(over, /^This token may make 3 requests that change something a minute/)
  const { status, body } = await api.get(path, { token })
  assert.equal(status, 200)
  assert.equal(body.data.length, 3)
})

test('The limit of a token counts refused requests too, and 403 comes before 429', async () => {
  const { api, records } = limited
  const organizationId = await records.organization()
  const one = await records.token(organizationId, ['fbo_accounts:read'])
  const other = await records.token(organizationId)
  for (let turn = 0; turn < 11; turn += 1) {
    assert.equal((await api.get('/v1/transfers', { token: one.token })).status, 403)
  }
  assert.equal((await api.get(path, { token: one.token })).status, 429)
  assert.equal((await api.get(path, { token: other.token })).status, 200)
})

test('Tokens that a token issued or was rotated to, at any distance, share its limit', async () => {
  const { api, records } = limited
  const organizationId = await records.organization()
  const first = await records.token(organizationId, ['access_tokens:manage', 'fbo_accounts:read'])
  const body = { permissions: ['access_tokens:manage', 'fbo_accounts:read'], owner: 'Somebody' }
  const issued = await api.post('/v1/access-tokens', { token: first.token, body })
  const { id, token } = issued.body.data
  const rotation = { token, body: {} }
  const rotated = await api.post(`/v1/access-tokens/${id}/rotate`, rotation)
  const last = await api.post('/v1/access-tokens', { token: rotated.body.data.token, body })
  assert.equal(last.status, 201, last.text)
  const response = await api.get(path, { token: last.body.data.token })
  assert.equal(left(response), '"all";r=6;t=soon')
})

test('All tokens of an organization share a limit, in addition to their own', async () => {
  const { api, records } = shared
  const organizationId = await records.organization()
  const tokens = await Promise.all([1, 2, 3].map(() => records.token(organizationId)))
  for (const [turn, { token }] of tokens.entries()) {
    const response = await api.get(path, { token })
    if (turn < 2) {
      assert.equal(left(response), `"all";r=4;t=soon, "organization";r=${1 - turn};t=soon`)
    } else {
      assertLimited(response, /^This organization may make 2 requests a minute/)
    }
  }
  const { token } = await records.owner()
  assert.equal((await api.get(path, { token })).status, 200)
})

test('Without limits no request is counted, and no header mentions them', async () => {
  const { api, records } = unlimited
  const { token } = await records.owner()
  for (let turn = 0; turn < 30; turn += 1) {
    const response = await api.get(path, { token })
    assert.equal(response.status, 200)
    assert.equal(response.headers.has('ratelimit'), false)
  }
})

/** The status and Retry-After of a request with that token through a proxy. */
async function guess(token: string, address: string): Promise<[number, string | null]> {
  const headers = { 'x-forwarded-for': address }
  const { status, headers: reported } = await guarded.api.get(path, { token, headers })
  return [status, reported.get('retry-after')]
}

test('An address with too many bad tokens must wait, except with valid tokens', async () => {
  const { records } = guarded
  const organizationId = await records.organization()
  const [known, later] = [await records.token(organizationId), await records.token(organizationId)]
  assert.equal((await guess(known.token, '192.0.2.1'))[0], 200)
  for (const token of ['x', newToken(), 'vis_y', newToken(), newToken()]) {
    assert.equal((await guess(token, '192.0.2.1'))[0], 401)
    assert.equal((await guess(known.token, '192.0.2.1'))[0], 200)
  }
  for (const token of ['x', newToken()]) {
    const [status, retryAfter] = await guess(token, '192.0.2.1')
    assert.equal(status, 429)
    assert.match(retryAfter as string, /^([1-9]|[1-5]\d|60)$/)
  }
  assert.equal((await guess(known.token, '192.0.2.1'))[0], 200, 'who works goes on working')
  assert.equal((await guess(later.token, '192.0.2.1'))[0], 200, 'so does who is new')
  assert.equal((await guess(newToken(), '192.0.2.2'))[0], 401, 'another address is another one')
  await records.revokeToken(known.id)
  await eventually(
    async () => (await guess(known.token, '192.0.2.1'))[0] === 429,
    'the revoked token to be refused',
  )
})

test('An IPv6 address counts as its /64 network', async () => {
  for (let host = 1; host <= 5; host += 1) {
    assert.equal((await guess(newToken(), `2001:db8:1:2::${host}`))[0], 401)
  }
  assert.equal((await guess(newToken(), '2001:db8:1:2:ffff::1'))[0], 429)
  assert.equal((await guess(newToken(), '2001:db8:1:3::1'))[0], 401)
})
