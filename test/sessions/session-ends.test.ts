import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueSignInCode } from '../../src/access/sessions/begin-session.ts'
import { forgetSessions } from '../../src/access/sessions/session.ts'
import { operatorFor } from '../../src/domain/caller.ts'
import { TestBrowser } from '../support/vault/browser.ts'
import { openVault } from '../support/vault/vault.ts'

// The database's clock decides when a session ends: the tests shift the moments that it compares.

const { records, sql, url, api, database } = await openVault()

async function signedIn() {
  const { organizationId, ...token } = await records.owner()
  const browser = new TestBrowser(url)
  await browser.signIn(token.token)
  const trade = async (active: boolean) => {
    const { status, body } = await browser.send('POST', '/session/bearer', { active })
    return status === 200 ? body.data : body.code
  }
  /** Lets the session grow older by so many minutes. */
  const age = async (minutes: number) => {
    const [row] = await sql<Record<'createdAt' | 'lastUsedAt' | 'expiresAt', Date>[]>`
      select created_at, last_used_at, expires_at
      from sessions where organization_id = ${organizationId}`
    assert.ok(row)
    const older = (at: Date) => new Date(at.getTime() - minutes * 60_000)
    await sql`
      update sessions
      set created_at = ${older(row.createdAt)}, last_used_at = ${older(row.lastUsedAt)},
        expires_at = ${older(row.expiresAt)}
      where organization_id = ${organizationId}`
  }
  const setPolicy = (body: object) =>
    api.patch('/v1/organization-policy', { token: token.token, body })
  return { organizationId, token, browser, trade, age, setPolicy }
}

async function endOf(organizationId: string) {
  const [row] = await sql`
    select ended_at is not null as is_ended, ended_reason
    from sessions where organization_id = ${organizationId}`
  return [row?.isEnded, row?.endedReason]
}

test('A session that nobody uses ends; only an active page moves that end', async () => {
  const { trade, age, organizationId } = await signedIn()
  await age(59)
  const { idleInMs, expiresInMs } = await trade(false)
  assert.ok(idleInMs > 50_000 && idleInMs <= 60_000, `${idleInMs}`)
  assert.equal(expiresInMs, idleInMs, 'the bearer ends with the session')
  assert.ok((await trade(false)).idleInMs <= idleInMs)
  assert.equal((await trade(true)).idleInMs, 3_600_000)
  await age(60)
  assert.equal(await trade(true), 'session_ended')
  assert.deepEqual(await endOf(organizationId), [true, 'idle'])
})

test('A session that nobody used shows and ends no other one, though no page has traded it', async () => {
  const { browser, age, token } = await signedIn()
  await age(61)
  const other = new TestBrowser(url)
  await other.signIn(token.token)
  const [{ id }] = (await other.send('POST', '/session/list')).body.data
  for (const [method, path] of [
    ['POST', '/session/list'],
    ['DELETE', `/session/${id}`],
  ] as const) {
    const { status, body } = await browser.send(method, path)
    assert.deepEqual([status, body?.code], [401, 'session_ended'], path)
  }
  await other.trade()
})

test('A session ends however much it is used', async () => {
  const { trade, age, organizationId } = await signedIn()
  for (let hour = 0; hour < 11; hour += 1) {
    await age(59)
    assert.equal((await trade(true)).expiresInMs, 600_000)
  }
  await age(60 * 12 - 11 * 59 - 1)
  await sql`update sessions set last_used_at = now() where organization_id = ${organizationId}`
  const { expiresInMs } = await trade(true)
  assert.ok(expiresInMs > 50_000 && expiresInMs <= 60_000, `${expiresInMs}`)
  await age(1)
  assert.equal(await trade(true), 'session_ended')
  assert.deepEqual(await endOf(organizationId), [true, 'expired'])
})

test('A shorter time of the policy holds for sessions of before, a longer one does not', async () => {
  const { trade, age, setPolicy } = await signedIn()
  await setPolicy({ sessionIdleMinutes: 5 })
  const { idleInMs, expiresInMs } = await trade(true)
  assert.deepEqual([idleInMs, expiresInMs], [300_000, 300_000])
  await setPolicy({ sessionIdleMinutes: 1_440, sessionMaxHours: 720 })
  await age(60 * 12)
  assert.equal(await trade(true), 'session_ended')
  const other = await signedIn()
  await other.age(61)
  await other.setPolicy({ sessionMaxHours: 1, sessionIdleMinutes: 1_440 })
  assert.equal(await other.trade(true), 'session_ended')
})

