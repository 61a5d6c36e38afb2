import assert from 'node:assert/strict'
import { test } from 'node:test'
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
const other = await records.token(organizationId)
const id = await records.fboAccount(organizationId)
const path = `/v1/fbo-accounts/${id}`
const list = '/v1/outbound-shipments'
const bearer = `Authorization: Bearer ${token}`

function send(lines: readonly string[], body = ''): Promise<RawResponse> {
  return sendRaw(url, requestText([lines[0] as string, 'Host: vault', ...lines.slice(1)], body))
}

/** Sends the request and fails unless it gets this problem and nothing is written. */
async function refused(
  status: number,
  code: RefusalCode,
  lines: readonly string[],
  body = '',
): Promise<RawResponse> {
  const response = await withoutWriting(records, () => send(lines, body))
  assertProblemShape(response, status, code)
  return response
}

test('Every response, including refusals, has the security headers', async () => {
  for (const [line, status] of [
    [`GET ${path} HTTP/1.1`, 200],
    ['GET /v1/nothing HTTP/1.1', 404],
    [`DELETE ${path} HTTP/1.1`, 405],
    ['GET /health/live HTTP/1.1', 200],
  ] as const) {
    const response = await send([line, bearer])
    assert.equal(response.status, status)
    const { headers } = response
    assert.deepEqual(
      {
        policy: headers['content-security-policy'],
        resource: headers['cross-origin-resource-policy'],
        referrer: headers['referrer-policy'],
        transport: headers['strict-transport-security'],
        kept: headers['cache-control'],
        type: headers['x-content-type-options'],
      },
      {
        policy: "default-src 'none'; frame-ancestors 'none'",
        resource: 'same-origin',
        referrer: 'no-referrer',
        transport: 'max-age=31536000',
        kept: line.includes(path) && status === 200 ? 'private, no-cache' : 'no-store',
        type: 'nosniff',
      },
    )
  }
})

test('Two Authorization headers are refused, whatever their values', async () => {
  const [mine, theirs, none] = [bearer, `Authorization: Bearer ${other.token}`, 'Authorization: x']
  for (const [first, second] of [
    [mine, mine],
    [mine, theirs],
    [mine, none],
    [none, mine],
    [mine, 'authorization:'],
  ] as const) {
    await refused(401, 'invalid_token', [`GET ${path} HTTP/1.1`, first, second])
  }
})

test('Only Authorization: Bearer <ACCESS_TOKEN> is accepted', async () => {
  for (const value of [
    ...[`Basic ${token}`, `Token ${token}`, `Bearer`, `Bearer `, `Bearer${token}`],
    ...[`Bearer,${token}`, `Bearer ${token} ${token}`, `Bearer ${token}, Bearer ${token}`],
    ...[`Bearer "${token}"`, `Bearer ${token}%20`, `Bearer\u00a0${token}`, `Bearer vis_é`],
    token,
    `Bearer ${'x'.repeat(10_000)}`,
    '',
  ]) {
    await refused(401, 'invalid_token', [`GET ${path} HTTP/1.1`, `Authorization: ${value}`])
  }
})

test('The names of the scheme and the header are case-insensitive (RFC 9110)', async () => {
  for (const header of [
    `authorization: bearer ${token}`,
    `AUTHORIZATION:BEARER  ${token}`,
    `Authorization:   Bearer ${token}  `,
  ]) {
    const response = await send([`GET ${path} HTTP/1.1`, header])
    assert.equal(response.status, 200)
    assert.equal(response.body.data.id, id)
  }
})

test('A token outside the Authorization header is ignored', async () => {
  await refused(401, 'unauthenticated', [`GET ${path}?access_token=${token} HTTP/1.1`])
  await refused(401, 'unauthenticated', [`GET ${path} HTTP/1.1`, `Cookie: token=${token}`])
  await refused(401, 'unauthenticated', [`GET ${path} HTTP/1.1`, `Proxy-Authorization: ${token}`])
})

test('An id in the path is opaque: no segment leads to another path', async () => {
  for (const segment of [
    ...['', '%2F', '%2f..', '..%2F', '%2e%2e', '..', '.', '%00', 'a%00', '%', '%Z', '%ZZ'],
    ...['%c3%28', '%ff', '%ED%A0%80', `${id}%20`, `${id}%00`, `${id};x=1`, '*', ':id', '{id}'],
    "'--",
    ...['x'.repeat(5_000), '%41'.repeat(5_000), `${id}.json`, '__proto__', 'constructor'],
  ]) {
    const instance = `/v1/fbo-accounts/${segment}`
    const response = await refused(404, 'fbo_account_not_found', [
      `GET ${instance} HTTP/1.1`,
      bearer,
    ])
    assert.ok(response.body.instance.startsWith('/v1/fbo-accounts/'))
    assert.equal(response.headers['content-length'], String(Buffer.byteLength(response.text)))
  }
})

