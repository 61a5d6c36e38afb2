import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueSignInCode } from '../../src/access/sessions/begin-session.ts'
import { TestBrowser } from '../support/vault/browser.ts'
import { whoWaitsForLock } from '../support/vault/lock-wait.ts'
import { openVault } from '../support/vault/vault.ts'

// By a one-time code, as by an identity provider: the session of a person has its own token.

const { records, sql, url, api, database } = await openVault()
const { organizationId, ...manager } = await records.owner()

async function newPerson(columns: Record<string, string> = {}) {
  const personId = await records.person(organizationId, columns)
  const code = await issueSignInCode(database, organizationId, { personId })
  return { personId, code }
}

async function signedIn(columns: Record<string, string> = {}) {
  const person = await newPerson(columns)
  const browser = new TestBrowser(url)
  const { status } = await browser.send('POST', '/session', { code: person.code })
  assert.equal(status, 204)
  return { ...person, browser }
}

async function eventsOf(subjectId: string) {
  const path = `/v1/events?subjectId=${subjectId}`
  const { body } = await api.get(path, { token: manager.token })
  return body.data
}

test('A person who signs in acts as that person, and their roles decide', async () => {
  const { browser, personId } = await signedIn({
    name: 'Ada',
    roleIds: 'auditor',
    state: 'invited',
  })
  const token = await browser.trade()
  const caller = await api.get('/v1/caller', { token })
  const { person, permissions, tokenId } = caller.body.data
  assert.deepEqual(person, { id: personId, name: 'Ada' })
  assert.ok(permissions.includes('events:read') && !permissions.includes('transfer_batches:create'))
  const [row] = await sql`
    select state, last_signed_in_at is not null as has_signed_in from people where id = ${personId}`
  assert.deepEqual({ ...row }, { state: 'active', hasSignedIn: true })

  const [event] = await eventsOf(tokenId)
  const [session] = await sql`select id from sessions where person_id = ${personId}`
  assert.equal(event.type, 'session.began')
  assert.deepEqual(event.data, { personId, sessionId: session?.id })
  assert.deepEqual(event.actor.person, { id: personId, name: 'Ada' })
  const tokens = await api.get('/v1/access-tokens?limit=100', { token: manager.token })
  const listed = tokens.body.data.map(({ id }: { id: string }) => id)
  assert.ok(!listed.includes(tokenId), 'the token of a session is none to manage')

  await sql`update people set role_ids = '{operator}' where id = ${personId}`
  const { body } = await api.get('/v1/caller', { token: await browser.trade() })
  assert.ok(body.data.permissions.includes('transfer_batches:create'))
})

test('Signing out ends the token of the session, and is an event', async () => {
  const { browser, personId } = await signedIn()
  const token = await browser.trade()
  const { tokenId } = (await api.get('/v1/caller', { token })).body.data
  await browser.send('DELETE', '/session')
  assert.equal((await api.get('/v1/caller', { token })).status, 401)
  const [row] = await sql`
    select revoked_at is not null as is_revoked, ended_reason from access_tokens as token
    join sessions on access_token_id = token.id where token.id = ${tokenId}`
  assert.deepEqual({ ...row }, { isRevoked: true, endedReason: 'signed_out' })
  const event = (await eventsOf(tokenId)).at(-1)
  assert.deepEqual([event.type, event.actor.person.id], ['session.ended', personId])
})

test('Nobody gets a secret for the token of a session; its revocation ends the session', async () => {
  const { browser, personId } = await signedIn()
  const token = await browser.trade()
  const { tokenId } = (await api.get('/v1/caller', { token })).body.data
  const path = `/v1/access-tokens/${tokenId}`
  for (const by of [manager.token, token]) {
    const { status } = await api.post(`${path}/rotate`, { token: by, body: { graceDays: 1 } })
    assert.equal(status, 404)
  }
  assert.equal((await api.post(`${path}/revoke`, { token: manager.token })).status, 200)
  const { body } = await api.get(`/v1/people/${personId}/sessions`, { token: manager.token })
  assert.equal(body.data[0].endedReason, 'ended')
  assert.equal((await api.get('/v1/caller', { token })).status, 401)
  assert.equal((await browser.send('POST', '/session/bearer', { active: true })).status, 401)
})

test('A suspension waits for a sign-out without holding what that needs', async () => {
  const { browser, personId } = await signedIn()
  await browser.trade()
  const suspended = await sql.begin(async (tx) => {
    await tx`select from sessions where person_id = ${personId} for no key update`
    const path = `/v1/people/${personId}/suspend`
    const response = api.post(path, { token: manager.token })
    await whoWaitsForLock(sql)
    await tx`select from access_tokens where person_id = ${personId} for no key update nowait`
    return { response }
  })
  assert.equal((await suspended.response).status, 200)
  assert.equal((await browser.send('POST', '/session/bearer', { active: true })).status, 401)
})

test('A code signs in once, and only while its time goes on', async () => {
  const { code } = await newPerson()
  const offered = await new TestBrowser(url).send('POST', '/session/code', { code })
  assert.equal(offered.status, 200)
  assert.deepEqual(Object.keys(offered.body.data), ['organizationName', 'personName'])
  const attempts = await Promise.all(
    Array.from({ length: 5 }, () => new TestBrowser(url).send('POST', '/session', { code })),
  )
  const statuses = attempts.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [204, 401, 401, 401, 401], 'of those who use it at once, one signs in')
  const late = await newPerson()
  await sql`update sign_in_codes set expires_at = clock_timestamp() where used_at is null`
  for (const bad of [code, late.code, `${organizationId}.${'x'.repeat(43)}`, 'nothing', '']) {
    for (const path of ['/session', '/session/code']) {
      const { status, body } = await new TestBrowser(url).send('POST', path, { code: bad })
      assert.deepEqual([status, body.code], [401, 'invalid_sign_in_code'], `${path} ${bad}`)
    }
  }
})

