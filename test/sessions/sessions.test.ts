import assert from 'node:assert/strict'
import { test } from 'node:test'
import { originRefusal } from '../../src/access/sessions/own-origin.rules.ts'
import { readConfig } from '../../src/runtime/config/config.ts'
import { pageHeaders, TestBrowser } from '../support/vault/browser.ts'
import { openVault } from '../support/vault/vault.ts'

// The routes of a browser's session: sign in by token, trade the cookie for bearers, sign out.

const { records, sql, url, api, logLines } = await openVault()
const { organizationId, ...manager } = await records.owner()
const { token } = await records.owner()
const browser = new TestBrowser(url)
await browser.signIn(token)

async function statusOf(token: string): Promise<number> {
  return (await api.get('/v1/caller', { token })).status
}

async function signedIn(token?: string) {
  const browser = new TestBrowser(url)
  await browser.signIn(token ?? (await records.token(organizationId)).token)
  return browser
}

test('A sign-in by token keeps a cookie, whose bearer acts as the token', async () => {
  const { token, id } = await records.token(organizationId)
  const browser = new TestBrowser(url)
  const { headers } = await browser.send('POST', '/session', { token }, { 'user-agent': 'Lynx/2' })
  const [cookie = ''] = headers.getSetCookie()
  const [pair = '', ...attributes] = cookie.split('; ')
  const whole = ['Path=/', 'Max-Age=43200', 'HttpOnly', 'Secure', 'SameSite=Strict']
  assert.deepEqual(attributes, whole)
  const [, named, secret = ''] =
    /^__Host-vault-session=(org_\w+)\.([\w-]{43})$/.exec(pair) ?? assert.fail(pair)
  assert.equal(named, organizationId)

  const traded = await browser.send('POST', '/session/bearer', { active: true })
  assert.equal(traded.status, 200)
  assert.equal(traded.headers.get('cache-control'), 'no-store')
  const { token: bearer, sessionId, ...times } = traded.body.data
  assert.match(sessionId, /^sess_\w+$/)
  assert.deepEqual(times, { personId: null, expiresInMs: 600_000, idleInMs: 3_600_000 })
  assert.match(bearer, /^vis_[0-9A-Za-z]{49}\.org_\w+$/)
  const caller = await api.get('/v1/caller', { token: bearer })
  assert.deepEqual([caller.status, caller.body.data.tokenId], [200, id])

  const [row] = await sql`select * from sessions where access_token_id = ${id}`
  assert.deepEqual([row?.userAgent, row?.address, row?.endedAt], ['Lynx/2', '127.0.0.1', null])
  for (const text of [secret, bearer]) {
    assert.ok(!JSON.stringify(row).includes(text), 'only hashes are stored')
    assert.ok(!logLines.join('').includes(text), 'no secret is in the log')
  }
})

test('Each tab has a bearer of its own; signing out ends all of them at once', async () => {
  const browser = await signedIn()
  const bearers = [await browser.trade(), await browser.trade(false)]
  assert.notEqual(bearers[0], bearers[1])
  for (const bearer of bearers) assert.equal(await statusOf(bearer), 200)
  const cookie = browser.cookie as string
  const { status, headers } = await browser.send('DELETE', '/session')
  assert.equal(status, 204)
  assert.match(headers.getSetCookie()[0] ?? '', /^__Host-vault-session=; Path=\/; Max-Age=0;/)
  for (const bearer of bearers) assert.equal(await statusOf(bearer), 401)
  // Whoever copied the cookie has nothing.
  browser.cookie = cookie
  const { status: later, body } = await browser.send('POST', '/session/bearer', { active: true })
  assert.deepEqual([later, body.code], [401, 'session_ended'])
  assert.equal((await browser.send('DELETE', '/session')).status, 204)
})

test('A sign-in makes a new session, and ends that of the cookie which came with it', async () => {
  const fixed = await signedIn()
  const victim = new TestBrowser(url)
  victim.cookie = fixed.cookie
  const bearer = await fixed.trade()
  await victim.signIn(manager.token)
  assert.notEqual(victim.cookie, fixed.cookie)
  assert.equal(await statusOf(bearer), 401, 'what was fixed knows nothing of the new session')
  const { status } = await fixed.send('POST', '/session/bearer', { active: true })
  assert.equal(status, 401)
  const { body } = await api.get('/v1/caller', { token: await victim.trade() })
  assert.equal(body.data.tokenId, manager.id)
})

test('Only a live token signs in: no bearer does, so no session outlives its end', async () => {
  const browser = await signedIn()
  const revoked = await records.token(organizationId)
  await sql`update access_tokens set revoked_at = now() where id = ${revoked.id}`
  for (const token of ['vis_wrong', revoked.token, await browser.trade()]) {
    const other = new TestBrowser(url)
    const { status, body } = await other.send('POST', '/session', { token })
    assert.deepEqual([status, body.code, other.cookie], [401, 'invalid_token', undefined])
  }
})

test('The end of the token is the end of its sessions', async () => {
  const { token, id } = await records.token(organizationId)
  const browser = await signedIn(token)
  const bearer = await browser.trade()
  assert.equal(await statusOf(bearer), 200)
  await api.post(`/v1/access-tokens/${id}/revoke`, { token: manager.token })
  assert.equal(await statusOf(bearer), 401)
  const { status } = await browser.send('POST', '/session/bearer', { active: true })
  assert.equal(status, 401)
})

test('A body that breaks a rule is refused with each violation', async () => {
  const browser = new TestBrowser(url)
  for (const [path, body, pointers] of [
    ['/session', {}, ['/token']],
    ['/session', { token: 1, more: 2 }, ['/more', '/token']],
    ['/session/bearer', { active: 'yes' }, ['/active']],
  ] as const) {
    const { status, body: problem } = await browser.send('POST', path, body)
    assert.equal(status, 400)
    const found = problem.errors.map(({ pointer }: { pointer: string }) => pointer)
    assert.deepEqual(found.sort(), [...pointers])
  }
  assert.equal((await browser.send('POST', '/session/bearer')).status, 400)
})

test('Operations never look at the cookie', async () => {
  const browser = await signedIn()
  const { status, body } = await browser.send('GET', '/v1/caller')
  assert.deepEqual([status, body.code], [401, 'unauthenticated'])
})

// Login CSRF, forms of other origins, plain HTTP: the cookie is neither set nor taken.

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
    const headers = { origin, 'sec-fetch-site': 'same-origin' }
    const refusal = originRefusal({ headers, host }, publicOrigin)
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
