import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureIn, sessionCookieIn } from '../support/identity-provider/forged-sign-in.ts'
import {
  callbackOf,
  openReal,
  openSignInVault,
  providerFor,
  setProvider,
  tradeSession,
} from '../support/identity-provider/sign-in-setup.ts'

const vault = await openSignInVault()
const { api, records, sql, url } = vault
const ADA = { email: 'Ada@Example.com', email_verified: true, name: 'Ada Lindqvist' }
const EVE = { email: 'eve@elsewhere.example', email_verified: true, name: 'Eve' }

const open = (accounts: Record<string, object>, settings: object = {}) =>
  openReal(vault, accounts, settings)

async function person(id: string) {
  const [row] = await sql`
    select state, issuer, subject, role_ids, email, name from people where id = ${id}`
  return row
}

async function eventsOf(id: string) {
  const rows = await sql<{ type: string; system: string; data: object }[]>`
    select type, system, data from events
    where subject_id = ${id} and subject_type = 'person' order by number`
  return rows.map(({ type, system, data }) => [type, system, data])
}

test('A person who was invited signs in, and every page has a bearer of theirs', async () => {
  const { organizationId, provider, signIn } = await open({ ada: ADA })
  const invited = { email: 'ada@example.com', state: 'invited', roleIds: 'auditor' }
  const id = await records.person(organizationId, invited)
  const visit = await signIn('ada', '?returnTo=/console/transfers%3Fstatus=pending')
  assert.equal(visit.status, 303)
  assert.equal(visit.location?.href, `${url}/console/transfers?status=pending`)
  assert.equal(visit.headers.get('referrer-policy'), 'no-referrer')
  assert.equal(visit.headers.get('cache-control'), 'no-store')
  const cookie = sessionCookieIn(visit) ?? ''
  assert.match(cookie, /; Path=\/; .*HttpOnly; Secure; SameSite=Strict$/)
  const { issuer } = provider
  const bound = { ...(await person(id)) }
  assert.deepEqual(bound, {
    ...{ state: 'active', issuer, subject: 'ada', roleIds: ['auditor'] },
    ...{ email: 'ada@example.com', name: `${id}@example.com` },
  })
  assert.deepEqual(await eventsOf(id), [['person.bound', 'identity_provider', { version: 2 }]])
  const caller = await api.get('/v1/caller', { token: await tradeSession(visit.agent, url) })
  assert.equal(caller.body.data.person.id, id)
  assert.equal(caller.body.data.hasIdentityProvider, true)
  assert.ok(!caller.body.data.permissions.includes('people:manage'))
})

test('From then on the account finds the person, whatever its address says', async () => {
  const { organizationId, provider, signIn } = await open({ ada: ADA, eve: EVE })
  const id = await records.person(organizationId, { email: 'ada@example.com', state: 'invited' })
  await signIn('ada')
  // The address of Ada, at another account: nobody takes her over.
  provider.accounts.eve = { ...EVE, email: 'ada@example.com' }
  const taken = await signIn('eve')
  assert.equal(failureIn(taken), 'other_account')
  assert.equal(sessionCookieIn(taken), undefined)
  provider.accounts.ada = { ...ADA, email: 'new@example.com', email_verified: false }
  const again = await signIn('ada')
  assert.ok(sessionCookieIn(again))
  assert.equal((await person(id))?.email, 'ada@example.com')
  assert.equal((await eventsOf(id)).length, 1, 'nothing changed')
})

test('Another issuer with the same subject and address takes nobody over', async () => {
  const { organizationId, signIn } = await open({ ada: ADA })
  await records.person(organizationId, { email: 'ada@example.com', state: 'invited' })
  await signIn('ada')
  const { issuer } = await providerFor(vault, { ada: ADA })
  await setProvider(vault, organizationId, { issuer })
  assert.equal(failureIn(await signIn('ada')), 'other_account')
})

