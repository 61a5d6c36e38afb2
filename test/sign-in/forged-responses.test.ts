import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type OpenSignIn,
  readSignIn,
  signInCookie,
} from '../../src/access/sign-in/sign-in-cookie.ts'
import type { Secrets } from '../../src/runtime/secrets/secrets.ts'
import { idTokenOf, OTHER_KEY } from '../support/identity-provider/forged-provider.ts'
import {
  type BegunVisit,
  failureIn,
  openForged,
  sessionCookieIn,
} from '../support/identity-provider/forged-sign-in.ts'
import { CLIENT } from '../support/identity-provider/real-provider.ts'
import {
  callbackOf,
  openReal,
  openSignInVault,
} from '../support/identity-provider/sign-in-setup.ts'
import { UserAgent } from '../support/identity-provider/user-agent.ts'

const vault = await openSignInVault()
const { sql, records, url } = vault
const { organizationId, provider, begin } = await openForged(vault)
const personId = await records.person(organizationId, {
  email: 'ada@example.com',
  state: 'invited',
})
const now = () => Math.floor(Date.now() / 1_000)

/** Nobody is signed in, and nothing is bound. */
async function refused(
  visit: Parameters<typeof failureIn>[0] & Parameters<typeof sessionCookieIn>[0],
) {
  assert.equal(sessionCookieIn(visit), undefined)
  const [person] = await sql`select state, subject from people where id = ${personId}`
  assert.deepEqual(person, { state: 'invited', subject: null })
  return failureIn(visit)
}

/** ID tokens that another one than the provider made, or that are of another sign-in. */
const TOKENS: Readonly<Record<string, (claims: BegunVisit['claims']) => string>> = {
  'another nonce': (claims) => idTokenOf({ ...claims, nonce: 'of-another-sign-in' }),
  'no nonce': ({ nonce: _, ...claims }) => idTokenOf(claims),
  'another issuer': (claims) => idTokenOf({ ...claims, iss: 'https://evil.example.com' }),
  'another audience': (claims) => idTokenOf({ ...claims, aud: 'another-client' }),
  'two audiences, authorized for the other': (claims) =>
    idTokenOf({ ...claims, aud: [CLIENT.id, 'other'], azp: 'other' }),
  'no subject': ({ sub: _, ...claims }) => idTokenOf(claims),
  'a key that the provider does not publish': (claims) => idTokenOf(claims, { key: OTHER_KEY }),
  'no signature': (claims) => idTokenOf(claims, { alg: 'none' }),
  'the client secret as its key': (claims) =>
    idTokenOf(claims, { alg: 'HS256', key: CLIENT.secret }),
  'a claim changed after it was signed': (claims) => {
    const [head, , signature] = idTokenOf(claims).split('.')
    const [, payload] = idTokenOf({ ...claims, sub: 'eva' }).split('.')
    return [head, payload, signature].join('.')
  },
  'an end more than 30 s ago': (claims) => idTokenOf({ ...claims, exp: now() - 40 }),
  'a beginning in more than 30 s': (claims) => idTokenOf({ ...claims, nbf: now() + 40 }),
}

for (const [what, tokenOf] of Object.entries(TOKENS)) {
  test(`An ID token with ${what} signs nobody in`, async () => {
    const { claims, respond } = await begin()
    provider.idToken = tokenOf(claims)
    assert.equal(await refused(await respond()), 'invalid_response')
  })
}

test('A response of another issuer than that of the sign-in is refused before its code is used', async () => {
  const used = provider.received.length
  for (const iss of ['https://evil.example.com', undefined]) {
    const { respond } = await begin()
    assert.equal(await refused(await respond({ iss })), 'invalid_response')
  }
  assert.equal(provider.received.length, used)
})

