import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idTokenOf } from '../support/identity-provider/forged-provider.ts'
import {
  failureIn,
  openForged,
  sessionCookieIn,
} from '../support/identity-provider/forged-sign-in.ts'
import { openSignInVault } from '../support/identity-provider/sign-in-setup.ts'
import { actionIn, UserAgent } from '../support/identity-provider/user-agent.ts'
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

/** A browser whose person looks at the question first; by default, a link led it here. */
function careful(fetchSite = 'none'): UserAgent {
  return Object.assign(new UserAgent(), { fetchSite, isWilling: false })
}

/** Presses the button of a question. */
async function press(agent: UserAgent, asked: { readonly text: string }) {
  agent.fetchSite = 'same-origin'
  const action = actionIn(asked)
  assert.ok(action, asked.text)
  return await agent.open(new URL(action, url), {})
}

async function endsOf(organizationId: string): Promise<string[]> {
  const rows = await sql<{ endedReason: string | null }[]>`
    select ended_reason from sessions where organization_id = ${organizationId}
    order by created_at, id`
  return rows.map(({ endedReason }) => endedReason ?? 'lives')
}

for (const fetchSite of ['none', 'cross-site', 'same-site', '']) {
  test(`A sign-in from a link (${fetchSite || 'unknown'}) asks before it changes anything`, async () => {
    const { organizationId, provider, begin } = await open('<b>Ada</b> "&')
    const agent = careful(fetchSite)
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
    const action = actionIn(asked) ?? ''
    assert.match(action, new RegExp(`^/sign-in/${organizationId}\\?id=sess_\\w+$`))

    // Another site sends the form: nothing happens, and the question stays.
    const foreign = await withoutWriting(records, () => agent.open(url + action, {}))
    assert.deepEqual([foreign.status, JSON.parse(foreign.text).code], [403, 'cross_site_request'])
    assert.deepEqual(foreign.setCookies, [])
    const answered = await press(agent, asked)
    assert.equal(answered.status, 303, answered.text)
    assert.equal(answered.location?.href, `${url}/console/items`)
    assert.ok(sessionCookieIn(answered))
    assert.equal(failureIn(await press(agent, asked)), 'not_begun', 'it is answered once')
  })
}

test('A sign-in of the console asks, except whom this browser had before', async () => {
  const [own, other] = [await open(), await open()]
  const agent = careful('same-origin')
  const first = await (await own.begin('', agent)).respond()
  assert.deepEqual([first.status, sessionCookieIn(first)], [200, undefined])
  assert.ok(sessionCookieIn(await press(agent, first)))
  assert.ok(sessionCookieIn(await (await own.begin('', agent)).respond()), 'the same person')
  assert.deepEqual(await endsOf(own.organizationId), ['replaced', 'lives'])
  const { organizationId } = own
  await sql`
    update sessions set ended_at = now(), ended_reason = 'idle'
    where organization_id = ${organizationId} and ended_at is null`
  assert.ok(sessionCookieIn(await (await own.begin('', agent)).respond()), 'after the end, too')
  const ends = ['replaced', 'idle', 'lives']
  assert.deepEqual(await endsOf(organizationId), ends)

  const asked = await (await other.begin('', agent)).respond()
  assert.deepEqual([asked.status, sessionCookieIn(asked)], [200, undefined])
  assert.deepEqual(await endsOf(organizationId), ends)
  assert.ok(sessionCookieIn(await press(agent, asked)))
  assert.deepEqual(await endsOf(organizationId), ['replaced', 'idle', 'replaced'])

  await records.person(other.organizationId, { email: 'bo@example.com', state: 'invited' })
  const second = await other.begin('', agent)
  other.provider.idToken = idTokenOf({ ...second.claims, sub: 'bo', email: 'bo@example.com' })
  assert.equal((await second.respond()).status, 200)
  assert.deepEqual(await endsOf(other.organizationId), ['lives'])
})

test('Whom nobody asked has nothing to answer', async () => {
  const [{ begin, path }, other] = [await open(), await open()]
  const { agent, respond } = await begin('', careful())
  agent.fetchSite = 'same-origin'
  // A sign-in that the provider has not finished; its question at another organization; again.
  assert.equal(failureIn(await agent.open(`${path}?id=sess_1`, {})), 'not_begun')
  assert.equal(failureIn(await respond()), 'not_begun')
  const asked = await begin('', careful())
  const question = actionIn(await asked.respond()) ?? ''
  asked.agent.fetchSite = 'same-origin'
  const elsewhere = other.path + question.slice(question.indexOf('?'))
  assert.equal(failureIn(await asked.agent.open(elsewhere, {})), 'not_begun')
  await sql`update identity_providers set version = version + 1`
  const changed = await begin('', careful())
  const before = await changed.respond()
  await sql`update identity_providers set version = version + 1`
  assert.equal(failureIn(await press(changed.agent, before)), 'not_begun')
})

test('An answer counts for the question that was shown, and for no other one', async () => {
  const { begin, organizationId } = await open()
  const agent = careful()
  const first = await (await begin('', agent)).respond()
  agent.fetchSite = 'none'
  await (await begin('', agent)).respond()
  assert.equal(failureIn(await press(agent, first)), 'not_begun')
  assert.deepEqual(await endsOf(organizationId), [])
})

test('An answer makes one session, however often and wherever it comes', async () => {
  const { begin, organizationId } = await open()
  const { agent, respond } = await begin('', careful())
  const asked = await respond()
  const [name = '', value = ''] = agent.cookieOf(url).split('=')
  const answers = Array.from({ length: 3 }, () => {
    const copy = careful()
    copy.setCookie(url, name, value)
    return press(copy, asked)
  })
  const failures = (await Promise.all(answers)).map(failureIn)
  assert.deepEqual(failures.sort(), ['not_begun', 'not_begun', undefined])
  await sql`
    update sessions set ended_at = now(), ended_reason = 'idle'
    where organization_id = ${organizationId}`
  assert.equal(failureIn(await press(agent, asked)), 'not_begun')
  assert.deepEqual(await endsOf(organizationId), ['idle'])
})

test('Who does not want to sign in leaves nothing to answer', async () => {
  const { begin, path } = await open()
  const { agent, respond } = await begin('', careful())
  const asked = await respond()
  assert.match(asked.text, new RegExp(`formaction="${new URL(path).pathname}">Do not sign in<`))
  agent.fetchSite = 'same-origin'
  const refused = await withoutWriting(records, () => agent.open(path, {}))
  assert.deepEqual([refused.status, refused.location?.href], [303, `${url}/console`])
  assert.equal(agent.cookieOf(url), '')
  assert.equal(failureIn(await press(agent, asked)), 'not_begun')
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
