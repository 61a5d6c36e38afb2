import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { originRefusal } from '../../src/sessions/own-origin.rules.ts'
import { pageHeaders, TestBrowser } from '../support/vault/browser.ts'
import { openVault } from '../support/vault/vault.ts'

// Login CSRF, forms of other origins, plain HTTP: the cookie is neither set nor taken.

const { records, url, sql, logLines } = await openVault()
const organizationId = await records.organization()
const { token } = await records.token(organizationId)
const browser = new TestBrowser(url)
await browser.signIn(token)

const ROUTES = [
  ['POST', '/session', { token }],
  ['POST', '/session/bearer', { active: true }],
  ['DELETE', '/session', undefined],
  ['POST', '/session/list', undefined],
  ['POST', '/session/code', { code: 'x' }],
  ['DELETE', '/session/sess_x', undefined],
] as const

const FOREIGN: readonly (readonly [why: string, headers: Record<string, string>])[] = [
  ['a page of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['a page of another origin of the site', { 'sec-fetch-site': 'same-site' }],
  ['a sandboxed page', { origin: 'null' }],
  ['a page at another port of this machine', { origin: 'http://127.0.0.1:1' }],
  ['a link or a bookmark', { 'sec-fetch-site': 'none' }],
]

for (const [method, path, body] of ROUTES) {
  for (const [why, headers] of FOREIGN) {
    test(`${method} ${path} is refused to ${why}, with the cookie or without`, async () => {
      const refused = await browser.send(method, path, body, headers)
      assert.deepEqual([refused.status, refused.body.code], [403, 'cross_site_request'])
      assert.deepEqual(refused.headers.getSetCookie(), [])
      const stranger = new TestBrowser(url)
      assert.equal((await stranger.send(method, path, body, headers)).status, 403)
    })
  }

  test(`${method} ${path} is refused where the browser does not say which page sent it`, async () => {
    for (const missing of ['origin', 'sec-fetch-site']) {
      const headers = { ...pageHeaders(url), cookie: browser.cookie as string }
      delete (headers as Record<string, string>)[missing]
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      const response = await fetch(`${url}${path}`, init)
      assert.equal(response.status, 403)
    }
  })
}

test('A form of another origin that sends the cookie changes nothing', async () => {
  const [before] = await sql`select count(*)::int as sessions from sessions`
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json']) {
    const response = await fetch(`${url}/session`, {
      method: 'POST',
      headers: {
        origin: 'https://evil.example',
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'content-type': type,
        cookie: browser.cookie as string,
      },
      body: JSON.stringify({ token }),
    })
    assert.equal(response.status, 403, type)
  }
  assert.deepEqual([before], [...(await sql`select count(*)::int as sessions from sessions`)])
  assert.match(await browser.trade(), /^vis_/)
})

test('No address and no Referer of these requests has a secret, nor has the log', async () => {
  const bearer = await browser.trade()
  const secret = browser.cookie?.split('.').at(-1) as string
  for (const one of [token, bearer, secret]) assert.ok(!logLines.join('').includes(one))
  const { headers } = await browser.send('POST', '/session/bearer', { active: true })
  assert.equal(headers.get('referrer-policy'), 'no-referrer')
})

const CASES: readonly (readonly [
  origin: string | undefined,
  host: string,
  publicOrigin: string | null,
  code: string | undefined,
])[] = [
  ['https://vault.example.com', 'vault.example.com', null, undefined],
  ['https://vault.example.com', 'vault.example.com:443', null, undefined],
  ['https://vault.example.com:8443', 'vault.example.com:8443', null, undefined],
  ['https://vault.example.com', 'vault.example.com:8443', null, 'cross_site_request'],
  ['https://vault.example.com', '10.0.0.5:8080', 'https://vault.example.com', undefined],
  ['https://other.example.com', '10.0.0.5:8080', 'https://vault.example.com', 'cross_site_request'],
  ['http://localhost:8080', 'localhost:8080', 'https://vault.example.com', undefined],
  ['http://127.0.0.1:8080', '127.0.0.1:8080', null, undefined],
  ['http://[::1]:8080', '[::1]:8080', null, undefined],
  ['http://vault.example.com', 'vault.example.com', null, 'https_required'],
  ['http://10.0.0.5:8080', '10.0.0.5:8080', null, 'https_required'],
  ['http://localhost.evil.example', 'localhost.evil.example', null, 'https_required'],
  ['http://vault.example.com', 'vault.example.com', 'https://vault.example.com', 'https_required'],
  ['ftp://vault.example.com', 'vault.example.com', null, 'https_required'],
  ['null', 'null', null, 'cross_site_request'],
  [undefined, 'vault.example.com', null, 'cross_site_request'],
  ['https://vault.example.com', '', null, 'cross_site_request'],
]

for (const [origin, host, publicOrigin, code] of CASES) {
  test(`${origin} at ${host || 'no host'} of ${publicOrigin}: ${code ?? 'goes on'}`, () => {
    const refusal = originRefusal({ origin, host, fetchSite: 'same-origin' }, publicOrigin)
    assert.equal(refusal?.code, code)
  })
}

test('PUBLIC_URL is an origin over HTTPS, or of this machine', () => {
  for (const [text, origin] of [
    ['https://vault.example.com/', 'https://vault.example.com'],
    ['https://vault.example.com:443', 'https://vault.example.com'],
    ['http://localhost:8080', 'http://localhost:8080'],
  ] as const) {
    assert.equal(readConfig({ PUBLIC_URL: text }).PUBLIC_URL, origin)
  }
  for (const text of [
    'vault.example.com',
    'http://vault.example.com',
    'https://a.example/b',
    'x:',
  ]) {
    assert.throws(() => readConfig({ PUBLIC_URL: text }), /PUBLIC_URL must be/)
  }
})
