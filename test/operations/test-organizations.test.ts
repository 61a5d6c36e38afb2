import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isToken, newToken, tokenSha256 } from '../../src/access/tokens/token-secret.ts'
import { CATALOGUE } from '../support/catalogue/catalogue.ts'
import { TestBrowser } from '../support/vault/browser.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

// Test organizations and live ones in one vault: neither's tokens open the other (docs/INTEGRATING.md).

const { api, database, records, sql, url } = await openVault()
const testId = await records.organization(undefined, 'test')
const liveId = await records.organization()
const { token: testToken, id: testTokenId } = await records.token(testId)
const { token: liveToken } = await records.token(liveId)

const inTest = { mode: 'test', organizationId: testId, other: liveId } as const
const inLive = { mode: 'live', organizationId: liveId, other: testId } as const
const MODES = [
  { ...inTest, token: testToken, form: /^vis_test_[0-9A-Za-z]{49}$/ },
  { ...inLive, token: liveToken, form: /^vis_[0-9A-Za-z]{49}$/ },
] as const

async function callerOf(token: string) {
  const { status, body } = await api.get('/v1/caller', { token })
  return { status, mode: body.data?.mode, organizationId: body.data?.organizationId }
}

test('Get Caller says the mode; tokens that are issued and rotated keep its form', async () => {
  for (const { mode, organizationId, token, form } of MODES) {
    const body = { permissions: ['events:read'], expiresInDays: 1 }
    const issued = await api.post('/v1/access-tokens', { token, body })
    assert.equal(issued.status, 201, issued.text)
    const path = `/v1/access-tokens/${issued.body.data.id}/rotate`
    const rotated = await api.post(path, { token, body: {} })
    for (const { data } of [issued.body, rotated.body]) assert.match(data.token, form)
    assert.match(token, form)
    for (const each of [token, rotated.body.data.token]) {
      assert.deepEqual(await callerOf(each), { status: 200, mode, organizationId })
    }
  }
})

test('A token that was stored in an organization of the other mode opens nothing', async () => {
  for (const { mode, other: organizationId } of MODES) {
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
  for (const { mode, organizationId, other, token } of MODES) {
    const browser = new TestBrowser(url)
    await browser.signIn(token)
    const bearer = await browser.trade()
    assert.equal(bearer.startsWith('vis_test_'), mode === 'test')
    assert.equal((await callerOf(bearer)).mode, mode)
    const swapped = bearer.replace(organizationId, other)
    assert.equal((await callerOf(swapped)).status, 401)
  }
})

test('Events of a test organization say so, those of a live one have no such member', async () => {
  const { data } = (await api.get('/v1/events', { token: testToken })).body
  assert.ok(data.length > 0)
  for (const event of data) assert.equal(event.mode, 'test')
  const one = await api.get(`/v1/events/${data[0].id}`, { token: testToken })
  assert.equal(one.body.data.mode, 'test')
  assert.equal(one.body.data.subject.id, testTokenId)
  const { text } = await api.get('/v1/events', { token: liveToken })
  assert.doesNotMatch(text, /"mode"/)
})

test('What only test organizations have is a 404 to a live one, behind its permission', async () => {
  const { token: lesser } = await records.token(liveId, [])
  const testOnly = Object.entries(CATALOGUE).filter(([, row]) => row.testOnly)
  const names = testOnly.map(([operationId]) => operationId)
  assert.deepEqual(names.sort(), ['advanceSandboxClock'])
  for (const [operationId, row] of testOnly) {
    const { method, path, body } = row.request(() => 'ship_nobody', '')
    const sent = typeof body === 'object' ? { body } : {}
    await withoutWriting(records, async () => {
      const refused = await api.request(method, path, { token: liveToken, ...sent })
      assert.equal(refused.status, 404, operationId)
      assert.equal(refused.body.code, 'test_organization_required', operationId)
      const forbidden = await api.request(method, path, { token: lesser, ...sent })
      assert.equal(forbidden.status, 403, operationId)
    })
  }
})

test('The mode of an organization cannot be changed by the service', async () => {
  const change = database.run(null, (own) =>
    own.query("update organizations set mode = 'live' where id = $1", [testId]),
  )
  await assert.rejects(change, /permission denied/)
})