test('A path that is unknown, or in another spelling, is no operation', async () => {
  for (const target of [
    ...['//', '/v1//transfers', '//v1/transfers', '/V1/transfers', '/v1/Transfers'],
    ...['/v1/./transfers', '/v1/x/../transfers', '/v1/transfers%2F', '/v1/fbo-account'],
    ...[`${path}/`, `/v1/fbo-accounts/a/${id}`, '/%76%31', '/v1/%', '/v1/%00', '/..%2f..%2fetc'],
    ...['/v1', '/v1/', '/v1/nothing', '/v1/policies', '/v1/transfers/x/y', '/v1/access-tokens/x'],
    ...['/v1/fbo-accounts/a/b', '/v1/inventory-items/x/y', '/v1/outbound-shipments/x/y'],
    ...['/v1/organization-policy/x', '/v1/transfers/x/Approve', '/v1/transfers/x/approve/y'],
  ]) {
    for (const method of ['GET', 'POST']) {
      // The console is at the root.
      if (method === 'GET' && !target.startsWith('/v1')) continue
      await refused(404, 'route_not_found', [`${method} ${target} HTTP/1.1`, bearer])
      await refused(401, 'unauthenticated', [`${method} ${target} HTTP/1.1`])
    }
  }
  // An empty segment is an unknown id where the path has an id.
  await refused(404, 'transfer_batch_not_found', ['GET /v1/transfers/ HTTP/1.1', bearer])
  await refused(405, 'method_not_allowed', ['POST /v1/transfers/ HTTP/1.1', bearer])
})

test('The absolute form of a target names the same path (RFC 9112)', async () => {
  const response = await send([`GET http://elsewhere.example${path} HTTP/1.1`, bearer])
  assert.equal(response.status, 200)
  await refused(404, 'route_not_found', ['GET http://elsewhere.example/v1/no HTTP/1.1', bearer])
})

test('A query string with malformed, repeated or unknown parameters is refused', async () => {
  const refusedAs = (code: RefusalCode, query: string) =>
    refused(400, code, [`GET ${list}?${query} HTTP/1.1`, bearer])
  for (const query of [
    ...['page=0x10', 'page=1e20', 'page=01', 'page=+1', 'page=%2B1', 'page=1%00'],
    ...['page=1&page=2', 'limit=1&limit=1', 'page=%ZZ', 'status=%ff', 'page=1;limit=2'],
  ]) {
    await refusedAs('invalid_parameter', query)
  }
  for (const query of [
    ...['=1', '%00=1', 'p%61ge2=1', 'page[0]=1', 'page.x=1', '__proto__[x]=1', '%=1'],
    '?page=1',
  ]) {
    await refusedAs('unknown_parameter', query)
  }
  for (const query of ['', '&', 'p%61ge=1', '&page=1&']) {
    const response = await send([`GET ${list}?${query} HTTP/1.1`, bearer])
    assert.equal(response.status, 200, query)
  }
})

test('HEAD responds like GET without a body, also when it is refused', async () => {
  const found = await send([`HEAD ${path} HTTP/1.1`, bearer])
  assert.equal(found.status, 200)
  assert.equal(found.headers['content-type'], 'application/json; charset=utf-8')
  const get = await send([`GET ${path} HTTP/1.1`, bearer])
  assert.equal(found.headers['content-length'], get.headers['content-length'])
  for (const [target, status, header] of [
    [path, 401, 'x: y'],
    ['/v1/fbo-accounts/nobody', 404, bearer],
    ['/v1/nothing', 404, bearer],
    [`/v1/transfers/${id}/approve`, 405, bearer],
    [`${list}?page=0`, 400, bearer],
  ] as const) {
    const response = await send([`HEAD ${target} HTTP/1.1`, header])
    assert.equal(response.status, status)
    assert.equal(response.headers['content-type'], 'application/problem+json')
    assert.ok(response.headers['x-request-id'])
  }
})

test('A method that a path does not support gets 405 with Allow', async () => {
  for (const method of ['OPTIONS', 'TRACE', 'PUT', 'DELETE', 'POST', 'SEARCH', 'QUERY', 'PURGE']) {
    const response = await refused(405, 'method_not_allowed', [
      `${method} ${path} HTTP/1.1`,
      bearer,
    ])
    assert.equal(response.headers.allow, 'GET, HEAD, PATCH')
    await refused(404, 'route_not_found', [`${method} /v1/nothing HTTP/1.1`, bearer])
    await refused(401, 'unauthenticated', [`${method} ${path} HTTP/1.1`])
  }
  // The whole service (RFC 9110, 7.1) is known by its root.
  await refused(405, 'method_not_allowed', ['OPTIONS * HTTP/1.1', bearer])
})

test('The body of a GET is ignored', async () => {
  const body = '{"firstName":"Eva"}'
  const lines = [`GET ${path} HTTP/1.1`, bearer, 'Content-Type: text/plain']
  const response = await withoutWriting(records, () =>
    send([...lines, `Content-Length: ${body.length}`], body),
  )
  assert.equal(response.status, 200)
})

test("The response repeats a caller's X-Request-Id if it is safe to log", async () => {
  for (const sent of ['a', 'x'.repeat(128), 'A.b_c-9']) {
    const response = await send([`GET ${path} HTTP/1.1`, bearer, `X-Request-Id: ${sent}`])
    assert.equal(response.headers['x-request-id'], sent)
  }
  for (const sent of ['', 'x'.repeat(129), 'a b', 'a/b', 'é', '{"a":1}', 'a, b']) {
    const response = await refused(404, 'route_not_found', [
      'GET /v1/nothing HTTP/1.1',
      bearer,
      `X-Request-Id: ${sent}`,
    ])
    assert.match(response.headers['x-request-id'] as string, /^[0-9a-f-]{36}$/)
  }
})
