import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { newToken } from '../../src/access/tokens/token-secret.ts'
import { exchange, requestText, statuses } from '../support/load/raw-client.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { whoWaitsForLock } from '../support/vault/lock-wait.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { api, app, records, sql, url, logLines, metrics } = await openOwnVault()
const { organizationId, token } = await records.owner()
const head = ['Host: vault', `Authorization: Bearer ${token}`]
const get = requestText(['GET /v1/fbo-accounts HTTP/1.1', ...head])

/** The lines of requests whose clients hung up, behind so many lines. */
function hungUp(before: number) {
  const lines = logLines.slice(before).map((line) => JSON.parse(line))
  return lines.filter(({ status }) => status === 499)
}

async function countedHungUp(): Promise<number> {
  const text = await metrics.registry.metrics()
  const counts = text.matchAll(/_request_duration_seconds_count\{.*status="499"\} (\d+)/g)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

function patch(id: string): string {
  const body = JSON.stringify({ firstName: 'Ada' })
  const lines = ['Content-Type: application/json', `Content-Length: ${body.length}`]
  return requestText([`PATCH /v1/fbo-accounts/${id} HTTP/1.1`, ...head, ...lines], body)
}

test('A connection may have eight requests without a response; the ninth is refused', async () => {
  const lines = logLines.length
  const responses = await exchange(url, get.repeat(60))
  assert.deepEqual(statuses(responses), [...Array(8).fill(200), 429])
  assert.match(responses, /"code":"rate_limited"/)
  const told = logLines.slice(lines).filter((line) => line.includes('request completed'))
  const begun = told.filter((line) => !line.includes('"status":499'))
  assert.equal(begun.length, 9, 'no other was begun')
})

test('The refusal of the ninth request follows the response of a slow change', async () => {
  const id = await records.fboAccount(organizationId)
  let exchanged: Promise<string> | undefined
  await sql.begin(async (tx) => {
    await tx`select from fbo_accounts where id = ${id} for update`
    exchanged = exchange(url, get.repeat(7) + patch(id) + get)
    await whoWaitsForLock(sql)
  })
  assert.deepEqual(statuses((await exchanged) as string), [...Array(8).fill(200), 429])
})

test('A body that waits for its turn or its token is read whole, also in one-byte chunks', async () => {
  const id = await records.fboAccount(organizationId)
  const end = 'Connection: close'
  for (const length of [19, 12_000, 65_536]) {
    const firstName = `Ada ${length}`
    const body = JSON.stringify({ firstName }).padEnd(length)
    const chunks = `${body.replaceAll(/[\s\S]/g, '1\r\n$&\r\n')}0\r\n\r\n`
    for (const [framing, sent] of [
      ...(length < 65_536 ? [['Transfer-Encoding: chunked', chunks] as const] : []),
      [`Content-Length: ${body.length}`, body] as const,
    ]) {
      const { token: fresh } = await records.token(organizationId)
      const by = (token: string) => ['Host: vault', `Authorization: Bearer ${token}`, framing]
      const line = `PATCH /v1/fbo-accounts/${id} HTTP/1.1`
      const patch = (token: string, ...more: string[]) =>
        requestText([line, ...by(token), 'Content-Type: application/json', ...more], sent)
      assert.deepEqual(statuses(await exchange(url, patch(fresh, end))), [200])
      const behind = await exchange(url, get + patch(token) + patch(token) + patch(token, end))
      assert.deepEqual(statuses(behind), [200, 200, 200, 200])
      const { body: read } = await api.get(`/v1/fbo-accounts/${id}`, { token })
      assert.equal(read.data.firstName, firstName)
    }
  }
})

test('Requests whose client hangs up before their turn have lines in the log, and are counted', async () => {
  const id = await records.fboAccount(organizationId)
  const linesBefore = logLines.length
  const flood = requestText(['GET /x HTTP/1.1', 'Host: vault']).repeat(1_000)
  const [statusesOf, countedBefore] = [() => hungUp(linesBefore), await countedHungUp()]
  await sql.begin(async (tx) => {
    await tx`select from fbo_accounts where id = ${id} for update`
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
    socket.write(patch(id) + get.repeat(7))
    await eventually(async () => app.connections.pending === 8, 'all of them')
    socket.resetAndDestroy()
    await eventually(() => statusesOf().length >= 8, 'their lines')
    await exchange(url, patch(id) + flood).catch(() => '')
    await eventually(() => statusesOf().length >= 8 + 65, 'those of a flood')
  })
  assert.equal(app.connections.pending, 0)
  assert.equal(statusesOf().length, 8 + 65, 'those behind are not begun')
  assert.equal((await countedHungUp()) - countedBefore, 8 + 65)
})

test('Nothing behind a request for an upgrade is mistaken for what came with it', async () => {
  const upgrade = requestText([
    ...['GET /v1/caller HTTP/1.1', ...head, 'Connection: Upgrade', 'Upgrade: h2c'],
  ])
  const responses = await exchange(url, get + upgrade + get)
  assert.deepEqual(statuses(responses), [200, 200])
  assert.match(responses.slice(1), /HTTP[\s\S]*\r\nconnection: close\r\n/i)
})

test('A ninth request for an upgrade is refused after the responses, a tunnel at once', async () => {
  const upgrade = requestText([
    ...['GET / HTTP/1.1', 'Host: vault', 'Connection: Upgrade', 'Upgrade: websocket'],
  ])
  assert.deepEqual(statuses(await exchange(url, get.repeat(8) + upgrade)), [
    ...Array(8).fill(200),
    429,
  ])
  const tunnel = requestText(['CONNECT a:1 HTTP/1.1', 'Host: a:1'])
  assert.deepEqual(statuses(await exchange(url, tunnel + get)), [400])
})

test('Each of 20 requests whose clients hang up has one line in the log, and is counted once', async () => {
  const id = await records.fboAccount(organizationId)
  const before = logLines.length
  const told = () => hungUp(before)
  const countedBefore = await countedHungUp()
  await sql.begin(async (tx) => {
    await tx`lock table fbo_accounts in access exclusive mode`
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const requests = Array.from({ length: 20 }, (_, place) => {
      const method = place === 0 ? 'GET' : 'PATCH'
      const sent = request(`${url}/v1/fbo-accounts/${id}`, { method, headers })
      sent.on('error', () => undefined)
      return method === 'GET' ? sent.end() : sent.end(JSON.stringify({ firstName: 'Ada' }))
    })
    await Promise.all(requests.map((sent) => once(sent, 'finish')))
    await whoWaitsForLock(sql)
    for (const sent of requests) sent.destroy()
  })
  await eventually(() => told().length >= 20, 'their lines')
  // A request that is sent afterwards has its line: each of those before has had its own.
  await api.get(`/v1/fbo-accounts/${id}`, { token })
  const kinds = told().map(({ operationId, tokenId }) => `${operationId} ${tokenId !== ''}`)
  const ofChanges = Array.from({ length: 19 }, () => 'updateFboAccount true')
  assert.deepEqual(kinds.toSorted(), ['getFboAccount true', ...ofChanges])
  assert.equal(new Set(told().map(({ requestId }) => requestId)).size, 20)
  assert.equal((await countedHungUp()) - countedBefore, 20)
})

test('Closed connections are not counted, and close no other connection', async () => {
  const id = await records.fboAccount(organizationId)
  await sql.begin(async (tx) => {
    await tx`select from fbo_accounts where id = ${id} for update`
    const sockets = Array.from({ length: 10 }, () =>
      connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined),
    )
    for (const socket of sockets) socket.write(patch(id) + get.repeat(7))
    await eventually(async () => app.connections.pending >= 80, 'all of them')
    for (const socket of sockets) socket.resetAndDestroy()
    const tunnel = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
    tunnel.write(requestText(['CONNECT a:1 HTTP/1.1', 'Host: a:1']))
    await once(tunnel, 'data')
    tunnel.resetAndDestroy()
    await eventually(async () => app.connections.pending === 0, 'none')
  })
  assert.equal((await api.get('/v1/fbo-accounts', { token })).status, 200)
})

