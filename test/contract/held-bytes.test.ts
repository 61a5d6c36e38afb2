import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import type { AuthenticatedToken } from '../../src/domain/caller.ts'
import { STRANGERS_HELD_BYTES_MAX } from '../../src/domain/limits.ts'
import { authenticateRequests } from '../../src/http/request/authentication.ts'
import { RateLimits } from '../../src/http/request/rate-limits.ts'
import { boundMemory } from '../../src/http/transport/bound-memory.ts'
import { newApp } from '../../src/http/transport/fastify-app.ts'
import { STRANGERS } from '../../src/http/transport/held-bytes.ts'
import { readConfig } from '../../src/runtime/config/config.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { assertProblemShape, requestText, sendRaw } from '../support/load/raw-client.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openOwnVault } from '../support/vault/vault.ts'

// Larger than the buffers of both kernels, so that a response which nobody reads waits.
const MIB = 1_048_576
const LARGE = 'x'.repeat(10 * MIB)

const config = readConfig({ DATABASE_URL: '' })
const log = createLog({ LOG_LEVEL: 'fatal', LOG_FORMAT: 'json' }, { write: () => undefined })
const app = await newApp({ config, log, metrics: { responded: () => undefined } })
const { heldBytes } = app
/** Each token is its own line. */
const sessionOf = (token: string): AuthenticatedToken => ({
  caller: { organizationId: 'org', tokenId: token, permissions: new Set() },
  familyId: token,
  until: Number.POSITIVE_INFINITY,
})
const lookAgain = async (token: AuthenticatedToken) => token
const authenticator = { authenticate: sessionOf, lookAgain }
authenticateRequests(app, authenticator, new RateLimits(config))
boundMemory(app)
let begun = 0
const respond = async () => {
  begun += 1
  return JSON.stringify(LARGE)
}
app.get('/large', respond)
app.post('/large', respond)
const url = await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
after(() => app.close())

const { api, app: served, records, url: servedAt } = await openOwnVault()
const { organizationId, token } = await records.owner()
const other = await records.token(organizationId)
const account = await records.fboAccount(organizationId)
const held = served.heldBytes

const request = (token: string, method = 'GET') =>
  requestText([
    `${method} /large HTTP/1.1`,
    'Host: vault',
    `Authorization: Bearer ${token}`,
    ...(method === 'POST' ? ['Content-Length: 0'] : []),
  ])

/** Sends these requests, and reads nothing. */
async function unread(bytes: string): Promise<Socket> {
  const { responses } = heldBytes
  const socket = connect(port, '127.0.0.1').pause()
  socket.on('error', () => undefined).write(bytes)
  after(() => socket.destroy())
  await eventually(() => heldBytes.responses > responses, 'one more response to wait')
  return socket
}

async function closeAll(sockets: readonly Socket[]): Promise<void> {
  for (const socket of sockets) socket.resetAndDestroy()
  await eventually(() => heldBytes.responses === 0 && heldBytes.bodies === 0, 'none to wait')
}

const statusOf = async (bytes: string) => (await sendRaw(url, bytes)).status

test('Eight requests whose responses nobody reads are begun one at a time', async () => {
  begun = 0
  const socket = await unread(request('reader').repeat(8))
  assert.equal(begun, 1)
  assert.equal(heldBytes.responses, LARGE.length + 2)
  // Once the client reads, each gets its response.
  let received = 0
  socket.on('data', (chunk) => {
    received += chunk.length
  })
  socket.resume()
  await eventually(() => received > 8 * LARGE.length, 'all of them')
  assert.equal(begun, 8)
  await closeAll([socket])
})

test('A client that hangs up leaves its later requests not begun', async () => {
  begun = 0
  await closeAll([await unread(request('reader').repeat(8))])
  await eventually(() => app.connections.pending === 0, 'the connection to be forgotten')
  assert.equal(begun, 1)
})

test('Responses that came together do not pass the bound together', async () => {
  const sockets = Array.from({ length: 30 }, () => {
    const socket = connect(port, '127.0.0.1').pause()
    socket.on('error', () => undefined).write(request('together'))
    return socket
  })
  begun = 0
  await eventually(() => begun > 0 && app.connections.pending <= 4, 'the others to be refused')
  assert.ok(heldBytes.responses <= 43 * MIB, `${heldBytes.responses}`)
  assert.equal(await statusOf(request('another')), 200)
  await closeAll(sockets)
})

test('A token over its part is refused for two seconds; then its oldest unread end', async () => {
  const sockets: Socket[] = []
  while (heldBytes.responses < 40 * MIB) sockets.push(await unread(request('slow')))
  assert.equal(await statusOf(request('slow')), 503)
  assert.equal(await statusOf(request('quick')), 200)
  await eventually(async () => (await statusOf(request('slow'))) === 200, 'room for it again')
  for (const socket of sockets) socket.resume()
  await eventually(() => sockets[0]?.destroyed, 'the oldest to be ended')
  assert.ok(sockets.slice(1).every(({ destroyed }) => !destroyed))
  await closeAll(sockets)
})

