import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { assertProblemShape, requestText, sendRaw } from '../support/load/raw-client.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { api, app, records, url } = await openOwnVault()
const { organizationId, token } = await records.owner()
const other = await records.token(organizationId)
const account = await records.fboAccount(organizationId)
const { heldBytes } = app
const MIB = 1_048_576

function head(by: string, ...lines: string[]): string[] {
  const common = ['Host: vault', `Authorization: Bearer ${by}`, 'Content-Type: application/json']
  return ['POST /v1/transfers HTTP/1.1', ...common, ...lines]
}

function send(bytes: string): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined).write(bytes)
  after(() => socket.destroy())
  return socket
}

const isFree = () => heldBytes.bodies === 0 && heldBytes.responses === 0

test('A token whose bodies stall gets 503 before its next is read; others are served', async () => {
  const declared = requestText(head(token, `Content-Length: ${MIB}`), '{')
  const stalled = Array.from({ length: 43 }, () => send(declared))
  await eventually(() => heldBytes.bodies === 43 * MIB, 'a third of the bound')
  const response = await sendRaw(url, declared)
  assertProblemShape(response, 503, 'temporarily_unavailable')
  assert.equal(response.headers['retry-after'], '1')
  assert.match(response.body.detail, /Nothing was changed/)
  const large = { headers: { 'content-type': 'application/json' }, rawBody: '{}'.padEnd(MIB) }
  assert.equal((await api.post('/v1/transfers', { ...large, token: other.token })).status, 400)
  const read = (by: string) => api.get(`/v1/fbo-accounts/${account}`, { token: by })
  assert.deepEqual([(await read(token)).status, (await read(other.token)).status], [503, 200])
  for (const socket of stalled) socket.resetAndDestroy()
  await eventually(isFree, 'nothing to be held')
  assert.equal((await api.post('/v1/transfers', { ...large, token })).status, 400)
})

test('However a body comes or ends, nothing of it stays counted', async () => {
  const lines = (...more: string[]) => head(token, ...more)
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
  for (const [bytes, status] of [
    [requestText(lines('Content-Length: 2'), '{}'), 400],
    [requestText(lines('Transfer-Encoding: chunked'), chunk('{}') + chunk('')), 400],
    [requestText(lines('Content-Length: 2', 'Expect: 100-continue'), '{}'), 400],
    [requestText(lines(`Content-Length: ${MIB + 1}`), '{'), 413],
    [requestText(lines('Content-Length: 2', 'Content-Encoding: gzip'), '{}'), 415],
    [requestText(lines('Transfer-Encoding: chunked'), chunk(' '.repeat(MIB + 1))), 413],
  ] as const) {
    const response = await sendRaw(url, bytes)
    assert.equal(response.status, status, response.text)
    await eventually(isFree, bytes.slice(0, 200))
  }
})

test('A chunked body counts as its longest, an unknown token and an unknown path not', async () => {
  const chunked = send(requestText(head(token, 'Transfer-Encoding: chunked')))
  await eventually(() => heldBytes.bodies === MIB, 'one')
  const stranger = requestText(head('vis_unknown', `Content-Length: ${MIB}`), '{')
  assert.equal((await sendRaw(url, stranger)).status, 401)
  const nowhere = stranger.replace('/v1/transfers', '/v1/nothing').replace('vis_unknown', token)
  assert.equal((await sendRaw(url, nowhere)).status, 404)
  assert.equal(heldBytes.bodies, MIB)
  chunked.resetAndDestroy()
  await eventually(isFree, 'none')
})

test('What waits behind a stalled body is not begun, nor counted', async () => {
  const stalled = requestText(head(token, 'Content-Length: 100'), '{')
  const get = requestText([`GET /v1/fbo-accounts HTTP/1.1`, ...head(token).slice(1)])
  const socket = send(get.repeat(3) + stalled)
  await eventually(() => heldBytes.bodies === 100, 'the body')
  socket.write('}'.padEnd(99) + get)
  await once(socket, 'data')
  await eventually(isFree, 'none')
  socket.resetAndDestroy()
})
