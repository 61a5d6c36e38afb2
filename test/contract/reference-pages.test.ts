import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openOwnVault, openVault } from '../support/vault/vault.ts'

const { url } = await openVault()
const off = await openOwnVault({ DOCS: false })

const FILES = [
  ['/docs', 'text/html; charset=utf-8'],
  ['/docs/', 'text/html; charset=utf-8'],
  ['/docs/js/start.js', 'text/javascript; charset=utf-8'],
  ['/docs/js/scalar.js', 'text/javascript; charset=utf-8'],
] as const
const PATHS = FILES.map(([path]) => path)

for (const [path, contentType] of FILES) {
  test(`GET ${path} needs no token`, async () => {
    const response = await fetch(`${url}${path}`, { headers: { 'Accept-Encoding': 'identity' } })
    const text = await response.text()
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), contentType)
    assert.equal(Number(response.headers.get('content-length')), Buffer.byteLength(text))
  })
}

test('the page loads only what its content security policy allows, and the policy allows no more', async () => {
  const response = await fetch(`${url}/docs/`)
  const page = await response.text()
  const nonce = /'nonce-([A-Za-z0-9+/]{22}==)'/.exec(policyOf(response))?.[1] as string
  assert.deepEqual(policyOf(response).split('; '), [
    "default-src 'none'",
    "script-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    `style-src 'nonce-${nonce}'`,
    'sandbox allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox',
  ])
  assert.equal(response.headers.get('cache-control'), 'no-store', 'a nonce is used once')

  const scripts = [...page.matchAll(/<script\b([^>]*)>([^<]*)/g)]
  assert.deepEqual(
    scripts.map(([, attributes, text]) => [attributes, text]),
    [
      [' src="/docs/js/start.js"', ''],
      [' src="/docs/js/scalar.js"', ''],
    ],
  )
  for (const [tag] of page.matchAll(/<style\b[^>]*>/g)) {
    assert.equal(tag, `<style nonce="${nonce}">`)
  }
  assert.doesNotMatch(page, /\s(style|on\w+)=|javascript:|<(base|form|iframe|link|object)\b/i)
  assert.ok(page.includes(`<meta property="csp-nonce" content="${nonce}" />`))
  assert.notEqual(policyOf(await fetch(`${url}/docs/`)), policyOf(response))
})

test('the scripts start the library with the document of this service', async () => {
  const start = await (await fetch(`${url}/docs/js/start.js`)).text()
  assert.match(
    start,
    /const url = new URL\('\.\.\/\.\.\/openapi\.json', document\.currentScript\.src\)/,
  )
  assert.match(start, /Scalar\.createApiReference\('#app', \{\n {4}url,/)
  const library = await (await fetch(`${url}/docs/js/scalar.js`)).text()
  assert.match(library, /meta\[property=csp-nonce\]/, 'it looks for the nonce where we put it')
})

test('the page, whose origin is its own, may read its scripts and the document, and nothing else', async () => {
  const sharedWith = async (path: string) => {
    const { headers } = await fetch(`${url}${path}`, { headers: { Origin: 'null' } })
    return [headers.get('cross-origin-resource-policy'), headers.get('access-control-allow-origin')]
  }
  assert.deepEqual(await sharedWith('/docs/js/start.js'), ['cross-origin', null])
  assert.deepEqual(await sharedWith('/docs/js/scalar.js'), ['cross-origin', null])
  assert.deepEqual(await sharedWith('/openapi.json'), ['same-origin', '*'])
  for (const path of ['/docs/', '/console', '/v1/caller', '/.well-known/vault-keys.json']) {
    assert.deepEqual(await sharedWith(path), ['same-origin', null], path)
  }
})

test('a path that is not a page of the reference gets the 404 of any unknown path', async () => {
  for (const path of ['/docs/no-such-page', '/docs/js', '/docs/..%2fpackage.json']) {
    const response = await fetch(`${url}${path}`)
    const { code } = (await response.json()) as { code: string }
    assert.deepEqual([response.status, code], [404, 'route_not_found'], path)
  }
})

test('With DOCS=off the pages are 404 and the document is served', async () => {
  for (const path of PATHS) {
    const response = await fetch(`${off.url}${path}`, { redirect: 'manual' })
    const { code } = (await response.json()) as { code: string }
    assert.deepEqual([response.status, code], [404, 'route_not_found'], path)
  }
  assert.equal((await fetch(`${off.url}/openapi.json`)).status, 200)
  assert.equal((await fetch(`${off.url}/favicon.ico`)).status, 204)
})

test('the number of slow readers is bounded, and one that leaves frees its place', async (t) => {
  const script = `${url}/docs/js/scalar.js`
  const { hostname, port } = new URL(url)
  const readers = Array.from({ length: 32 }, () => connect(Number(port), hostname))
  t.after(() => readers.map((reader) => reader.destroy()))
  for (const reader of readers) {
    reader.write('GET /docs/js/scalar.js HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(reader, 'readable')
  }
  const refused = await fetch(script)
  const { code } = (await refused.json()) as { code: string }
  assert.deepEqual([refused.status, code], [503, 'temporarily_unavailable'])
  assert.equal(refused.headers.get('retry-after'), '1')
  assert.equal((await fetch(`${url}/openapi.json`)).status, 200)

  readers[0]?.destroy()
  await eventually(async () => {
    const response = await fetch(script)
    await response.arrayBuffer()
    return response.status === 200
  }, 'a place for another reader')
})

test('readers that disconnect before their turn free their places', async () => {
  const { port } = new URL(url)
  const request = 'GET /docs/js/scalar.js HTTP/1.1\r\nHost: vault\r\n\r\n'
  for (let reader = 0; reader < 8; reader += 1) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(request.repeat(8))
    await once(socket, 'data')
    socket.destroy()
  }
  await eventually(async () => {
    const responses = await Promise.all(
      Array.from({ length: 32 }, () => fetch(`${url}/docs/js/scalar.js`, { method: 'HEAD' })),
    )
    return responses.every(({ status }) => status === 200)
  }, 'places for 32 readers')
})

function policyOf(response: Response): string {
  return response.headers.get('content-security-policy') ?? ''
}