test('The response of a change is neither refused nor ended', async () => {
  const sockets: Socket[] = []
  while (heldBytes.responses < 40 * MIB) sockets.push(await unread(request('maker', 'POST')))
  const oldest = performance.now() + 2_200
  await eventually(() => performance.now() > oldest, 'the time in which reads must be taken')
  assert.equal(await statusOf(request('maker')), 503)
  await Promise.all(
    sockets.map(async (socket) => {
      let bytes = 0
      socket.on('data', (chunk) => {
        bytes += chunk.length
      })
      socket.resume()
      await eventually(() => bytes > LARGE.length, 'the whole response')
    }),
  )
  await closeAll(sockets)
})

function head(by: string, ...lines: string[]): string[] {
  const common = ['Host: vault', `Authorization: Bearer ${by}`, 'Content-Type: application/json']
  return ['POST /v1/transfers HTTP/1.1', ...common, ...lines]
}

function send(bytes: string): Socket {
  const socket = connect(Number(new URL(servedAt).port), '127.0.0.1')
  socket.on('error', () => undefined).write(bytes)
  after(() => socket.destroy())
  return socket
}

const isFree = () => held.bodies === 0 && held.responses === 0

test('A token whose bodies stall gets 503 before its next is read; others are served', async () => {
  const declared = requestText(head(token, `Content-Length: ${MIB}`), '{')
  const stalled = Array.from({ length: 43 }, () => send(declared))
  await eventually(() => held.bodies === 43 * MIB, 'a third of the bound')
  const response = await sendRaw(servedAt, declared)
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
    const response = await sendRaw(servedAt, bytes)
    assert.equal(response.status, status, response.text)
    await eventually(isFree, bytes.slice(0, 200))
  }
})

test('A chunked body counts as its longest, an unknown token and an unknown path not', async () => {
  const chunked = send(requestText(head(token, 'Transfer-Encoding: chunked')))
  await eventually(() => held.bodies === MIB, 'one')
  const stranger = requestText(head('vis_unknown', `Content-Length: ${MIB}`), '{')
  assert.equal((await sendRaw(servedAt, stranger)).status, 401)
  const nowhere = stranger.replace('/v1/transfers', '/v1/nothing').replace('vis_unknown', token)
  assert.equal((await sendRaw(servedAt, nowhere)).status, 404)
  assert.equal(held.bodies, MIB)
  chunked.resetAndDestroy()
  await eventually(isFree, 'none')
})

test('What waits behind a stalled body is not begun, nor counted', async () => {
  const stalled = requestText(head(token, 'Content-Length: 100'), '{')
  const get = requestText([`GET /v1/fbo-accounts HTTP/1.1`, ...head(token).slice(1)])
  const socket = send(get.repeat(3) + stalled)
  await eventually(() => held.bodies === 100, 'the body')
  socket.write('}'.padEnd(99) + get)
  await once(socket, 'data')
  await eventually(isFree, 'none')
  socket.resetAndDestroy()
})

test('Bodies of who has no token are short, and few in sum; nobody else waits for room', async () => {
  const lines = ['POST /session HTTP/1.1', `Host: ${new URL(servedAt).host}`]
  const page = [`Origin: ${servedAt}`, 'Sec-Fetch-Site: same-origin']
  const session = (length: number) =>
    [...lines, ...page, 'Content-Type: application/json', `Content-Length: ${length}`] as const
  const declared = requestText(session(4_096), '{')
  const large = await sendRaw(servedAt, requestText(session(4_097), '{'))
  assertProblemShape(large, 413, 'body_too_large')
  const other = `${STRANGERS}192.0.2.1`
  const almostAll = { holder: other, body: 0, response: 0, sentAt: 0 }
  held.holdBody(almostAll, STRANGERS_HELD_BYTES_MAX - 8_192)
  const stalled = send(declared)
  await eventually(() => held.bodies === STRANGERS_HELD_BYTES_MAX - 4_096, 'the last that fits')
  assertProblemShape(await sendRaw(servedAt, declared), 503, 'temporarily_unavailable')
  assert.ok(held.admits(`${STRANGERS}192.0.2.2`, 2_048), 'half of the rest is for the next')
  held.release(almostAll)
  assert.equal(held.admits(other, STRANGERS_HELD_BYTES_MAX / 2), false, 'one address has a third')
  held.holdBody(almostAll, STRANGERS_HELD_BYTES_MAX - 8_192)
  const body = { firstName: 'Ada' }
  assert.equal((await api.patch(`/v1/fbo-accounts/${account}`, { token, body })).status, 200)
  stalled.resetAndDestroy()
  held.release(almostAll)
  await eventually(isFree, 'nothing to be held')
})
