import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueSignInCode } from '../../src/sessions/sign-in-code.ts'
import { TestBrowser } from '../support/vault/browser.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { records, url, api, sql, database } = vault
const { organizationId, token, id: tokenId } = await records.owner()

/** A person who signed in. */
async function signedIn(personId: string, userAgent = 'First/1') {
  const code = await issueSignInCode(database, organizationId, { personId })
  const browser = new TestBrowser(url)
  const headers = { 'user-agent': userAgent }
  assert.equal((await browser.send('POST', '/session', { code }, headers)).status, 204)
  const { body } = await browser.send('POST', '/session/bearer', { active: true })
  const path = `/v1/people/${personId}/sessions/${body.data.sessionId}`
  return { browser, path, bearer: body.data.token as string, id: body.data.sessionId as string }
}

const end = (path: string, by = token) => api.request('DELETE', path, { token: by })
const statusOf = async (bearer: string) => (await api.get('/v1/caller', { token: bearer })).status

test('A session that somebody ends is over at once, and its event says by whom', async () => {
  const personId = await records.person(organizationId)
  const { browser, path, bearer, id } = await signedIn(personId)
  const other = await signedIn(personId)
  const { accessTokenId } = (await api.get(`/v1/people/${personId}/sessions`, { token })).body
    .data[1]
  const response = await end(path)
  assert.equal(response.status, 200, response.text)
  const { endedAt, endedReason } = response.body.data
  assert.equal(endedReason, 'ended')
  assert.equal(await statusOf(bearer), 401)
  assert.equal((await browser.send('POST', '/session/bearer', { active: true })).status, 401)
  assert.equal(await statusOf(other.bearer), 200, 'another session goes on')

  const events = await api.get(`/v1/events?subjectId=${accessTokenId}`, { token })
  const { type, data, occurredAt, actor } = events.body.data.at(-1)
  assert.deepEqual(
    [type, data, occurredAt, actor.tokenId],
    ['session.ended', { personId, sessionId: id }, endedAt, tokenId],
  )
  const listed = await api.get(`/v1/people/${personId}/sessions`, { token })
  assert.deepEqual(listed.body.data[1], response.body.data)
  const again = await withoutWriting(records, () => end(path))
  assert.deepEqual([again.status, again.body], [200, response.body])
})

test('A person sees and ends their own sessions without a permission, and those of nobody else', async () => {
  const personId = await records.person(organizationId, { roleIds: 'auditor' })
  const here = await signedIn(personId)
  const elsewhere = await signedIn(personId)
  const stranger = await signedIn(await records.person(organizationId, { roleIds: 'auditor' }))
  const list = (by: string) => api.get(`/v1/people/${personId}/sessions`, { token: by })
  assert.equal((await list(here.bearer)).body.data.length, 2)
  const ended = await withoutWriting(records, () => end(elsewhere.path, stranger.bearer))
  for (const refused of [ended, await list(stranger.bearer)]) {
    const { code, requiredPermission } = refused.body
    assert.deepEqual([code, requiredPermission], ['insufficient_permission', 'people:manage'])
  }
  assert.equal((await end(elsewhere.path, here.bearer)).status, 200)
  assert.equal(await statusOf(elsewhere.bearer), 401)
  assert.equal((await end(here.path, here.bearer)).status, 200, 'its own, too')
  assert.equal(await statusOf(here.bearer), 401)
})

test('A session is one of its person alone; that of a token is none of a person', async () => {
  const personId = await records.person(organizationId)
  const { path, id } = await signedIn(personId)
  const other = await records.person(organizationId)
  const browser = new TestBrowser(url)
  await browser.signIn((await records.token(organizationId)).token)
  const { body } = await browser.send('POST', '/session/bearer', { active: true })
  for (const wrong of [
    `/v1/people/${other}/sessions/${id}`,
    `/v1/people/${personId}/sessions/${body.data.sessionId}`,
    `/v1/people/${personId}/sessions/sess_nobody`,
    `/v1/people/prsn_nobody/sessions/${id}`,
  ]) {
    assertRefused(await withoutWriting(records, () => end(wrong)), {
      status: 404,
      code: 'session_not_found',
      instance: wrong,
      detail: 'The organization has no session of this person with this id: check the id.',
    })
  }
  assert.equal((await end(path)).status, 200)
})

test('The sessions of a person say when, from where and with which browser; the newest is first', async () => {
  const personId = await records.person(organizationId)
  await signedIn(await records.person(organizationId), 'Another/1')
  await (await signedIn(personId)).browser.send('DELETE', '/session')
  const { bearer } = await signedIn(personId, 'Second/2')
  const caller = await api.get('/v1/caller', { token: bearer })
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
    ...{ endedAt: null, endedReason: null, userAgent: 'Second/2', address: '127.0.0.1' },
  })
  assert.deepEqual([first.userAgent, first.endedReason], ['First/1', 'signed_out'])
  assert.equal(body.data.length, 2)
})
