import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { newSessionCookie } from '../../src/access/sessions/session-cookie.ts'
import { newBearer, newToken } from '../../src/access/tokens/token-secret.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { pageHeaders, TestBrowser } from '../support/vault/browser.ts'
import { waitingForLocks } from '../support/vault/lock-wait.ts'
import { openOwnVault } from '../support/vault/vault.ts'

// Whoever has proven nothing can name any organization: all of them are one line.

/** Routes that the service registers without a token: method and path. */
const routes: (readonly [method: string, url: string])[] = []
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { readonly fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url, config }) => {
    if (config?.public !== true) return
    for (const each of [method].flat()) if (each !== 'HEAD') routes.push([each, url])
  })
})

const WAITING_MAX = 8
const limits = { DATABASE_QUEUE_MAX: WAITING_MAX, DATABASE_QUEUE_TIMEOUT_MS: 60_000 }
const vault = await openOwnVault({ ...limits, DATABASE_LOCK_TIMEOUT_MS: 60_000 })
const { api, app, database, records, sql, url } = vault
const { organizationId, token } = await records.owner()
const accountId = await records.fboAccount(organizationId)
const guarded = await openOwnVault({ AUTH_FAILURES_PER_MINUTE: 3 })

/** All that a stranger may have made up. */
function madeUp() {
  const organizationId = `org_${randomBytes(12).toString('hex')}`
  const { value } = newSessionCookie(organizationId)
  return { organizationId, value, bearer: newBearer(organizationId, 'live') }
}

const CODE = () => ({ code: madeUp().value })
const BODIES: Readonly<Record<string, () => object>> = {
  '/session': CODE,
  '/session/code': CODE,
  '/session/bearer': () => ({ active: true }),
}

/** The status of a request for such a route, as a program sends it for a stranger. */
async function send(method: string, path: string, to = url): Promise<number> {
  const { organizationId, value, bearer } = madeUp()
  const filled = path.replace(':organizationId', organizationId).replace(/:\w+|\*/, 'sess_x')
  const body = method === 'POST' ? BODIES[path]?.() : undefined
  const { 'content-type': type, ...page } = pageHeaders(to)
  const response = await fetch(to + filled, {
    method,
    redirect: 'manual',
    headers: {
      ...page,
      cookie: `__Host-vault-session=${value}`,
      authorization: `Bearer ${bearer}`,
      ...(body && { 'content-type': type as string }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  await response.arrayBuffer()
  return response.status
}

/** While it runs, each look-up of a secret or a provider waits. */
function whileHeld<T>(of: typeof vault, work: () => Promise<T>) {
  return of.sql.begin(async (tx) => {
    await tx`
      lock table sessions, session_bearers, sign_in_codes, identity_providers
      in access exclusive mode`
    return { result: await work() }
  })
}

test('On every route without a token, made-up organizations are one line', async () => {
  assert.ok(routes.length > 15, 'the routes of the console and its pages, of health and sessions')
  const asked = [...routes, ['GET', '/v1/caller'] as const]
  const { result } = await whileHeld(vault, async () => {
    const sent = asked.flatMap(([method, path]) =>
      Array.from({ length: 20 }, () => send(method, path)),
    )
    await eventually(async () => (await waitingForLocks(sql)).length > 0, 'strangers to wait')
    const refused = Promise.all(sent.map((each) => each.catch(() => 0)))
    await eventually(() => app.connections.pending <= 100, 'the others to be refused')
    assert.equal((await waitingForLocks(sql)).length, 1, 'on one connection')
    const path = `/v1/fbo-accounts/${accountId}`
    const { token: fresh } = await records.token(organizationId)
    for (const by of [token, fresh]) {
      const done = await Promise.all([
        api.get(path, { token: by }),
        api.get('/v1/transfers', { token: by }),
        api.get('/v1/search?q=anybody', { token: by }),
        api.patch(path, { token: by, body: { firstName: 'Ada' } }),
      ])
      assert.deepEqual(
        done.map(({ status }) => status),
        [200, 200, 200, 200],
      )
    }
    await database.run(null, (sql) => sql.query('select 1', []))
    return { refused }
  })
  const statuses = await result.refused
  assert.ok(statuses.includes(503), 'strangers are refused, nobody else')
  assert.ok(!statuses.some((status) => status === 0 || status === 500), statuses.join(' '))
})

test('Strangers of one address refuse each other, and none of another', async () => {
  const { result } = await whileHeld(vault, async () => {
    const ask = (address: string) =>
      database
        .stranger({ organizationId, address }, (sql) =>
          sql.query('select from session_bearers where organization_id = $1', [organizationId]),
        )
        .then(() => 'found')
        .catch(() => 'refused')
    const many = Array.from({ length: 40 }, () => ask('192.0.2.1'))
    const one = ask('192.0.2.2')
    return { one, all: Promise.all([...many, ...many.map(() => ask('192.0.2.1'))]) }
  })
  assert.equal(await result.one, 'found')
  assert.ok((await result.all).includes('refused'))
})

test('After too many failures an address looks nothing up, except what was found before', async () => {
  const { organizationId } = await guarded.records.owner()
  const { token } = await guarded.records.token(organizationId)
  const browser = new TestBrowser(guarded.url)
  await browser.signIn(token)
  await browser.trade()
  const failures = [
    ['DELETE', '/session'],
    ['POST', '/session/code'],
    ['POST', '/session/bearer'],
  ] as const
  for (const [method, path] of failures) assert.notEqual(await send(method, path, guarded.url), 429)
  await whileHeld(guarded, async () => {
    const asked = routes.filter(([, path]) => /^\/(session|sign-in)/.test(path))
    assert.ok(asked.length >= 8)
    for (const [method, path] of asked)
      assert.equal(await send(method, path, guarded.url), 429, path)
  })
  await browser.trade()
  assert.equal((await browser.send('POST', '/session', { token: newToken() })).status, 429)
  const fresh = new TestBrowser(guarded.url)
  await fresh.signIn(token)
  await fresh.trade()
})

test('Cookies and bearers that the process has just made wait in no line of strangers', async () => {
  const { token } = await records.token(organizationId)
  const { refused } = await sql.begin(async (tx) => {
    await tx`lock table sign_in_codes in access exclusive mode`
    const refused = Array.from({ length: 20 }, () => send('POST', '/session/code'))
    await eventually(async () => (await waitingForLocks(sql)).length > 0, 'strangers to wait')
    const browser = new TestBrowser(url)
    await browser.signIn(token)
    const bearer = await browser.trade()
    assert.equal((await api.get('/v1/caller', { token: bearer })).status, 200)
    return { refused: Promise.all(refused) }
  })
  await refused
})