test('A callback without the cookie of the sign-in, or with that of another, is refused', async () => {
  // Login CSRF: the link of an attacker, opened by somebody else.
  const attacker = await begin()
  const state = attacker.sentTo.searchParams.get('state') as string
  const link = `${url}/sign-in/${organizationId}/callback?code=code&state=${state}&iss=${provider.issuer}`
  assert.equal(await refused(await new UserAgent().open(link)), 'not_begun')
  const { agent } = await begin()
  assert.equal(await refused(await agent.open(link)), 'invalid_response')
  // The cookie was used up: the sign-in of that browser begins again.
  assert.equal(await refused(await agent.open(link)), 'not_begun')
  for (const [name, value] of [
    ['state', ''],
    ['state', 'x'],
    ['error', 'access_denied'],
  ] as const) {
    const { respond } = await begin()
    const expected = name === 'error' ? 'refused_by_provider' : 'invalid_response'
    assert.equal(await refused(await respond({ [name]: value })), expected)
  }
})

/** As if the sign-in had begun so long ago. */
function haveBegun(agent: UserAgent, agoMs: number) {
  const secrets = vault.app.secrets as Secrets
  const begun = readSignIn(agent.cookieOf(url), secrets, Date.now()) as OpenSignIn
  const [, name = '', value = ''] =
    /^(.*?)=(.*?);/.exec(signInCookie(begun, secrets, Date.now() - agoMs)) ?? []
  agent.setCookie(url, name, value)
}

test('A sign-in takes ten minutes at most', async () => {
  const { agent, respond } = await begin()
  haveBegun(agent, 600_000)
  assert.equal(await refused(await respond()), 'not_begun')
})

test('A cookie that was altered, of another name or of another organization begins nothing', async () => {
  const { agent, respond } = await begin()
  const sealed = agent.cookieOf(url).split('=')[1] as string
  const other = await openForged(vault)
  const { agent: browser, respond: respondThere } = await other.begin()
  browser.setCookie(url, '__Host-vault-sign-in', sealed)
  assert.equal(failureIn(await respondThere()), 'not_begun')
  agent.setCookie(url, '__Host-vault-sign-in', `${sealed.slice(0, -2)}AA`)
  assert.equal(await refused(await respond()), 'not_begun')
})

test('A provider that was changed during the sign-in vouches for nobody', async () => {
  for (const isBefore of [true, false]) {
    const { organizationId: changed, begin: beginThere, provider: there } = await openForged(vault)
    await records.person(changed, { email: 'ada@example.com', state: 'invited' })
    const { claims, respond } = await beginThere()
    there.idToken = idTokenOf(claims)
    const change = async () => sql`
      update identity_providers set client_id = 'other', version = version + 1
      where organization_id = ${changed}`
    if (isBefore) await change()
    else there.beforeToken = change
    assert.equal(failureIn(await respond()), 'not_begun')
  }
})

test('A sign-in that asks for a recent one needs auth_time, and a recent one', async () => {
  const cases: [authTime: number | undefined, isRecent: boolean][] = [
    [undefined, false],
    [now() - 400, false],
    [now() - 5, true],
  ]
  for (const [authTime, isRecent] of cases) {
    const { begin: beginThere, provider: there, organizationId: id } = await openForged(vault)
    await records.person(id, { email: 'ada@example.com', state: 'invited' })
    const { claims, respond, sentTo } = await beginThere('?maxAge=300')
    assert.equal(sentTo.searchParams.get('max_age'), '300')
    there.idToken = idTokenOf({ ...claims, ...(authTime !== undefined && { auth_time: authTime }) })
    const visit = await respond()
    assert.equal(failureIn(visit), isRecent ? undefined : 'invalid_response')
  }
})