test('A client that waits for each response may send any number of requests on one connection', async () => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  for (let number = 0; number < 30; number += 1) {
    socket.write(get.repeat(8))
    let responses = ''
    while (statuses(responses).length < 8) responses += String((await once(socket, 'data'))[0])
    assert.deepEqual(statuses(responses), Array(8).fill(200))
  }
  socket.destroy()
})

test('A change gets its response before the invalid bytes behind it are refused', async () => {
  const body = JSON.stringify({ firstName: 'Ada' })
  const lines = ['Content-Type: application/json', `Content-Length: ${body.length}`]
  const post = requestText(['POST /v1/fbo-accounts HTTP/1.1', ...head, ...lines], body)
  const responses = await exchange(url, `${post}stray bytes\r\n\r\n`)
  assert.deepEqual(statuses(responses), [201, 400])
  const [, id] = /"id":"(fbo_\w+)"/.exec(responses) as RegExpExecArray
  const { status } = await api.get(`/v1/fbo-accounts/${id}`, { token })
  assert.equal(status, 200)
})

test('Any number of unknown tokens delays no known token', async () => {
  const unknown = () =>
    requestText([
      'GET /v1/fbo-accounts HTTP/1.1',
      'Host: vault',
      `Authorization: Bearer ${newToken()}`,
    ])
  const floods = Array.from({ length: 30 }, () =>
    exchange(url, Array.from({ length: 9 }, unknown).join('')),
  )
  for (let number = 0; number < 20; number += 1) {
    const { status } = await api.get('/v1/fbo-accounts', { token })
    assert.equal(status, 200)
  }
  for (const responses of await Promise.all(floods)) {
    assert.deepEqual(statuses(responses), [...Array(8).fill(401), 429])
  }
})

test('A hundred connections with thousands of requests each are closed, and delay no other', async () => {
  const flood = requestText(['GET /x HTTP/1.1', 'Host: vault']).repeat(3_600)
  const floods = Array.from({ length: 100 }, async () => {
    const responses = await exchange(url, flood).catch(() => '')
    assert.ok(statuses(responses).length <= 9)
  })
  const { status } = await api.get('/v1/fbo-accounts', { token })
  assert.equal(status, 200)
  await Promise.all(floods)
  await eventually(() => app.connections.pending === 0, 'none of them to be kept')
})
