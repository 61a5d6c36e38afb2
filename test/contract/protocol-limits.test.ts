import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { assertProblemShape, requestText, sendRaw } from '../support/load/raw-client.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { app, records, url, logLines } = await openOwnVault({ REQUEST_TIMEOUT_MS: 500 })
const { organizationId, token } = await records.owner()
const id = await records.fboAccount(organizationId)
const get = `GET /v1/fbo-accounts/${id} HTTP/1.1`
const patch = `PATCH /v1/fbo-accounts/${id} HTTP/1.1`
const head = ['Host: vault', `Authorization: Bearer ${token}`]
const json = 'Content-Type: application/json'
const body = '{"firstName":"Ada"}'
const whole = [patch, ...head, json, `Content-Length: ${body.length}`]

/** Lines behind those of a valid request, which two readers of HTTP may understand differently. */
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

test('Bytes that are not an HTTP request get a 400 problem', async () => {
  for (const bytes of [
    ...['garbage\r\n\r\n', 'get / HTTP/1.1\r\n\r\n', 'BREW /v1/transfers HTTP/1.1\r\n\r\n'],
    ...['GET /v1/transfers HTTP/9.9\r\n\r\n', 'GET /v1/transfers extra HTTP/1.1\r\n\r\n'],
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    Uint8Array.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03]),
    requestText(['CONNECT example.com:443 HTTP/1.1', ...head]),
    requestText([get, 'no colon']),
    requestText([get, 'Space : before']),
    requestText([get, 'Nul: \u0000']),
    requestText([get, ' folded: at the start']),
    requestText([patch, ...head, json, 'Content-Length: -1']),
    requestText([patch, ...head, json, 'Content-Length: 1x'], body),
    requestText([patch, ...head, json, 'Content-Length: 5', 'Content-Length: 6'], body),
    requestText([patch, ...head, json, 'Content-Length: 5', 'Transfer-Encoding: chunked'], body),
    requestText([patch, ...head, json, 'Transfer-Encoding: chunked'], 'xyz\r\n'),
    ...REFUSED_LINES.map((line) => requestText([...whole, line], body)),
  ]) {
    const response = await withoutWriting(records, () => sendRaw(url, bytes))
    assertProblemShape(response, 400, 'malformed_request')
    assert.equal(response.headers.connection, 'close')
  }
})

test('Headers or a path of more than 16 KiB get a 431 problem', async () => {
  const long = 'x'.repeat(17_000)
  for (const lines of [
    [get, ...head, `X-Long: ${long}`],
    [get, `Authorization: Bearer ${long}`],
    [`GET /v1/fbo-accounts/${long} HTTP/1.1`, ...head],
    [get, ...head, ...Array.from({ length: 3_000 }, (_, index) => `X-${index}: y`)],
  ]) {
    const response = await sendRaw(url, requestText(lines))
    assertProblemShape(response, 431, 'headers_too_large')
  }
})

test('A client that disconnects within its body changes nothing, and causes no 500', async () => {
  const before = await records.fingerprint()
  const lines = logLines.length
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(requestText([patch, ...head, json, 'Content-Length: 100'], body))
  await once(app.server, 'request')
  socket.destroy()
  const responded = () => logLines.slice(lines).find((line) => line.includes('request completed'))
  while (responded() === undefined) await turn()
  assert.match(responded() as string, /"status":400,"code":"malformed_request"/)
  assert.equal(await records.fingerprint(), before)
  const bad = logLines.slice(lines).filter((line) => /"level":"(error|fatal)"/.test(line))
  assert.deepEqual(bad, [])
})

test('The service responds to Expect itself, and ignores what other servers take', async () => {
  for (const line of ['Expect: 100-continue', 'Expect: the unexpected', ...IGNORED_LINES]) {
    assert.equal((await sendRaw(url, requestText([...whole, line], body))).status, 200, line)
  }
})

test('A request with Upgrade is served over HTTP/1.1', async () => {
  for (const protocol of ['websocket', 'h2c']) {
    const upgrade = ['Connection: Upgrade', `Upgrade: ${protocol}`]
    const response = await sendRaw(url, requestText([get, ...head, ...upgrade]))
    assert.equal(response.status, 200)
    assert.equal(response.body.data.id, id)
  }
})

test('A connection closed for a violation does not stay open while the client keeps its end', async () => {
  const port = Number(new URL(url).port)
  for (const bytes of ['garbage\r\n\r\n', requestText(['CONNECT a:1 HTTP/1.1', ...head])]) {
    const opened = once(app.server, 'connection')
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).resume()
    const [served] = await opened
    client.write(bytes)
    // The client never closes its side: the service closes the connection by itself.
    await once(served, 'close', { signal: AbortSignal.timeout(5_000) })
    client.destroy()
  }
})
