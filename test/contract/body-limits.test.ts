import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { RefusalCode } from '../../src/domain/errors.ts'
import {
  assertProblemShape,
  type RawResponse,
  requestText,
  sendRaw,
} from '../support/load/raw-client.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { records, url } = await openVault()
const { organizationId, token } = await records.owner()
const from = await records.fboAccount(organizationId)
const to = await records.fboAccount(organizationId)
const item = await records.inventoryItem(organizationId, from)

const PATCH = `PATCH /v1/fbo-accounts/${from} HTTP/1.1`
const POST = 'POST /v1/transfers HTTP/1.1'
const JSON_TYPE = 'Content-Type: application/json'
const KIB_64 = 65_536
const MIB = 1_048_576

function send(
  line: string,
  body: string | Uint8Array,
  headers: readonly string[] = [JSON_TYPE],
): Promise<RawResponse> {
  const head = [line, 'Host: vault', `Authorization: Bearer ${token}`, ...headers]
  const lines = [...head, `Content-Length: ${Buffer.byteLength(body)}`]
  return sendRaw(url, Buffer.concat([Buffer.from(requestText(lines)), Buffer.from(body)]))
}

async function refused(
  status: number,
  code: RefusalCode,
  line: string,
  body: string | Uint8Array,
  headers?: readonly string[],
): Promise<RawResponse> {
  const response = await withoutWriting(records, () => send(line, body, headers))
  assertProblemShape(response, status, code)
  return response
}

/** The body of a valid transfer, with one entry of items as given. */
function transferWith(entry: string): string {
  return `{"fromFboAccountId":"${from}","toFboAccountId":"${to}","items":[${entry}]}`
}

test('A body that is not valid UTF-8 is refused, not decoded with U+FFFD', async () => {
  for (const bytes of [
    [0xe5], // Latin-1
    [0xc0, 0xaf], // overlong
    [0xed, 0xa0, 0x80], // a surrogate
    [0xf4, 0x90, 0x80, 0x80], // beyond U+10FFFF
    [0xe2, 0x82], // cut short
  ]) {
    const quoted = ['{"firstName":"', '"}'].map((text) => Buffer.from(text))
    const body = Buffer.concat([quoted[0]!, Uint8Array.from(bytes), quoted[1]!])
    const response = await refused(400, 'malformed_json', PATCH, body)
    assert.equal(response.body.detail, 'The body is not valid UTF-8: encode it as UTF-8.')
  }
  await refused(400, 'malformed_json', PATCH, Buffer.from('{"firstName":"Ada"}', 'utf16le'))
})

test('A repeated member is refused at any depth and in any spelling', async () => {
  for (const [body, name] of [
    ['{"firstName":"A","firstName":"A"}', 'firstName'],
    ['{"firstName":"A","\\u0066irstName":"B"}', 'firstName'],
    ['{"firstName":null,"lastName":"B","firstName":null}', 'firstName'],
    ['{"":1,"":2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"firstName":{"a":{"b":1,"b":1}}}', 'b'],
    ['{"a:\\"b":":","a:\\"b":1}', 'a:"b'],
  ] as const) {
    const response = await refused(400, 'malformed_json', PATCH, body)
    const sentence = `The member name ${JSON.stringify(name)} appears twice in one object: send each member once.`
    assert.equal(response.body.detail, sentence)
  }
  const twice = `{"inventoryItemId":"${item}","reason":"trade","reason":"trade"}`
  await refused(400, 'malformed_json', POST, transferWith(twice))
})

test('Colons and quotes inside a text are not mistaken for members', async () => {
  const text = 'a:"b":{"a":1,"a":2}\\'
  const response = await send(PATCH, JSON.stringify({ businessName: text }))
  assert.equal(response.status, 200)
  assert.equal(response.body.data.businessName, text)
})

test('A body nested 500,000 levels deep is refused like any invalid body', async () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  await refused(400, 'invalid_request', POST, nested(500_000))
  await refused(400, 'invalid_item', POST, transferWith(nested(500_000)))
  await refused(400, 'malformed_json', POST, '['.repeat(500_000))
  const objects = `${'{"":'.repeat(160_000)}1${'}'.repeat(160_000)}`
  await refused(400, 'invalid_request', POST, objects)
  await refused(400, 'malformed_json', POST, objects.replace('1', '{"a":1,"a":1}'))
  await refused(400, 'invalid_request', PATCH, `{"firstName":${nested(30_000)}}`)
})

test('__proto__ and constructor are refused as unknown members', async () => {
  for (const [member, body] of [
    ['__proto__', '{"__proto__":{"firstName":"Eva"}}'],
    ['__proto__', '{"\\u005f_proto__":{"admin":true}}'],
    ['constructor', '{"constructor":{"prototype":{"admin":true}}}'],
    ['prototype', '{"prototype":{}}'],
    ['hasOwnProperty', '{"hasOwnProperty":1}'],
  ] as const) {
    const response = await refused(400, 'invalid_request', PATCH, body)
    assert.equal(response.body.errors[0].code, 'unknown_field')
    assert.equal(response.body.errors[0].pointer, `/${member}`)
  }
  const entry = `{"inventoryItemId":"${item}","reason":"trade","__proto__":{"reason":"x"}}`
  const response = await refused(400, 'unknown_field', POST, transferWith(entry))
  assert.equal(response.body.errors[0].pointer, '/items/0/__proto__')
  await refused(
    400,
    'invalid_item',
    POST,
    transferWith('{"__proto__":{"reason":"trade"}}').replace('"__proto__"', '"reason"'),
  )
  assert.equal(({} as { admin?: unknown }).admin, undefined)
})