test('Somebody who was not invited, is suspended, or refuses, is not signed in', async () => {
  const { organizationId, signIn } = await open({ ada: ADA, eve: EVE })
  assert.equal(failureIn(await signIn('eve')), 'not_invited')
  assert.equal(failureIn(await signIn(null)), 'refused_by_provider')
  await records.person(organizationId, {
    email: 'ada@example.com',
    state: 'suspended',
    suspendedAt: new Date(),
  })
  assert.equal(failureIn(await signIn('ada')), 'suspended')
  const sessions = await sql`select from sessions where organization_id = ${organizationId}`
  assert.equal(sessions.length, 0)
})

test('With email_domains, the first sign-in creates the person; other domains stay out', async () => {
  const settings = {
    admission: 'email_domains',
    emailDomains: ['example.com'],
    defaultRoles: ['auditor'],
  }
  const { organizationId, signIn } = await open({ ada: ADA, eve: EVE }, settings)
  assert.equal(failureIn(await signIn('eve')), 'email_domain')
  assert.ok(sessionCookieIn(await signIn('ada')))
  const people = await sql`select id from people where organization_id = ${organizationId}`
  assert.equal(people.length, 1)
  const { id } = people[0] as { id: string }
  const { issuer: _, ...created } = { ...(await person(id)) }
  assert.deepEqual(created, {
    ...{ state: 'active', subject: 'ada', roleIds: ['auditor'] },
    ...{ email: 'ada@example.com', name: 'Ada Lindqvist' },
  })
  assert.deepEqual(await eventsOf(id), [
    ['person.admitted', 'identity_provider', { version: 1, after: { roles: ['auditor'] } }],
    ['person.bound', 'identity_provider', { version: 1 }],
  ])
})

test('A person who is unbound signs in with another issuer, and no session goes on', async () => {
  const { organizationId, signIn } = await open({ ada: ADA })
  const id = await records.person(organizationId, { email: 'ada@example.com', state: 'invited' })
  const before = await tradeSession((await signIn('ada')).agent, url)
  const other = await providerFor(vault, { other: ADA })
  await setProvider(vault, organizationId, { issuer: other.issuer })
  assert.equal(failureIn(await signIn('other')), 'other_account')
  const { token } = await records.token(organizationId)
  assert.equal((await api.post(`/v1/people/${id}/unbind`, { token })).status, 200)
  assert.equal((await api.get('/v1/caller', { token: before })).status, 401)
  assert.ok(sessionCookieIn(await signIn('other')))
  const { issuer, subject } = { ...(await person(id)) }
  assert.deepEqual([issuer, subject], [other.issuer, 'other'])
})

test('Two first sign-ins at once create one person', async () => {
  const settings = { admission: 'email_domains', emailDomains: ['example.com'] }
  const { organizationId } = await open({ ada: ADA }, settings)
  const begun = await Promise.all([1, 2].map(() => callbackOf(url, organizationId, 'ada')))
  const visits = await Promise.all(begun.map(({ agent, callback }) => agent.open(callback)))
  for (const visit of visits) assert.ok(sessionCookieIn(visit), visit.text)
  const people = await sql`select id from people where organization_id = ${organizationId}`
  assert.equal(people.length, 1)
})

test('Each sign-in gives the roles of the claim, and they hold for every session at once', async () => {
  const mapping = { bosses: ['approver'], ops: ['desk'] }
  const settings = { rolesClaim: 'groups', roleMapping: mapping, defaultRoles: ['auditor'] }
  const accounts = { ada: { ...ADA, groups: ['bosses'] } }
  const { organizationId, provider, signIn } = await open(accounts, settings)
  const invited = { email: 'ada@example.com', state: 'invited', roleIds: 'operator' }
  const id = await records.person(organizationId, invited)
  const { agent } = await signIn('ada')
  assert.deepEqual((await person(id))?.roleIds, ['auditor', 'approver'])
  const token = await tradeSession(agent, url)
  const mayApprove = async () => {
    const { body } = await api.get('/v1/caller', { token })
    return body.data.permissions.includes('transfer_batches:approve')
  }
  assert.equal(await mayApprove(), true)
  provider.accounts.ada = { ...ADA, groups: ['ops', 'unknown'] }
  await signIn('ada')
  assert.deepEqual((await person(id))?.roleIds, ['auditor', 'desk'])
  const until = performance.now() + 1_000
  while (performance.now() < until && (await mayApprove())) await new Promise(setImmediate)
  assert.equal(await mayApprove(), false)
  assert.deepEqual(
    (await eventsOf(id)).map(([type]) => type),
    ['person.bound', 'person.updated', 'person.updated'],
  )
})

