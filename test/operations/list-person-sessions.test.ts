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
