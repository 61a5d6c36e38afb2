import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueSignInCode } from '../../src/sessions/sign-in-code.ts'
import { TestBrowser } from '../support/vault/browser.ts'
import { openVault } from '../support/vault/vault.ts'

const { records, url, api, sql, database } = await openVault()
const organizationId = await records.organization()
const { token } = await records.token(organizationId, ['people:manage'])

async function signIn(personId: string, userAgent: string) {
  const code = await issueSignInCode(database, organizationId, { personId })
  const browser = new TestBrowser(url)
  const headers = { 'user-agent': userAgent }
  assert.equal((await browser.send('POST', '/session', { code }, headers)).status, 204)
  return browser
}

test('The sessions of a person say when, from where and with which browser; the newest is first', async () => {
  const personId = await records.person(organizationId)
  await signIn(await records.person(organizationId), 'Another/1')
  await (await signIn(personId, 'First/1')).send('DELETE', '/session')
  const browser = await signIn(personId, 'Second/2')
  const caller = await api.get('/v1/caller', { token: await browser.trade() })
  const { status, body } = await api.get(`/v1/people/${personId}/sessions`, { token })
  assert.equal(status, 200)
  const [second, first] = body.data
  const [row] = await sql`select * from sessions where id = ${second.id}`
  assert.deepEqual(second, {
    id: row?.id,
    personId,
    accessTokenId: caller.body.data.tokenId,
    createdAt: row?.createdAt.toISOString(),
    lastUsedAt: row?.lastUsedAt.toISOString(),
    expiresAt: row?.expiresAt.toISOString(),
    endedAt: null,
    endedReason: null,
    userAgent: 'Second/2',
    address: '127.0.0.1',
  })
  assert.deepEqual([first.userAgent, first.endedReason], ['First/1', 'signed_out'])
  assert.equal(body.data.length, 2)
})

test('A session has ended when its token was revoked, or when nobody used it in time', async () => {
  const personId = await records.person(organizationId)
  const path = `/v1/people/${personId}/sessions`
  const shown = async (sessionId: string) => {
    const { body } = await api.get(path, { token })
    const session = body.data.find(({ id }: { id: string }) => id === sessionId)
    return [session.endedReason, session.endedAt]
  }
  const next = async () => {
    await signIn(personId, 'Lynx/2')
    const { body } = await api.get(path, { token })
    assert.deepEqual(await shown(body.data[0].id), [null, null])
    return body.data[0] as { id: string; accessTokenId: string }
  }
  const { id, accessTokenId } = await next()
  const { token: all } = await records.token(organizationId)
  const revoked = await api.post(`/v1/access-tokens/${accessTokenId}/revoke`, { token: all })
  assert.deepEqual(await shown(id), ['ended', revoked.body.data.revokedAt])

  const { id: idle } = await next()
  const [session] = await sql`select created_at, last_used_at from sessions where id = ${idle}`
  const before = (at: Date, minutes: number) => new Date(at.getTime() - minutes * 60_000)
  await sql`
    update sessions
    set created_at = ${before(session?.createdAt, 90)},
      last_used_at = ${before(session?.lastUsedAt, 61)}
    where id = ${idle}`
  const [row] = await sql`
    select last_used_at + interval '60 minutes' as idle_at, created_at + interval '1 hour' as over_at
    from sessions where id = ${idle}`
  assert.deepEqual(await shown(idle), ['idle', row?.idleAt.toISOString()])
  // The policy of now counts, if it is stricter than that of the sign-in.
  const policy = { token: all, body: { sessionMaxHours: 1 } }
  assert.equal((await api.patch('/v1/organization-policy', policy)).status, 200)
  assert.deepEqual(await shown(idle), ['expired', row?.overAt.toISOString()])
})