test('A new sign-in ends the session that the browser had', async () => {
  const { organizationId, signIn } = await open({ ada: ADA })
  await records.person(organizationId, { email: 'ada@example.com', state: 'invited' })
  const { agent } = await signIn('ada')
  const cookie = agent.cookieOf(url)
  const { callback } = await callbackOf(url, organizationId, 'ada', { agent })
  // Browsers send no Strict cookie with a redirect of another site.
  agent.setCookie(url, '__Host-vault-session', '')
  await agent.open(callback)
  assert.notEqual(agent.cookieOf(url), cookie)
  const sessions = await sql`
    select ended_reason from sessions where organization_id = ${organizationId}
    order by created_at, id`
  assert.deepEqual(
    sessions.map(({ endedReason }) => endedReason),
    ['replaced', null],
  )
})

test('An outage of the provider ends no session, and a sign-in says so', async () => {
  const { organizationId, provider, signIn } = await open({ ada: ADA })
  await records.person(organizationId, { email: 'ada@example.com', state: 'invited' })
  const { agent } = await signIn('ada')
  const { agent: late, callback } = await callbackOf(url, organizationId, 'ada')
  await provider.close()
  const token = await tradeSession(agent, url)
  assert.equal((await api.get('/v1/caller', { token })).status, 200)
  assert.equal(failureIn(await late.open(callback)), 'provider_unreachable')
  const { location } = await late.open(`${url}/sign-in/${organizationId}`)
  assert.equal(location?.origin, provider.issuer, 'the configuration is known')
  const unknown = await records.organization()
  await setProvider(vault, unknown, { issuer: provider.issuer })
  const begun = await late.open(`${url}/sign-in/${unknown}`)
  assert.equal(failureIn(begun), 'provider_unreachable')
})

test('Where no provider is set, nothing tells whether the organization exists', async () => {
  const organizationId = await records.organization()
  const { agent } = await open({ ada: ADA }).then(({ signIn }) => signIn('ada'))
  for (const id of [organizationId, 'org_nobody', 'a%00', '..%2f']) {
    const { location, status } = await agent.open(`${url}/sign-in/${id}?returnTo=/console/items`)
    assert.equal(status, 303)
    assert.equal(location?.href, `${url}/console/items#signInFailure=unavailable`)
  }
})

test('A sign-in that must be recent is recent for approvals', async () => {
  const { organizationId, signIn } = await open({ ada: ADA })
  await records.person(organizationId, { email: 'ada@example.com', state: 'invited' })
  await signIn('ada', '?maxAge=60')
  const [row] = await sql<[{ age: number }]>`
    select extract(epoch from now() - signed_in_at)::float8 as age from access_tokens
    where organization_id = ${organizationId} and session_id is not null`
  assert.ok(row.age < 60, String(row.age))
})

test('The log of a sign-in has neither codes nor claims', async () => {
  const { signIn } = await open({ eve: EVE })
  vault.logLines.length = 0
  const { callback } = await signIn('eve')
  const text = vault.logLines.join('')
  assert.match(text, /"failure":"not_invited"/)
  for (const secret of [callback.searchParams.get('code'), EVE.email, 'Eve', 'the-secret']) {
    assert.ok(!text.includes(secret as string), text)
  }
})
