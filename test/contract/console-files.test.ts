import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { getAsSent, SMALL_CONSOLE, writtenFolder } from '../support/contract/small-console.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const beside = writtenFolder({ 'package.json': 'no file of the console' })
cpSync(writtenFolder(SMALL_CONSOLE), join(beside, 'console/dist'), { recursive: true })
const { url, logLines } = await openOwnVault({}, { consoleFolder: join(beside, 'console/dist') })
const off = await openOwnVault({ CONSOLE: false }, { consoleFolder: writtenFolder(SMALL_CONSOLE) })

interface Options {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly origin?: string
}

const get = (path: string, { origin = url, ...options }: Options = {}) =>
  getAsSent(origin, path, options)

const SCRIPT = '/console/assets/main-B1cD2eF3.js'
const FILES = [
  [SCRIPT, 'text/javascript; charset=utf-8'],
  ['/console/assets/main-A1b2C3d4.css', 'text/css; charset=utf-8'],
  ['/console/assets/logo-C1d2E3f4.svg', 'image/svg+xml'],
  ['/console/assets/inter-D1e2F3g4.woff2', 'font/woff2'],
] as const
const PAGES = [
  ...['/console', '/console/', '/console/index.html', '/console/transfers/xfer_1'],
  ...['/console/transfers?status=pending', '/console/assets', '/console/a%2Fb/%00'],
]

test('the page is at /console and at every path below that is no file', async () => {
  for (const path of PAGES) {
    const { response, body } = await get(path)
    assert.equal(response.statusCode, 200, path)
    assert.equal(response.headers['content-type'], 'text/html; charset=utf-8', path)
    assert.equal(body.toString(), pageWith(nonceOf(response)), path)
  }
})

test('a browser at the root is led to the page, any other client is not', async () => {
  const headers = { accept: 'text/html,*/*;q=0.8' }
  const { response } = await get('/', { headers })
  assert.deepEqual([response.statusCode, response.headers.location], [302, '/console'])
  assert.equal((await get('/')).response.statusCode, 404)
  assert.equal((await get('/', { headers, origin: off.url })).response.statusCode, 404)
})

test('the policy of the page allows what its build needs, and no more', async () => {
  const { headers } = (await get('/console')).response
  assert.equal(
    headers['content-security-policy'],
    "default-src 'none'; script-src 'self'; img-src 'self' data:; connect-src 'self'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
      `style-src 'self' 'nonce-${nonceOf({ headers })}'; font-src 'self'`,
  )
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['cache-control'], 'no-store', 'a nonce is used once')
})

test('each response has a nonce of its own', async () => {
  const responses = await Promise.all(PAGES.map((path) => get(path)))
  assert.equal(new Set(responses.map(({ response }) => nonceOf(response))).size, PAGES.length)
})

