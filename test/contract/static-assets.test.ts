import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { codingFor, StaticAsset } from '../../src/http/pages/static-asset.ts'
import { getAsSent } from '../support/contract/small-console.ts'
import { openVault } from '../support/vault/vault.ts'

const { url } = await openVault()
const get = (path: string, headers: Record<string, string>) => getAsSent(url, path, { headers })

const TEXTS = ['/openapi.json', '/docs/js/start.js', '/docs/js/scalar.js']
const CODINGS = [
  { accepted: undefined, coding: undefined, decoded: (body: Buffer) => body },
  { accepted: 'gzip, deflate', coding: 'gzip', decoded: gunzipSync },
  { accepted: 'gzip, deflate, br, zstd', coding: 'br', decoded: brotliDecompressSync },
]

for (const path of TEXTS) {
  test(`${path} is compressed as the client accepts, and 304 for a client that has it`, async () => {
    const bodies: string[] = []
    const tags: string[] = []
    for (const { accepted, coding, decoded } of CODINGS) {
      const headers = accepted === undefined ? {} : { 'Accept-Encoding': accepted }
      const { response, body } = await get(path, headers)
      assert.equal(response.statusCode, 200)
      assert.equal(response.headers['content-encoding'], coding)
      assert.equal(response.headers['content-length'], `${body.length}`)
      assert.equal(response.headers.vary, 'Accept-Encoding')
      assert.equal(response.headers['cache-control'], 'public, no-cache')
      const { etag } = response.headers as { etag: string }
      bodies.push(decoded(body).toString())
      tags.push(etag)

      const known = await get(path, { ...headers, 'If-None-Match': `"another", ${etag}` })
      assert.equal(known.response.statusCode, 304)
      assert.equal(known.body.length, 0)
      assert.equal(known.response.headers.etag, etag)
      assert.equal(known.response.headers.vary, 'Accept-Encoding')
      assert.equal(known.response.headers['content-encoding'], undefined)
      const other = await get(path, { ...headers, 'If-None-Match': '"another"' })
      assert.deepEqual([other.response.statusCode, other.body.length], [200, body.length])
    }
    assert.equal(new Set(bodies).size, 1)
    assert.equal(new Set(tags).size, CODINGS.length, 'a tag names bytes, and these differ')
  })
}

test('the document and the script of /docs are sent at less than a sixth and a third', async () => {
  for (const [path, part] of [
    ['/openapi.json', 6],
    ['/docs/js/scalar.js', 3],
  ] as const) {
    const { body } = await get(path, {})
    const small = await get(path, { 'Accept-Encoding': 'gzip' })
    assert.ok(small.body.length * part < body.length, path)
  }
})

test('a text is compressed once for any number of simultaneous requests', async () => {
  const app = Fastify()
  const sent = new Set<unknown>()
  app.addHook('onSend', async (_request, _reply, payload) => {
    sent.add(payload)
  })
  const asset = new StaticAsset('text/plain', 'A text. '.repeat(100_000))
  app.get('/', (request, reply) => asset.send(request, reply))
  const headers = { 'Accept-Encoding': 'gzip' }
  await Promise.all([1, 2, 3].map(() => app.inject({ url: '/', headers })))
  await app.inject({ url: '/', headers })
  assert.equal(sent.size, 1, 'one buffer for all of them')
  await app.close()
})

test('Accept-Encoding is read as RFC 9110 says', () => {
  for (const [header, coding] of [
    ['GZIP', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0,gzip ; q=0.2', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0.01', 'gzip'],
    ['gzip;q=0.00, *', 'br'],
    [undefined, undefined],
    ['', undefined],
    ['gzip;q=0', undefined],
    ['*;q=0', undefined],
    ['xgzip, xbr', undefined],
    [',;,', undefined],
  ] as const) {
    assert.equal(codingFor(header), coding, `${header}`)
  }
})
