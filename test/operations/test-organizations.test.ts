import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isToken, newToken, tokenSha256 } from '../../src/access-tokens/token-secret.ts'
import { CATALOGUE } from '../support/catalogue/catalogue.ts'
import { TestBrowser } from '../support/vault/browser.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

// Test organizations and live ones in one vault: neither's tokens open the other (docs/SANDBOX.md).

const { api, database, records, sql, url } = await openVault()
const TEST_TOKEN = /^vis_test_[0-9A-Za-z]{49}$/
const LIVE_TOKEN = /^vis_[0-9A-Za-z]{49}$/

const testId = await records.organization(undefined, 'test')
const liveId = await records.organization()
const { token: testToken, id: testTokenId } = await records.token(testId)
const { token: liveToken } = await records.token(liveId)

async function callerOf(token: string) {
  const { status, body } = await api.get('/v1/caller', { token })
  return { status, mode: body.data?.mode, organizationId: body.data?.organizationId }
}

test('Get Caller says the mode', async () => {
  assert.match(testToken, TEST_TOKEN)
  assert.match(liveToken, LIVE_TOKEN)
  const test = { status: 200, mode: 'test', organizationId: testId }
  assert.deepEqual(await callerOf(testToken), test)
  const live = { status: 200, mode: 'live', organizationId: liveId }
  assert.deepEqual(await callerOf(liveToken), live)
})

test('Tokens that are issued and rotated keep the form of their organization', async () => {
  for (const [token, form] of [
    [testToken, TEST_TOKEN],
    [liveToken, LIVE_TOKEN],
  ] as const) {
    const body = { permissions: ['events:read'], expiresInDays: 1 }
    const issued = await api.post('/v1/access-tokens', { token, body })
    assert.equal(issued.status, 201, issued.text)
    assert.match(issued.body.data.token, form)
    const path = `/v1/access-tokens/${issued.body.data.id}/rotate`
    const rotated = await api.post(path, { token, body: {} })
    assert.match(rotated.body.data.token, form)
    assert.equal((await callerOf(rotated.body.data.token)).status, 200)
  }
})

test('A token that was stored in an organization of the other mode opens nothing', async () => {
  for (const [organizationId, mode] of [
    [liveId, 'test'],
    [testId, 'live'],
  ] as const) {
    const { id } = await records.token(organizationId)
    const token = newToken(mode)
    const sha256 = tokenSha256(token)
    await sql`update access_tokens set token_sha256 = ${sha256} where id = ${id}`
    await sql`
      insert into access_token_organizations (token_sha256, organization_id)
      values (${sha256}, ${organizationId})`
    assert.ok(isToken(token))
    const refused = await api.get('/v1/caller', { token })
    assert.deepEqual([refused.status, refused.body.code], [401, 'invalid_token'])
  }
  // The same random bits in the form of the other mode are another token.
  assert.equal(isToken(testToken.replace('test_', '')), false)
  assert.equal(isToken(liveToken.replace('vis_', 'vis_test_')), false)
})

test('A browser that signs in with a test token gets test bearers', async () => {
  for (const [token, mode] of [
    [testToken, 'test'],
    [liveToken, 'live'],
  ] as const) {
    const browser = new TestBrowser(url)
    await browser.signIn(token)
    const bearer = await browser.trade()
    assert.equal(bearer.startsWith('vis_test_'), mode === 'test')
    assert.equal((await callerOf(bearer)).mode, mode)
    const [organizationId, other] = mode === 'test' ? [testId, liveId] : [liveId, testId]
    const swapped = bearer.replace(organizationId, other)
    assert.equal((await callerOf(swapped)).status, 401)
  }
})

test('Events of a test organization say so, those of a live one have no such member', async () => {
  const inTest = await api.get('/v1/events', { token: testToken })
  assert.ok(inTest.body.data.length > 0)
  for (const event of inTest.body.data) assert.equal(event.mode, 'test')
  const one = await api.get(`/v1/events/${inTest.body.data[0].id}`, { token: testToken })
  assert.equal(one.body.data.mode, 'test')
  assert.equal(one.body.data.subject.id, testTokenId)
  const { text } = await api.get('/v1/events', { token: liveToken })
  assert.doesNotMatch(text, /"mode"/)
})

test('What only test organizations have is a 404 to a live one, behind its permission', async () => {
  const { token: lesser } = await records.token(liveId, [])
  for (const [operationId, row] of Object.entries(CATALOGUE)) {
    if (!row.testOnly) continue
    const { method, path, body } = row.request(() => 'ship_nobody', '')
    const sent = typeof body === 'object' ? { body } : {}
    await withoutWriting(records, async () => {
      const refused = await api.request(method, path, { token: liveToken, ...sent })
      const found = [refused.status, refused.body.code]
      assert.deepEqual(found, [404, 'test_organization_required'], operationId)
      const forbidden = await api.request(method, path, { token: lesser, ...sent })
      assert.equal(forbidden.status, 403, operationId)
    })
  }
})

test('The mode of an organization cannot be changed by the service', async () => {
  const change = database.run(
    null,
    (own) => own`update organizations set mode = 'live' where id = ${testId}`,
  )
  await assert.rejects(change, /permission denied/)
})