for (const [path, contentType] of FILES) {
  test(`${path} is kept for good`, async () => {
    const { response, body } = await get(path)
    assert.deepEqual([response.statusCode, body.toString()], [200, textOf(path)])
    assert.equal(response.headers['content-type'], contentType)
    assert.equal(response.headers['content-length'], `${body.length}`)
    assert.equal(response.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(response.headers['x-content-type-options'], 'nosniff')
    const { etag } = response.headers as { etag: string }
    const known = await get(path, { headers: { 'If-None-Match': etag } })
    assert.deepEqual([known.response.statusCode, known.body.length], [304, 0])
    assert.equal(known.response.headers.etag, etag)
  })
}

test('a file whose name has no hash is revalidated', async () => {
  const { response, body } = await get('/console/LICENSES.txt')
  assert.equal(body.toString(), SMALL_CONSOLE['LICENSES.txt'])
  assert.equal(response.headers['cache-control'], 'public, no-cache')
})

test('text is compressed as the client accepts, a font never', async () => {
  const headers = { 'Accept-Encoding': 'gzip, br' }
  const { response, body } = await get(SCRIPT, { headers })
  assert.equal(response.headers['content-encoding'], 'br')
  assert.equal(response.headers.vary, 'Accept-Encoding')
  assert.ok(body.length * 10 < textOf(SCRIPT).length)
  assert.equal(brotliDecompressSync(body).toString(), textOf(SCRIPT))
  const font = await get('/console/assets/inter-D1e2F3g4.woff2', { headers })
  assert.equal(font.response.headers['content-encoding'], undefined)
  assert.equal(font.body.toString(), textOf('/console/assets/inter-D1e2F3g4.woff2'))
})

test('HEAD has the headers of GET and no body', async () => {
  for (const path of ['/console', '/console/transfers', SCRIPT]) {
    const [whole, head] = await Promise.all([get(path), get(path, { method: 'HEAD' })])
    assert.deepEqual([head.response.statusCode, head.body.length], [200, 0])
    for (const name of ['content-type', 'content-length', 'cache-control', 'etag']) {
      assert.equal(head.response.headers[name], whole.response.headers[name], `${path} ${name}`)
    }
  }
})

test('an asset that does not exist is a 404, as are paths that climb out of the folder', async () => {
  for (const path of [
    ...['/console/assets/main-00000000.js', '/console/assets/', '/console/assets/..'],
    ...['/console/assets/%2e%2e/index.html', '/console/assets/..%2f..%2f..%2fpackage.json'],
    ...['/console/assets/..%5c..%5cpackage.json', '/console/assets/main-B1cD2eF3.js%00'],
    ...['/console/assets/main-B1cD2eF3.js/', '/console/assets%2F%2Fmain-B1cD2eF3.js'],
    '/console/assets/%',
  ]) {
    assert.deepEqual(await refusalOf(path), [404, 'route_not_found'], path)
  }
})

test('no path shows a file outside of the folder', async () => {
  for (const path of [
    ...['/console/..', '/console/../package.json', '/console/%2e%2e/%2e%2e/package.json'],
    ...['/console/..%2F..%2Fpackage.json', '/console/..%252F..%252Fpackage.json'],
    ...['/console/..%5C..%5Cpackage.json', '/console//etc/passwd', '/console/%2Fetc%2Fpasswd'],
    ...['/console/LICENSES.txt%00.html', '/console/__proto__'],
    '/console/%c0%ae%c0%ae/package.json',
  ]) {
    const { response, body } = await get(path)
    assert.equal(body.toString(), pageWith(nonceOf(response)), path)
  }
})

test('other methods, and paths beside it, are refused as anywhere', async () => {
  assert.deepEqual(await refusalOf('/console', { method: 'POST' }), [401, 'unauthenticated'])
  assert.deepEqual(await refusalOf('/consoles'), [401, 'unauthenticated'])
  assert.deepEqual(await refusalOf('//console'), [401, 'unauthenticated'])
})

test('with CONSOLE=off every path is 404, and the reference stays', async () => {
  for (const path of [...PAGES, ...FILES.map(([file]) => file)]) {
    const refusal = await refusalOf(path, { origin: off.url })
    assert.deepEqual(refusal, [404, 'route_not_found'], path)
  }
  assert.equal((await fetch(`${off.url}/docs/`)).status, 200)
})

test('a console that is not built is a 404 that says how, until it is built', async () => {
  const folder = writtenFolder({})
  const { url: origin } = await openOwnVault({}, { consoleFolder: folder })
  for (const path of ['/console', '/console/transfers', SCRIPT]) {
    const { response, body } = await get(path, { origin })
    const { code, detail } = JSON.parse(body.toString())
    assert.deepEqual([response.statusCode, code], [404, 'route_not_found'])
    assert.equal(detail, 'The console is not built: run `npm run build:console`.')
  }
  assert.equal((await fetch(`${origin}/health/ready`)).status, 200)

  cpSync(writtenFolder(SMALL_CONSOLE), folder, { recursive: true })
  assert.equal((await get(SCRIPT, { origin })).response.statusCode, 200)
})

test('its requests are not logged', () => {
  assert.ok(logLines.some((line) => line.includes('"code":"unauthenticated"')))
  assert.deepEqual(
    logLines.filter((line) => line.includes('/console')),
    [],
  )
})

async function refusalOf(path: string, options: Options = {}): Promise<[number, string]> {
  const { response, body } = await get(path, options)
  return [response.statusCode as number, JSON.parse(body.toString()).code]
}

function nonceOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const policy = headers['content-security-policy'] as string
  return /'nonce-([A-Za-z0-9+/]{22}==)'/.exec(policy)?.[1] as string
}

function pageWith(nonce: string): string {
  return textOf('/console/index.html')
    .replace('__CSP_NONCE__', nonce)
    .replace('__BASE_PATH__', '')
    .replaceAll('"./', '"/console/')
}

function textOf(path: string): string {
  return SMALL_CONSOLE[path.replace('/console/', '')] as string
}
