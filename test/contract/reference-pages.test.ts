import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { REFUSALS } from '../../src/domain/errors.ts'
import { titleOf } from '../../src/http/openapi/openapi-texts.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openOwnVault, openVault } from '../support/vault/vault.ts'

const { url, app } = await openVault()
const off = await openOwnVault({ BASE_PATH: '/vault', DOCS: false })

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

const LINK = /^- \[(.+?)\]\((.+?)\): (.+)$/

test('/llms.txt has the form of llmstxt.org: a title, a summary, lists of links', async () => {
  const response = await fetch(`${url}/llms.txt`)
  assert.equal(response.headers.get('content-type'), 'text/markdown; charset=utf-8')
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  const lines = (await response.text()).trimEnd().split('\n')
  assert.equal(lines[0], '# Vault Inventory Service')
  assert.match(lines[2] as string, /^> .+\.$/)
  const titles = lines.filter((line) => line.startsWith('#'))
  const sections = ['Operations', 'Problems', 'Documents', 'Optional']
  assert.deepEqual(
    titles.slice(1),
    sections.map((name) => `## ${name}`),
  )
  const below = lines.slice(lines.indexOf('## Operations')).filter((line) => line !== '')
  for (const line of below.filter((each) => !each.startsWith('#'))) assert.match(line, LINK)
})

test('every link of /llms.txt is there, and together they have every operation and problem', async () => {
  const links = (await read('/llms.txt')).split('\n').flatMap((line) => LINK.exec(line)?.[2] ?? [])
  assert.ok(links.length > 15)
  const pages = await Promise.all(links.map((path) => read(path)))
  const markdown = pages.filter((_, at) => links[at]?.endsWith('.md'))
  for (const { operationId, method, path } of app.operations) {
    const found = markdown.filter((page) => page.includes(`\n## ${titleOf(operationId)}\n`))
    assert.equal(found.length, 1, operationId)
    assert.ok(found[0]?.includes(`\`${method} ${path}\` (\`${operationId}\`)`), operationId)
  }
  for (const [code, { status }] of Object.entries(REFUSALS)) {
    assert.ok(
      markdown.some((page) => page.includes(`| \`${code}\` | ${status} | `)),
      code,
    )
  }
  const whole = await read('/llms-full.txt')
  for (const page of markdown) assert.ok(whole.includes(page.trimEnd()))
  assert.doesNotMatch(whole, /undefined|\[object/)
})

test('a page has the arguments of an operation, which are required, and an example', async () => {
  const page = await read('/llms/transfers.md')
  const create = page.split('\n## ').find((part) => part.startsWith('Create Transfer\n')) ?? ''
  assert.match(create, /permission `transfer_batches:create`/)
  assert.match(create, /\n- `items` \(required\): /)
  assert.match(create, /\n- `notes`: /)
  assert.match(create, /\n- `validateOnly`: .*\n/)
  assert.match(create, /\n- `Idempotency-Key`: /)
  assert.match(create, /```json\n\{"fromFboAccountId":/)
  assert.match(create, /Refused with: .*`item_not_in_vault`/)
  assert.match(await read('/llms/imports.md'), /```csv\n/)
})

test('a page that is not there is 404, and the links follow BASE_PATH and DOCS', async () => {
  assert.equal((await fetch(`${url}/llms/nothing.md`)).status, 404)
  const text = await read('/vault/llms.txt', off.url)
  assert.match(text, /\(\/vault\/llms\/transfers\.md\)/)
  assert.match(text, /\(\/vault\/openapi\.json\)/)
  assert.doesNotMatch(text, /\/docs\)/)
})

async function read(path: string, base = url): Promise<string> {
  const response = await fetch(`${base}${path}`)
  assert.equal(response.status, 200, path)
  return await response.text()
}

function policyOf(response: Response): string {
  return response.headers.get('content-security-policy') ?? ''
}
