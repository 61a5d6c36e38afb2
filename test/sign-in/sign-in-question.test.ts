import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idTokenOf } from '../support/identity-provider/forged-provider.ts'
import {
  failureIn,
  openForged,
  sessionCookieIn,
} from '../support/identity-provider/forged-sign-in.ts'
import { openSignInVault } from '../support/identity-provider/sign-in-setup.ts'
import { UserAgent } from '../support/identity-provider/user-agent.ts'
import { TestBrowser } from '../support/vault/browser.ts'
import { withoutWriting } from '../support/vault/refusal.ts'

const vault = await openSignInVault()
const { records, sql, url } = vault

/** An organization whose provider signs Ada in. */
async function open(name = 'Ada Lindqvist') {
  const forged = await openForged(vault)
  const { organizationId } = forged
  const id = await records.person(organizationId, { email: 'ada@example.com', state: 'invited' })
  await sql`update people set name = ${name} where id = ${id}`
  return { ...forged, path: `${url}/sign-in/${organizationId}` }
}

async function endsOf(organizationId: string): Promise<string[]> {
  const rows = await sql<{ endedReason: string | null }[]>`
    select ended_reason from sessions where organization_id = ${organizationId}
    order by created_at, id`
  return rows.map(({ endedReason }) => endedReason ?? 'lives')
}

for (const fetchSite of ['none', 'cross-site', 'same-site', '']) {
  test(`A sign-in from a link (${fetchSite || 'unknown'}) asks before it changes anything`, async () => {
    const { organizationId, provider, begin, path } = await open('<b>Ada</b> "&')
    const agent = Object.assign(new UserAgent(), { fetchSite })
    const { respond } = await begin('?returnTo=/console/items', agent)
    const asked = await withoutWriting(records, () => respond())
    assert.equal(asked.status, 200, asked.text)
    assert.equal(sessionCookieIn(asked), undefined)
    assert.match(asked.headers.get('content-type') ?? '', /^text\/html/)
    const policy = asked.headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'; style-src 'sha256-[^;]+; .*frame-ancestors 'none'$/)
    const [{ name } = { name: '' }] = await sql<{ name: string }[]>`
      select name from organizations where id = ${organizationId}`
    const person = '&#60;b&#62;Ada&#60;/b&#62; &#34;&#38; (ada@example.com)'
    for (const text of [name, organizationId, person, provider.issuer]) {
      assert.ok(asked.text.includes(text), asked.text)
    }
    assert.match(asked.text, new RegExp(`<form method="post" action="/sign-in/${organizationId}">`))

    // Another site sends the form: nothing happens, and the question stays.
    const foreign = await withoutWriting(records, () => agent.open(path, {}))
    assert.deepEqual([foreign.status, JSON.parse(foreign.text).code], [403, 'cross_site_request'])
    assert.deepEqual(foreign.setCookies, [])
    agent.fetchSite = 'same-origin'
    const answered = await agent.open(path, {})
    assert.equal(answered.status, 303, answered.text)
    assert.equal(answered.location?.href, `${url}/console/items`)
    assert.ok(sessionCookieIn(answered))
    assert.equal(failureIn(await agent.open(path, {})), 'not_begun', 'it is answered once')
  })
}

test('A sign-in as somebody else than the browser is signed in as asks, and ends that session', async () => {
  const [own, other] = [await open(), await open()]
  const { agent, respond } = await own.begin()
  assert.ok(sessionCookieIn(await respond()), 'nobody is asked on the way from the console')
  assert.ok(sessionCookieIn(await (await own.begin('', agent)).respond()), 'nor the same person')
  assert.deepEqual(await endsOf(own.organizationId), ['replaced', 'lives'])

  const asked = await (await other.begin('', agent)).respond()
  assert.deepEqual([asked.status, sessionCookieIn(asked)], [200, undefined])
  assert.deepEqual(await endsOf(own.organizationId), ['replaced', 'lives'])
  assert.ok(sessionCookieIn(await agent.open(other.path, {})))
  assert.deepEqual(await endsOf(own.organizationId), ['replaced', 'replaced'])

  await records.person(other.organizationId, { email: 'bo@example.com', state: 'invited' })
  const second = await other.begin('', agent)
  other.provider.idToken = idTokenOf({ ...second.claims, sub: 'bo', email: 'bo@example.com' })
  assert.equal((await second.respond()).status, 200)
  assert.deepEqual(await endsOf(other.organizationId), ['lives'])
})

test('Whom nobody asked has nothing to answer', async () => {
  const [{ begin, path }, other] = [await open(), await open()]
  const { agent, respond } = await begin('', Object.assign(new UserAgent(), { fetchSite: 'none' }))
  agent.fetchSite = 'same-origin'
  // A sign-in that the provider has not finished; its question at another organization; again.
  assert.equal(failureIn(await agent.open(path, {})), 'not_begun')
  assert.equal(failureIn(await respond()), 'not_begun')
  const asked = await begin('', Object.assign(new UserAgent(), { fetchSite: 'none' }))
  await asked.respond()
  asked.agent.fetchSite = 'same-origin'
  assert.equal(failureIn(await asked.agent.open(other.path, {})), 'not_begun')
  await sql`update identity_providers set version = version + 1`
  const changed = await begin('', Object.assign(new UserAgent(), { fetchSite: 'none' }))
  await changed.respond()
  changed.agent.fetchSite = 'same-origin'
  await sql`update identity_providers set version = version + 1`
  assert.equal(failureIn(await changed.agent.open(path, {})), 'not_begun')
})

test('After somebody signed out, the provider asks who is there, until somebody signed in', async () => {
  const { begin } = await open()
  const promptOf = ({ sentTo }: Awaited<ReturnType<typeof begin>>) =>
    sentTo.searchParams.get('prompt')
  const first = await begin()
  assert.equal(promptOf(first), null)
  await first.respond()
  const { agent } = first
  const browser = Object.assign(new TestBrowser(url), { cookie: agent.cookieOf(url) })
  const { headers } = await browser.send('DELETE', '/session')
  for (const cookie of headers.getSetCookie()) {
    const [, name = '', value = ''] = /^(.*?)=(.*?);/.exec(cookie) ?? []
    agent.setCookie(url, name, value)
  }
  const refused = await begin('', agent)
  assert.equal(promptOf(refused), 'login')
  assert.equal(failureIn(await refused.respond({ error: 'login_required' })), 'refused_by_provider')
  const second = await begin('', agent)
  assert.equal(promptOf(second), 'login')
  assert.ok(sessionCookieIn(await second.respond()))
  assert.equal(promptOf(await begin('', agent)), null)
})
