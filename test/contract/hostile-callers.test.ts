import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { test } from 'node:test'
import { beginUpdate } from '../support/load/late-request.ts'
import { requestText, sendRaw } from '../support/load/raw-client.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { whoWaitsForLock } from '../support/vault/lock-wait.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { newKey } from '../support/vault/replays.ts'
import { openOwnVault } from '../support/vault/vault.ts'

// Attempts of hostile callers in reviews, which have to fail in every version.

const { api, records, sql, url, logLines } = await openOwnVault()
const organizationId = await records.organization()
const { token } = await records.token(organizationId)
const account = `/v1/fbo-accounts/${await records.fboAccount(organizationId)}`
const grant = { permissions: ['fbo_accounts:read'], owner: 'Ada Lindqvist', expiresInDays: 30 }
const named = { firstName: 'Ada' }

const CHANGES = [
  ['PATCH', () => account, named],
  ['POST', () => '/v1/fbo-accounts', named],
  ['POST', () => '/v1/access-tokens', grant],
  ['POST', (id: string) => `/v1/access-tokens/${id}/rotate`, {}],
] as const

for (const [method, path, body] of CHANGES) {
  test(`${method} ${path(':id')}: 401 where the token was revoked while the body came`, async () => {
    const caller = await records.token(organizationId)
    const change = await beginUpdate(`${url}${path(caller.id)}`, caller.token, body, method)
    const revoke = `/v1/access-tokens/${caller.id}/revoke`
    assert.equal((await api.post(revoke, { token })).status, 200)
    await withoutWriting(records, async () => {
      change.end()
      assert.equal(await change.status, 401)
    })
  })
}

test('A key gives its response to its token alone, and to no token that was revoked', async () => {
  const caller = await records.token(organizationId)
  const other = await records.token(organizationId)
  const headers = { 'Idempotency-Key': newKey() }
  const send = (secret: string) =>
    api.post('/v1/access-tokens', { token: secret, body: grant, headers })
  const first = await send(caller.token)
  assert.deepEqual([first.status, (await send(caller.token)).text], [201, first.text])
  assert.equal((await send(other.token)).status, 422)
  const { token: foreign } = await records.token(await records.organization())
  const theirs = await send(foreign)
  assert.equal(theirs.status, 201)
  assert.notEqual(theirs.body.data.token, first.body.data.token)
  await api.post(`/v1/access-tokens/${caller.id}/revoke`, { token })
  assert.equal((await send(caller.token)).status, 401)
})

test('Each of 20 changes whose clients hang up has one line in the log', async () => {
  const before = logLines.length
  const told = () => {
    const lines = logLines.slice(before).map((line) => JSON.parse(line))
    return lines.filter(({ operationId }) => operationId === 'updateFboAccount')
  }
  await sql.begin(async (tx) => {
    await tx`select id from fbo_accounts for update`
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const requests = Array.from({ length: 20 }, () => {
      const sent = request(`${url}${account}`, { method: 'PATCH', headers })
      return sent.on('error', () => undefined).end(JSON.stringify(named))
    })
    await Promise.all(requests.map((sent) => once(sent, 'finish')))
    await whoWaitsForLock(sql)
    for (const sent of requests) sent.destroy()
  })
  await eventually(() => told().length >= 20, 'their lines')
  assert.deepEqual(
    new Set(told().map(({ status, tokenId }) => `${status} ${tokenId !== ''}`)),
    new Set(['499 true']),
  )
  assert.equal(new Set(told().map(({ requestId }) => requestId)).size, 20)
})

test("A cursor of another organization's feed is refused", async () => {
  const organizations = [await records.organization(), await records.organization()]
  const [own, other] = await Promise.all(
    organizations.map(async (id) => {
      const { token: secret } = await records.token(id)
      const page = await api.get('/v1/events?limit=1', { token: secret })
      return { secret, cursor: page.body.pagination.cursor }
    }),
  )
  const get = (cursor: string) =>
    api.get(`/v1/events?cursor=${cursor}`, { token: own?.secret as string })
  assert.equal((await get(own?.cursor)).status, 200)
  assert.equal((await get(other?.cursor)).status, 400)
})

/** Lines behind valid ones that two readers of HTTP may understand differently. */
const REFUSED_LINES = [
  ...['Content-Length: 19', 'Content-Length: 019', 'Content-Length: +19', 'Content-Length: 19, 19'],
  ...[
    'Transfer-Encoding : chunked',
    'Transfer-Encoding\x0b: chunked',
    ' Transfer-Encoding: chunked',
  ],
  'X: y\rTransfer-Encoding: chunked',
  'X: y\nTransfer-Encoding: chunked',
  ': nameless',
]

/** Lines that mean something to other servers, and nothing here. */
const IGNORED_LINES = [
  ...['X-HTTP-Method-Override: DELETE', 'X-Original-URL: /v1/caller', 'X-Forwarded-For: 127.0.0.1'],
  ...['Proxy-Authorization: Bearer x', 'X-Authorization: Bearer x', 'Cookie: token=x'],
  ...['Trailer: Authorization', 'TE: trailers', 'Connection: Authorization', 'Range: bytes=0-1'],
]

for (const [lines, status] of [
  [REFUSED_LINES, 400],
  [IGNORED_LINES, 200],
] as const) {
  test(`Lines of a request that are ${status === 400 ? 'refused' : 'ignored'}`, async () => {
    const body = JSON.stringify(named)
    assert.equal(body.length, 19)
    const head = [`PATCH ${account} HTTP/1.1`, 'Host: vault', `Authorization: Bearer ${token}`]
    const json = ['Content-Type: application/json', `Content-Length: ${body.length}`]
    for (const line of lines) {
      const response = await sendRaw(url, requestText([...head, ...json, line], body))
      assert.equal(response.status, status, JSON.stringify(line))
    }
  })
}