test('A bearer is refused once its time is over, and forgotten within the hour', async () => {
  const { browser, organizationId } = await signedIn()
  const bearer = await browser.trade()
  await sql`
    update session_bearers set expires_at = now() - interval '1 second'
    where organization_id = ${organizationId}`
  assert.equal((await api.get('/v1/caller', { token: bearer })).status, 401)
  await database.long(operatorFor(organizationId), forgetSessions)
  const rows = await sql`
    select from session_bearers where organization_id = ${organizationId}`
  assert.equal(rows.length, 0)
  assert.equal((await api.get('/v1/caller', { token: await browser.trade() })).status, 200)
})

test('A session is forgotten a month after its end', async () => {
  const { organizationId, browser, age } = await signedIn()
  const sessions = async () => {
    await database.long(operatorFor(organizationId), forgetSessions)
    return (await sql`select from sessions where organization_id = ${organizationId}`).length
  }
  await browser.send('DELETE', '/session')
  await age(60 * 24 * 29)
  assert.equal(await sessions(), 1)
  await sql`
    update sessions set ended_at = now() - interval '30 days 1 second'
    where organization_id = ${organizationId}`
  assert.equal(await sessions(), 0)
})

test('A suspension and an unbinding make codes worthless', async () => {
  const { organizationId, ...manager } = await records.owner()
  for (const verb of ['suspend', 'unbind']) {
    const account = { issuer: 'https://id.example.com', subject: verb }
    const personId = await records.person(organizationId, account)
    const code = await issueSignInCode(database, organizationId, { personId })
    const send = (what: string) =>
      api.post(`/v1/people/${personId}/${what}`, { token: manager.token })
    assert.equal((await send(verb)).status, 200)
    if (verb === 'suspend') assert.equal((await send('resume')).status, 200)
    const { body } = await new TestBrowser(url).send('POST', '/session', { code })
    assert.equal(body.code, 'invalid_sign_in_code')
  }
})

test('Of many who sign in at once with a token, no more than twenty stay', async () => {
  const { organizationId, ...manager } = await records.owner()
  const personId = await records.person(organizationId)
  const code = await issueSignInCode(database, organizationId, { personId })
  const person = new TestBrowser(url)
  await person.send('POST', '/session', { code })
  const issue = { token: await person.trade(), body: { permissions: ['events:read'] } }
  const { body } = await api.post('/v1/access-tokens', issue)
  for (const token of [manager.token, body.data.token as string]) {
    const signIn = () => new TestBrowser(url).send('POST', '/session', { token })
    const all = await Promise.all(Array.from({ length: 40 }, signIn))
    assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([204]))
  }
  const rows = await sql`
    select count(*)::int from sessions
    where organization_id = ${organizationId} and ended_at is null group by person_id`
  assert.deepEqual(
    rows.map(({ count }) => count),
    [20, 20],
  )
})

test('The sessions of a person are one family, and the oldest of too many ends', async () => {
  const { organizationId, ...manager } = await records.owner()
  const personId = await records.person(organizationId)
  const bearers: string[] = []
  for (let number = 0; number < 21; number += 1) {
    const code = await issueSignInCode(database, organizationId, { personId })
    const browser = new TestBrowser(url)
    await browser.send('POST', '/session', { code })
    bearers.push(await browser.trade())
  }
  const statuses = [0, 1, 20].map((place) => api.get('/v1/caller', { token: bearers[place] ?? '' }))
  assert.deepEqual(
    (await Promise.all(statuses)).map(({ status }) => status),
    [401, 200, 200],
  )
  const rows = await sql`
    select ended_reason, count(*)::int, count(*) filter (where line_id is null)::int as of_itself
    from sessions join access_tokens as token on token.id = access_token_id
    where sessions.person_id = ${personId} group by 1 order by 1`
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { endedReason: 'replaced', count: 1, ofItself: 1 },
      { endedReason: null, count: 20, ofItself: 0 },
    ],
  )
  const [{ id: tokenId } = {}] = await sql`
    select id from access_tokens where person_id = ${personId} and line_id is null`
  const { body } = await api.get(`/v1/events?subjectId=${tokenId}`, manager)
  assert.equal(body.data.at(-1).type, 'session.ended')
})