test('A number is refused in place of a text, however large it is', async () => {
  for (const number of ['1e400', '-1e400', '9007199254740993', `1${'0'.repeat(5_000)}`, '-0']) {
    await refused(400, 'invalid_request', PATCH, `{"firstName":${number}}`)
    await refused(400, 'invalid_item', POST, transferWith(number))
  }
})

test('A body that is not JSON is refused', async () => {
  for (const body of [
    ...[' ', 'firstName=Ada', '{"firstName":"Ada"', "{'firstName':'Ada'}", '{"firstName":Ada}'],
    ...['{"firstName":"Ada",}', '{"firstName":01}', '{"firstName":NaN}', '{}{}', 'nul'],
  ]) {
    await refused(400, 'malformed_json', PATCH, body)
  }
})

test('An empty body is refused, with or without a content type', async () => {
  for (const line of [PATCH, POST]) {
    for (const headers of [[JSON_TYPE], []]) {
      const response = await refused(400, 'malformed_json', line, '', headers)
      assert.equal(response.body.detail, 'The body is empty: send a JSON object.')
    }
  }
})

test('A request body must have Content-Type: application/json', async () => {
  const body = '{"firstName":"Ada"}'
  await refused(415, 'unsupported_media_type', PATCH, body, [])
  for (const type of [
    ...['', 'text/plain', 'text/plain; charset=utf-8', 'application/json-patch+json', 'json'],
    ...['application/jsonx', 'application/x-json', 'application/json, text/plain', 'x;y;z'],
    ...['application/*', 'application json', 'multipart/form-data; boundary=x', 'text/html'],
    ...['application/json/x', 'xapplication/json', 'text/plain; application/json'],
  ]) {
    await refused(415, 'unsupported_media_type', PATCH, body, [`Content-Type: ${type}`])
  }
})

test('The media type may have parameters; the body is read as UTF-8 regardless', async () => {
  for (const type of [
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'APPLICATION/JSON',
    'application/json ; charset=iso-8859-1',
  ]) {
    const response = await send(PATCH, '{"firstName":"Åsa"}', [`Content-Type: ${type}`])
    assert.equal(response.status, 200, type)
    assert.equal(response.body.data.firstName, 'Åsa')
  }
})

test('A body may have 64 KiB, one with a list of items 1 MiB; one byte more is refused', async () => {
  const body = '{"firstName":"Ada"}'
  const response = await send(PATCH, body.padEnd(KIB_64))
  assert.equal(response.status, 200)
  const small = await refused(413, 'body_too_large', PATCH, body.padEnd(KIB_64 + 1))
  assert.equal(small.body.detail, 'The body may have at most 65536 bytes: send less at once.')
  const transfer = transferWith(`{"inventoryItemId":"${item}","reason":"trade"}`)
  assert.equal((await send(POST, transfer.padEnd(MIB))).status, 201)
  const large = await refused(413, 'body_too_large', POST, transfer.padEnd(MIB + 1))
  assert.equal(large.body.detail, 'The body may have at most 1048576 bytes: send less at once.')
})

test('A body whose Content-Length is too large is refused before it arrives, and ends the connection', async () => {
  const headers = [`Authorization: Bearer ${token}`, JSON_TYPE, 'Host: vault']
  for (const length of [KIB_64 + 1, 5_000_000_000, Number.MAX_SAFE_INTEGER]) {
    const response = await sendRaw(
      url,
      requestText([PATCH, ...headers, `Content-Length: ${length}`], '{'),
    )
    assertProblemShape(response, 413, 'body_too_large')
    assert.equal(response.headers.connection, 'close')
  }
})

test('A chunked body is accepted, and refused once it exceeds its bound', async () => {
  const head = [PATCH, 'Host: vault', `Authorization: Bearer ${token}`, JSON_TYPE]
  const chunked = (...chunks: string[]) =>
    requestText(
      [...head, 'Transfer-Encoding: chunked'],
      [...chunks, ''].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join(''),
    )
  const response = await sendRaw(url, chunked('{"first', 'Name":', '"Eva"}'))
  assert.equal(response.body.data.firstName, 'Eva')
  const large = await withoutWriting(records, () =>
    sendRaw(url, chunked('{"firstName":"Ada"', ...Array(17).fill(' '.repeat(KIB_64 / 16)), '}')),
  )
  assertProblemShape(large, 413, 'body_too_large')
  assertProblemShape(await sendRaw(url, chunked()), 400, 'malformed_json')
})

test('A compressed body is refused before it is read, whatever its size', async () => {
  const detail = 'Send the body as it is, without Content-Encoding.'
  const small = gzipSync('{"firstName":"Ada"}')
  const large = Buffer.alloc(MIB + 1, ' ')
  for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'gzip, identity']) {
    for (const [line, body] of [
      [PATCH, small],
      [PATCH, large],
      [POST, small],
    ] as const) {
      const headers = [JSON_TYPE, `Content-Encoding: ${encoding}`]
      const response = await refused(415, 'unsupported_media_type', line, body, headers)
      assert.equal(response.body.detail, detail)
    }
  }
})

test('A body with Content-Encoding: identity is accepted', async () => {
  for (const encoding of ['identity', 'Identity']) {
    const headers = [JSON_TYPE, `Content-Encoding: ${encoding}`]
    const response = await send(PATCH, '{"firstName":"Ada"}', headers)
    assert.equal(response.status, 200, response.text)
  }
})
