import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertProblemShape,
  exchange,
  requestText,
  sendRaw,
  statuses,
} from '../support/load/raw-client.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { records, url } = await openVault()
const { organizationId, token } = await records.owner()
const id = await records.fboAccount(organizationId)
const bearer = `Authorization: Bearer ${token}`
const get = `GET /v1/fbo-accounts/${id}`
const patch = [`PATCH /v1/fbo-accounts/${id} HTTP/1.1`, 'Host: vault', bearer]
const json = 'Content-Type: application/json'
const CHANGE = '13\r\n{"firstName":"Ada"}\r\n0\r\n\r\n'

test('A request has exactly one Host, of valid form (RFC 9112, 3.2)', async () => {
  for (const hosts of [
    [],
    ['Host: vault', 'Host: vault'],
    ['Host: vault', 'host: elsewhere'],
    ...['a b', 'a,b:x', 'a/b', 'user@vault', 'vault:80x', 'a%zz', '"vault"', '[::1', '<x>'].map(
      (value) => [`Host: ${value}`],
    ),
  ]) {
    const response = await sendRaw(url, requestText([`${get} HTTP/1.1`, ...hosts, bearer]))
    assertProblemShape(response, 400, 'malformed_request')
    assert.match(response.body.detail, /Host/)
    assert.equal(response.headers.connection, 'close')
  }
  const twice = requestText([`${get} HTTP/1.0`, 'Host: a', 'Host: a', bearer])
  assertProblemShape(await sendRaw(url, twice), 400, 'malformed_request')
})

test('Every valid Host is accepted, and HTTP/1.0 needs none', async () => {
  for (const host of ['vault', 'vault:8080', '', '127.0.0.1:80', '[::1]:80', 'a_b.c-d~', 'a%20b']) {
    const response = await sendRaw(url, requestText([`${get} HTTP/1.1`, `Host: ${host}`, bearer]))
    assert.equal(response.status, 200, host)
  }
  for (const line of [get, 'GET /health/live', 'GET /health/ready']) {
    const response = await sendRaw(url, requestText([`${line} HTTP/1.0`, bearer]))
    assert.equal(response.status, 200, line)
  }
})

test('A pipelined request without Host is refused after the responses, and ends the connection', async () => {
  const good = requestText([`${get} HTTP/1.1`, 'Host: vault', bearer])
  const bad = requestText([`${get} HTTP/1.1`, bearer])
  assert.deepEqual(statuses(await exchange(url, good + good + bad + good)), [200, 200, 400])
})

test('A transfer coding other than chunked gets 501, and ends the connection (RFC 9112, 6.1)', async () => {
  for (const coding of [
    ...['gzip, chunked', 'deflate,chunked', 'x-unknown, chunked', 'identity, chunked'],
    'gzip;q=1 , Chunked',
  ]) {
    const lines = [...patch, json, `Transfer-Encoding: ${coding}`]
    const response = await withoutWriting(records, () => sendRaw(url, requestText(lines, CHANGE)))
    assertProblemShape(response, 501, 'unsupported_transfer_coding')
    assert.equal(response.headers.connection, 'close')
  }
  const two = [...patch, json, 'Transfer-Encoding: gzip', 'Transfer-Encoding: chunked']
  const next = requestText([`${get} HTTP/1.1`, 'Host: vault', bearer])
  assert.deepEqual(statuses(await exchange(url, requestText(two, CHANGE) + next)), [501])
})

test('A body whose end no coding tells is refused: two readers could disagree', async () => {
  for (const [line, coding] of [
    [patch[0], 'gzip'],
    [patch[0], 'chunked, gzip'],
    [patch[0], 'chunked;a=b'],
    [patch[0], 'chunked, chunked'],
    [`PATCH /v1/fbo-accounts/${id} HTTP/1.0`, 'chunked'],
  ]) {
    const lines = [line as string, ...patch.slice(1), json, `Transfer-Encoding: ${coding}`]
    const response = await withoutWriting(records, () => sendRaw(url, requestText(lines, CHANGE)))
    assertProblemShape(response, 400, 'malformed_request')
    assert.equal(response.headers.connection, 'close')
  }
})

test('Chunked bodies are read, in any case and with blanks around', async () => {
  for (const coding of ['chunked', 'Chunked', ' CHUNKED ']) {
    const lines = [...patch, json, `Transfer-Encoding:${coding}`]
    assert.equal((await sendRaw(url, requestText(lines, CHANGE))).status, 200, coding)
  }
})

test('A refused body that was read whole keeps its connection', async () => {
  const good = requestText([`${get} HTTP/1.1`, 'Host: vault', bearer, 'Connection: close'])
  const withBody = (body: string | Uint8Array, type = json, ...more: string[]) => {
    const head = requestText([
      ...patch,
      type,
      ...more,
      `Content-Length: ${Buffer.byteLength(body)}`,
    ])
    return head + Buffer.from(body).toString('latin1')
  }
  for (const [request, status] of [
    [withBody('{"firstName":'), 400],
    [withBody('{"firstName":"A","firstName":"B"}'), 400],
    [withBody(''), 400],
    [withBody(Uint8Array.from([0x22, 0xe5, 0x22])), 400],
    [withBody('{}'), 400],
    [withBody('{}', 'Content-Type: text/plain'), 415],
    [withBody('{}', json, 'Content-Encoding: gzip'), 415],
    [requestText([...patch, json, 'Transfer-Encoding: chunked'], '1\r\n{\r\n0\r\n\r\n'), 400],
  ] as const) {
    const responses = await exchange(url, request + good)
    assert.deepEqual(statuses(responses), [status, 200], request)
  }
})
