import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../support/processes/embedded-directory.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { newKey } from '../support/vault/replays.ts'
import { openOwnVault, openVault } from '../support/vault/vault.ts'

// X-Sandbox-Fail of requests of test organizations (docs/SANDBOX.md).

const { api, logLines, metrics, records, url } = await openVault()
const PATH = '/v1/fbo-accounts'
const testId = await records.organization(undefined, 'test')
const { token } = await records.token(testId)
const { token: liveToken } = await records.owner()

function create(failure: string, as = token, key = newKey()) {
  const headers = { 'X-Sandbox-Fail': failure, 'Idempotency-Key': key }
  return api.post(PATH, { token: as, body: { firstName: 'Ada' }, headers })
}

const asked =
  'X-Sandbox-Fail asked for this failure, and nothing was changed: leave the header out.'

test('A status or the code of a problem is that problem, and nothing is changed', async () => {
  for (const [failure, status, code] of [
    ['503', 503, 'temporarily_unavailable'],
    ['429', 429, 'rate_limited'],
    ['500', 500, 'internal_error'],
    ['idempotency_in_progress', 409, 'idempotency_in_progress'],
  ] as const) {
    const response = await withoutWriting(records, () => create(failure))
    assert.deepEqual([response.status, response.body.code], [status, code], failure)
    assert.equal(response.body.detail, asked)
    const isRetried = status === 503 || status === 429
    assert.equal(response.headers.get('retry-after'), isRetried ? '1' : null)
  }
})

test('With once= only the first request with that value fails, each organization apart', async () => {
  const key = newKey()
  const failure = `503; once=${newKey()}`
  assert.equal((await create(failure, token, key)).status, 503)
  const second = await create(failure, token, key)
  assert.equal(second.status, 201, second.text)
  assert.equal((await create(`503; once=${newKey()}`, token)).status, 503)
  const { token: other } = await records.token(await records.organization(undefined, 'test'))
  assert.equal((await create(failure, other)).status, 503)
})

test('A process remembers 1,000 names of each organization, however they are written', async () => {
  const { token: busy } = await records.token(await records.organization(undefined, 'test'))
  const failed = async (name: string, as: string) => {
    const headers = { 'X-Sandbox-Fail': name }
    return (await api.get(PATH, { token: as, headers })).status === 503
  }
  for (const as of [token, busy]) assert.equal(await failed('503; once=a', as), true)
  for (let number = 0; number < 999; number += 1) await failed(`503; once=${number}`, busy)
  assert.equal(await failed('503;once=a', busy), false)
  assert.equal(await failed('503; once=last', busy), true)
  assert.equal(await failed('temporarily_unavailable ; once=a', busy), true)
  assert.equal(await failed('503; once=a', token), false)
})

test('A lost response is that of a change that was made, and a retry gets it', async () => {
  const key = newKey()
  await assert.rejects(create('lost', token, key))
  const headers = { 'Idempotency-Key': key }
  const again = await api.post(PATH, { token, body: { firstName: 'Ada' }, headers })
  assert.equal(again.status, 201, again.text)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
})

test('A connection is closed, or a request times out, without a response; nothing is changed', async () => {
  await withoutWriting(records, async () => {
    await assert.rejects(create('disconnect'))
    const headers = { authorization: `Bearer ${token}`, 'X-Sandbox-Fail': 'timeout' }
    const signal = AbortSignal.timeout(300)
    await assert.rejects(fetch(`${url}${PATH}`, { headers, signal }), { name: 'TimeoutError' })
  })
})

test('A service that stops waits for no request that times out', async () => {
  const other = await openOwnVault()
  const inTest = await other.records.organization(undefined, 'test')
  const { token: its } = await other.records.token(inTest)
  const headers = { authorization: `Bearer ${its}`, 'X-Sandbox-Fail': 'timeout' }
  const refused = assert.rejects(fetch(`${other.url}${PATH}`, { headers }), TypeError)
  await eventually(() => other.app.connections.pending === 1, 'the request that waits')
  await other.app.close()
  await refused
})

const WRONG = ['', '418', 'constructor', '503; twice', '503, 429', 'once=a']

test('Another value is refused with those that there are', async () => {
  for (const failure of [...WRONG, `503; once=${'a'.repeat(101)}`, '503      ; once=a']) {
    const response = await withoutWriting(records, () => create(failure))
    const { code, pointer, in: place } = response.body.errors[0]
    assert.deepEqual([response.status, response.body.code], [400, 'invalid_request'], failure)
    assert.deepEqual([code, pointer, place], ['invalid_parameter', '/X-Sandbox-Fail', 'header'])
    assert.match(response.body.detail, /takes 429, 500, 503, timeout, disconnect, lost or the code/)
  }
})

test('It is nothing to a live organization, and to requests without a caller', async () => {
  for (const failure of ['503', 'disconnect', 'timeout', 'lost', 'nonsense']) {
    assert.equal((await create(failure, liveToken)).status, 201, failure)
  }
  const headers = { 'X-Sandbox-Fail': '503' }
  assert.equal((await api.get('/health/live', { headers })).status, 200)
  const refused = await api.get(PATH, { headers })
  assert.deepEqual([refused.status, refused.body.code], [401, 'unauthenticated'])
})

test('Operators see that it was asked for: no failure in the log, a code of its own', async () => {
  const before = logLines.length
  await create('500')
  for (const line of logLines.slice(before)) assert.notEqual(JSON.parse(line).level, 'error')
  assert.match(await metrics.registry.metrics(), /code="asked_for_by_header"/)
})