test('The age of a sign-in counts from its begin: a second factor may take minutes', async () => {
  for (const [age, isRecent] of [
    [110, true],
    [200, false],
  ] as const) {
    const { begin: beginThere, provider: there, organizationId: id } = await openForged(vault)
    await records.person(id, { email: 'ada@example.com', state: 'invited' })
    const { agent, claims, respond } = await beginThere('?maxAge=0&returnTo=/console/items')
    haveBegun(agent, 120_000)
    there.idToken = idTokenOf({ ...claims, auth_time: now() - age })
    const visit = await respond()
    assert.equal(failureIn(visit), isRecent ? undefined : 'invalid_response')
    assert.equal(visit.location?.pathname, '/console/items', 'back on the page, whatever happened')
  }
})

test('Clocks may differ by half a minute', async () => {
  const { organizationId: id, provider: there, begin: beginThere } = await openForged(vault)
  await records.person(id, { email: 'ada@example.com', state: 'invited' })
  const { claims, respond } = await beginThere()
  there.idToken = idTokenOf({ ...claims, iat: now() + 20, nbf: now() + 20, exp: now() - 20 })
  assert.equal(failureIn(await respond()), undefined)
})

// The person is found, and then the session begun: somebody may act in between.
for (const [what, change, failure] of [
  ['taken from its account', 'issuer = null, subject = null', 'not_begun'],
  ['suspended', "state = 'suspended', suspended_at = now()", 'suspended'],
] as const) {
  test(`Who is ${what} in the middle of a sign-in gets no session`, async () => {
    const { organizationId: id, begin: beginThere } = await openForged(vault)
    const person = await records.person(id, { email: 'ada@example.com', state: 'invited' })
    await sql.query(`
      create function act_meanwhile() returns trigger language plpgsql security definer as $$
      begin
        update people set ${change} where id = new.subject_id;
        return new;
      end $$;
      create trigger act_meanwhile after insert on events
        for each row when (new.type = 'person.bound') execute function act_meanwhile()`)
    const { respond } = await beginThere()
    const visit = await respond()
    await sql.query('drop function act_meanwhile cascade')
    assert.equal(failureIn(visit), failure, visit.text)
    assert.equal(sessionCookieIn(visit), undefined)
    assert.equal((await sql`select from sessions where person_id = ${person}`).length, 0)
  })
}

const ADA = { email: 'ada@example.com', email_verified: true, name: 'Ada Lindqvist' }
const EVE = { email: 'eve@elsewhere.example', email_verified: true, name: 'Eve' }
const open = (accounts: Record<string, object>) => openReal(vault, accounts)

test('A code of another browser is worth nothing, and a response is taken once', async () => {
  const { organizationId } = await open({ ada: ADA, eve: EVE })
  await records.person(organizationId, { email: 'ada@example.com', state: 'invited' })
  // Injection: the code that Ada received, in a sign-in that Eve began.
  const ada = await callbackOf(url, organizationId, 'ada')
  const eve = await callbackOf(url, organizationId, 'eve')
  const injected = new URL(eve.callback)
  injected.searchParams.set('code', ada.callback.searchParams.get('code') as string)
  assert.equal(failureIn(await eve.agent.open(injected)), 'invalid_response')
  assert.ok(sessionCookieIn(await ada.agent.open(ada.callback)))
  const next = await callbackOf(url, organizationId, 'ada')
  const [name = '', value = ''] = next.agent.cookieOf(url).split(/=(.*)/s)
  assert.ok(sessionCookieIn(await next.agent.open(next.callback)))
  assert.equal(failureIn(await next.agent.open(next.callback)), 'not_begun')
  next.agent.setCookie(url, name, value)
  assert.equal(failureIn(await next.agent.open(next.callback)), 'invalid_response')
})

test('A code for one organization never reaches the provider of another', async () => {
  const one = await open({ ada: ADA })
  const other = await open({ ada: ADA })
  const { agent, callback } = await callbackOf(url, one.organizationId, 'ada')
  const mixed = new URL(callback)
  mixed.pathname = `/sign-in/${other.organizationId}/callback`
  mixed.searchParams.delete('iss')
  assert.equal(failureIn(await agent.open(mixed)), 'not_begun')
})