test('A code of one organization is none of another', async () => {
  const { code } = await newPerson()
  const other = await records.organization()
  const [, secret] = code.split('.')
  const browser = new TestBrowser(url)
  const { status } = await browser.send('POST', '/session', { code: `${other}.${secret}` })
  assert.equal(status, 401)
  assert.equal((await browser.send('POST', '/session', { code })).status, 204)
})

test('Who is suspended cannot sign in, and the code is still not used up', async () => {
  const { code, personId } = await newPerson()
  await sql`update people set state = 'suspended', suspended_at = now() where id = ${personId}`
  const refused = await new TestBrowser(url).send('POST', '/session', { code })
  assert.deepEqual([refused.status, refused.body.code], [403, 'person_suspended'])
  await assert.rejects(issueSignInCode(database, organizationId, { personId }), {
    code: 'person_suspended',
  })
  await sql`update people set state = 'active', suspended_at = null where id = ${personId}`
  assert.equal((await new TestBrowser(url).send('POST', '/session', { code })).status, 204)
})

test('A new sign-in of a person is a new moment of signing in, with another token', async () => {
  const { browser, personId } = await signedIn()
  const before = (await api.get('/v1/caller', { token: await browser.trade() })).body.data
  const cookie = browser.cookie
  const code = await issueSignInCode(database, organizationId, { personId })
  await browser.send('POST', '/session', { code })
  assert.notEqual(browser.cookie, cookie)
  const after = (await api.get('/v1/caller', { token: await browser.trade() })).body.data
  assert.notEqual(after.tokenId, before.tokenId)
  const rows = await sql`
    select ended_reason from sessions where person_id = ${personId} order by created_at, id`
  assert.deepEqual(
    rows.map(({ endedReason }) => endedReason),
    ['replaced', null],
  )
})

test('A person sees their own sessions, and ends another one; nobody else can', async () => {
  const { browser, personId } = await signedIn()
  const phone = new TestBrowser(url)
  const code = await issueSignInCode(database, organizationId, { personId })
  await phone.send('POST', '/session', { code }, { 'user-agent': 'Phone/1' })
  const phoneBearer = await phone.trade()
  const stranger = (await signedIn()).browser
  const list = async (from: TestBrowser) => {
    const { status, body } = await from.send('POST', '/session/list')
    assert.equal(status, 200)
    return body.data
  }
  const own = await list(browser)
  assert.equal(own.length, 2)
  const other = own.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
  assert.deepEqual(Object.keys(other), [
    ...['id', 'personId', 'accessTokenId', 'createdAt', 'lastUsedAt', 'expiresAt', 'endedAt'],
    ...['endedReason', 'userAgent', 'address', 'isCurrent'],
  ])
  assert.deepEqual([other.userAgent, other.address], ['Phone/1', '127.0.0.1'])

  assert.equal((await list(stranger)).length, 1)
  assert.equal((await stranger.send('DELETE', `/session/${other.id}`)).status, 204)
  assert.equal(
    (await api.get('/v1/caller', { token: phoneBearer })).status,
    200,
    'it is not for strangers',
  )
  assert.equal((await browser.send('DELETE', `/session/${other.id}`)).status, 204)
  assert.equal((await api.get('/v1/caller', { token: phoneBearer })).status, 401)
  assert.equal((await list(browser)).length, 1)
  const [row] = await sql`select ended_reason from sessions where id = ${other.id}`
  assert.equal(row?.endedReason, 'ended')
  assert.equal((await phone.send('POST', '/session/list')).status, 401)
})

test('All who have a token see the sessions begun with it', async () => {
  const { token } = await records.token(organizationId)
  const [one, two] = [new TestBrowser(url), new TestBrowser(url)]
  await one.signIn(token)
  await two.signIn(token)
  const { body } = await one.send('POST', '/session/list')
  assert.equal(body.data.length, 2)
  const other = body.data.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
  await one.send('DELETE', `/session/${other.id}`)
  assert.equal((await two.send('POST', '/session/bearer', { active: true })).status, 401)
  assert.equal((await api.get('/v1/caller', { token })).status, 200, 'the token itself goes on')
})

test("A session begun with a person's token is one of theirs, and its end spares the token", async () => {
  const { browser, personId } = await signedIn()
  const token = await browser.trade()
  const issued = await api.post('/v1/access-tokens', {
    token,
    body: { permissions: ['events:read'] },
  })
  const pasted = new TestBrowser(url)
  const body = { token: issued.body.data.token as string }
  assert.equal((await pasted.send('POST', '/session', body)).status, 204)
  const traded = await pasted.send('POST', '/session/bearer', { active: true })
  assert.equal(traded.body.data.personId, personId)
  const path = `/v1/people/${personId}/sessions`
  const { body: listed } = await api.get(path, { token: manager.token })
  const { id, accessTokenId } = listed.data[0]
  assert.deepEqual([listed.data.length, accessTokenId], [2, issued.body.data.id])
  const ended = await api.request('DELETE', `${path}/${id}`, { token: manager.token })
  assert.equal(ended.status, 200, ended.text)
  assert.equal((await pasted.send('POST', '/session/bearer', { active: true })).status, 401)
  assert.equal((await api.get('/v1/events', { token: body.token })).status, 200)
})
