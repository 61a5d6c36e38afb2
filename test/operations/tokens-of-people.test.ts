import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { issueSignInCode } from '../../src/access/sessions/begin-session.ts'
import { BUILT_IN_ROLES, PERMISSIONS, type Permission } from '../../src/domain/permissions.ts'
import type { Event } from '../../src/history/events/event.ts'
import { personWithToken } from '../support/passkeys/person-setup.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { TestBrowser } from '../support/vault/browser.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, database, records, sql, url } = vault
const setup = await TransferSetup.open(vault)
const { organizationId } = setup
const { token, id: tokenId } = setup.approver
const statusOf = async (bearer: string) => (await api.get('/v1/caller', { token: bearer })).status

const person = (name: string, permissions: readonly Permission[] = PERMISSIONS) =>
  personWithToken(vault, organizationId, { name, permissions })

test("A person's token belongs to the person, whatever its owner text says", async () => {
  const ada = await person('Ada Lindqvist')
  const body = { permissions: ['transfer_batches:approve'], owner: 'Somebody else' }
  const issued = await api.post('/v1/access-tokens', { token: ada.token, body })
  assert.equal(issued.status, 201)
  assert.equal(issued.body.data.personId, ada.personId)
  assert.equal(issued.body.data.owner, 'Somebody else')
  const { id } = await setup.transfer({ token: ada.token })
  assertRefused(await setup.approve(id, issued.body.data.token), {
    status: 403,
    code: 'self_approval_forbidden',
    detail:
      'The creator of a transfer cannot approve it: let somebody else approve it, with their own ' +
      'token.',
    instance: `/v1/transfers/${id}/approve`,
  })
})

test('What a person did is found by the person, whatever token they used', async () => {
  const [ada, eva] = [await person('Ada Lindqvist'), await person('Ada Lindqvist')]
  const body = { permissions: ['transfer_batches:approve', 'transfer_batches:create'] }
  const other = (await api.post('/v1/access-tokens', { token: ada.token, body })).body.data
  const { id } = await setup.transfer({ token: ada.token })
  const { id: others } = await setup.transfer({ token: eva.token })
  await setup.approve(others, other.token)
  const path = `/v1/events?actorPersonId=${ada.personId}&include=names`
  const { body: page } = await api.get(path, { token })
  const did = page.data.map((event: Event) => [event.type, event.actor.tokenId, event.subject.id])
  assert.deepEqual(did, [
    ['access_token.issued', ada.tokenId, other.id],
    ['transfer.created', ada.tokenId, id],
    ['transfer.completed', other.id, others],
  ])
  assert.deepEqual(page.included[ada.personId], { type: 'person', name: 'Ada Lindqvist' })
  const none = await api.get('/v1/events?actorPersonId=prsn_unknown', { token })
  assert.deepEqual(none.body.data, [])
})

test("Nobody but the person gets a new secret for a person's token", async () => {
  const ada = await person('Ada Holm')
  const eva = await person('Eva Holm')
  const machine = await records.token(organizationId)
  const path = `/v1/access-tokens/${ada.tokenId}/rotate`
  for (const { token } of [eva, machine]) {
    const response = await withoutWriting(records, () => api.post(path, { token }))
    assert.equal(response.status, 403)
    assert.equal(response.body.code, 'permission_not_held')
  }
  const rotated = await api.post(path, { token: ada.token })
  assert.equal(rotated.status, 201)
  assert.equal(rotated.body.data.personId, ada.personId)
})

test('Two people of one name are two; a machine with the name of a person is that person', async () => {
  const [one, two] = [await person('Kim Lee'), await person('Kim Lee')]
  const machine = await records.token(organizationId)
  await sql`update access_tokens set owner = 'kim lee' where id = ${machine.id}`
  const { id } = await setup.transfer({ token: one.token })
  assert.equal((await setup.approve(id, machine.token)).status, 403)
  assert.equal((await setup.approve(id, two.token)).status, 200)
})

test('A person, the events and the names of records tell who acted', async () => {
  const ada = await person('Ada Lovelace')
  const shown = { id: ada.personId, name: 'Ada Lovelace' }
  const caller = await api.get('/v1/caller', { token: ada.token })
  assert.deepEqual(caller.body.data.person, shown)
  const { id } = await setup.transfer({ token: ada.token })
  const events = await api.get(`/v1/events?subjectId=${id}`, { token: ada.token })
  assert.deepEqual(events.body.data[0].actor.person, shown)
  const named = await api.get(`/v1/transfers/${id}?include=names`, { token: ada.token })
  assert.deepEqual(named.body.included[ada.tokenId], { type: 'access_token', name: 'Ada Lovelace' })
})

test('A token has the permissions that its person has now, as its own allow', async () => {
  const { tokenId, token, personId } = await person('Eva', ['events:read', 'roles:manage'])
  const expect = (permissions: readonly Permission[]) =>
    eventually(async () => {
      const found = new Set((await api.get('/v1/caller', { token })).body.data.permissions)
      return isDeepStrictEqual(found, new Set(permissions))
    }, `permissions ${permissions}`)
  await expect(['roles:manage', 'events:read'])
  await sql`update people set role_ids = '{auditor}' where id = ${personId}`
  await expect(['events:read'])
  await sql`update access_tokens set session_id = 'sess_one' where id = ${tokenId}`
  await expect(BUILT_IN_ROLES.auditor.permissions)
})

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
