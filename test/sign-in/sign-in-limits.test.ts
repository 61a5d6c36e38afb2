import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newToken } from '../../src/access/tokens/token-secret.ts'
import {
  failureIn,
  openForged,
  sessionCookieIn,
} from '../support/identity-provider/forged-sign-in.ts'
import { openSignInVault } from '../support/identity-provider/sign-in-setup.ts'
import { UserAgent } from '../support/identity-provider/user-agent.ts'
import { withoutWriting } from '../support/vault/refusal.ts'

const FAILURES_MAX = 3
const SIGN_INS_MAX = 30
const STEPS_MAX = 5

/** A vault, and Ada, whom its provider signs in. */
async function open() {
  const vault = await openSignInVault({ AUTH_FAILURES_PER_MINUTE: FAILURES_MAX })
  const { api, records, url } = vault
  const forged = await openForged(vault)
  await records.person(forged.organizationId, { email: 'ada@example.com', state: 'invited' })
  const path = `${url}/sign-in/${forged.organizationId}`
  /** The status of a request with an invalid token. */
  const fail = async () => (await api.get('/v1/caller', { token: newToken() })).status
  return { ...forged, records, path, fail, url }
}

test('What a page of others shows in itself begins and ends no sign-in, and counts for nothing', async () => {
  const { begin, fail, path, records } = await open()
  const { respond } = await begin()
  for (const fetchDest of ['image', 'iframe', 'empty', '']) {
    const agent = Object.assign(new UserAgent(), { fetchSite: 'cross-site', fetchDest })
    for (let count = 0; count <= SIGN_INS_MAX; count += 1) {
      const address = count % 2 === 0 ? path : `${path}/callback`
      const { status, setCookies } = await withoutWriting(records, () => agent.open(address))
      assert.deepEqual([status, setCookies], [403, []], fetchDest)
    }
  }
  assert.equal(await fail(), 401)
  assert.ok(sessionCookieIn(await respond()))
  assert.equal((await begin()).sentTo.pathname, '/auth')
})

test('Sign-ins that begin are no failures, and have a bound of their own', async () => {
  const { begin, fail, path } = await open()
  const { respond } = await begin()
  const agent = new UserAgent()
  const statuses: number[] = []
  for (let count = 0; count < SIGN_INS_MAX; count += 1) {
    statuses.push((await agent.open(path)).status)
  }
  assert.deepEqual(statuses, [...Array(SIGN_INS_MAX - 1).fill(303), 429])
  assert.equal(await fail(), 401)
  assert.ok(sessionCookieIn(await respond()), 'that of others goes on')
})

test('Failures of others at the address stop no sign-in that has begun', async () => {
  const { begin, fail, path, url } = await open()
  const { agent, respond } = await begin()
  const { respond: again } = await begin()
  const [name = '', value = ''] = agent.cookieOf(url).split('=')
  for (let count = 0; count < FAILURES_MAX; count += 1) await fail()
  assert.equal(await fail(), 429)
  assert.equal((await new UserAgent().open(path)).status, 429)
  assert.equal((await new UserAgent().open(`${path}/callback`)).status, 429)
  assert.ok(sessionCookieIn(await again()))
  // One sign-in has a bound, too: its cookie can be sent again.
  const failures: (string | undefined)[] = []
  for (let count = 0; count <= STEPS_MAX; count += 1) {
    agent.setCookie(url, name, value)
    const visit = await respond({ state: 'another' })
    failures.push(failureIn(visit) ?? String(visit.status))
  }
  assert.deepEqual(failures, [...Array(STEPS_MAX).fill('invalid_response'), '429'])
})
