import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PATH_ID } from '../support/catalogue/places.ts'
import type { CatalogueRequest, Row } from '../support/catalogue/row.ts'
import { World } from '../support/catalogue/world.ts'
import { keyedOperations, requestOf } from '../support/load/keyed-changes.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { assertReplayed, newKey } from '../support/vault/replays.ts'
import { openVault } from '../support/vault/vault.ts'

// Idempotency-Key and validateOnly of every operation that supports them.
const vault = await openVault()
const { api, records, sql } = vault
const organizationId = await records.organization(undefined, 'test')
const otherOrganizationId = await records.organization(undefined, 'test')
const { token } = await records.token(organizationId)
const { token: otherToken } = await records.token(organizationId)
const { token: foreignToken } = await records.token(otherOrganizationId)
const world = new World(sql, records)

const CHANGES = keyedOperations()
const request = (row: Row, owner = organizationId) => requestOf(row, world, owner)

interface Sent {
  readonly key?: string
  readonly as?: string
  readonly query?: string
}

function send(
  { method, path, body }: CatalogueRequest,
  { key, as = token, query = '' }: Sent = {},
) {
  const headers = key === undefined ? {} : { 'Idempotency-Key': key }
  return api.request(method, `${path}${query}`, { token: as, body, headers })
}

function wrongBody(body: CatalogueRequest['body']): object | string {
  if (typeof body === 'string') return `wrong\n${body}`
  return { ...body, permissions: 1, items: 1, isPrimary: 1 }
}

const OTHER_REQUEST = {
  status: 422,
  code: 'idempotency_key_reused',
  detail: 'The Idempotency-Key was used for another request: send this request with a new key.',
} as const

for (const [operationId, row] of CHANGES) {
  test(`${operationId} under a key runs once and returns the same response again`, async () => {
    const sent = await request(row)
    const key = newKey()
    const first = await send(sent, { key })
    assert.equal(first.status, row.success, first.text)
    assert.equal(first.headers.has('idempotent-replayed'), false)
    for (const sameKey of [key, `"${key}"`]) {
      const again = await withoutWriting(records, () => send(sent, { key: sameKey }))
      assertReplayed(again, first)
    }
  })

  test(`${operationId}: a key belongs to one request, one operation and one organization`, async () => {
    const sent = await request(row)
    const key = newKey()
    const first = await send(sent, { key })
    assert.equal(first.status, row.success, first.text)
    const other = await request(row)
    if (JSON.stringify(other) !== JSON.stringify(sent)) {
      const response = await withoutWriting(records, () => send(other, { key }))
      assertRefused(response, { ...OTHER_REQUEST, instance: other.path.split('?')[0] as string })
    }
    const foreign = await send(await request(row, otherOrganizationId), { key, as: foreignToken })
    assert.equal(foreign.status, row.success, foreign.text)
    assert.equal(foreign.headers.has('idempotent-replayed'), false)
  })

  test(`${operationId}: a refusal is not stored, so a corrected retry succeeds`, async () => {
    const sent = await request(row)
    const key = newKey()
    const positions = Object.keys(row.ids)
    const wrong = positions.includes(PATH_ID)
      ? { ...sent, path: sent.path.replace(/\/[^/]+(\/[\w-]+)$/, '/x_nobody$1') }
      : { ...sent, body: wrongBody(sent.body) }
    const refused = await withoutWriting(records, () => send(wrong, { key }))
    assert.ok(refused.status >= 400 && refused.status < 500, refused.text)
    const corrected = await send(sent, { key })
    assert.equal(corrected.status, row.success, corrected.text)
    assertReplayed(await send(sent, { key }), corrected)
  })

  test(`${operationId} as a dry run returns the response and changes nothing`, async () => {
    const sent = await request(row)
    const and = sent.path.includes('?') ? '&' : '?'
    for (const key of [undefined, newKey()]) {
      const dryRun = await withoutWriting(records, () =>
        send(sent, { query: `${and}validateOnly=true`, ...(key !== undefined && { key }) }),
      )
      assert.equal(dryRun.status, 200, dryRun.text)
      assert.equal(dryRun.headers.get('validate-only'), 'true')
    }
    const done = await send(sent, { query: `${and}validateOnly=false` })
    assert.equal(done.status, row.success, done.text)
    assert.equal(done.headers.has('validate-only'), false)
  })
}

/** The outcome depends on who asks: another's key does not pass for an own approval. */
const OF_CALLER = /^(approve|(reject|cancel)(Transfer|Revaluation))/
test('Nobody gets the response to the decision of another under the same key', async () => {
  const decisions = CHANGES.filter(([operationId]) => OF_CALLER.test(operationId))
  assert.equal(decisions.length, 7)
  for (const [, row] of decisions) {
    const sent = await request(row)
    const key = newKey()
    const first = await send(sent, { key })
    const other = await withoutWriting(records, () => send(sent, { key, as: otherToken }))
    assertRefused(other, { ...OTHER_REQUEST, instance: sent.path })
    assertReplayed(await send(sent, { key }), first)
  }
})

/** Stored response under a key, encoded and decoded. */
async function keptOf(key: string): Promise<string> {
  const [kept] = await sql`
    select answer, headers from idempotency_keys
    where organization_id = ${organizationId} and key = ${key}`
  return Buffer.from(kept?.answer, 'base64').toString('latin1') + JSON.stringify(kept)
}

test('A new secret is stored encrypted, readable only with the token that asked for it while that is valid', async () => {
  const issuer = await records.token(organizationId)
  const hook = await world.webhook(organizationId)
  const requests: CatalogueRequest[] = [
    { method: 'POST', path: '/v1/access-tokens', body: { permissions: ['fbo_accounts:read'] } },
    { method: 'POST', path: `/v1/access-tokens/${await world.token(organizationId)}/rotate` },
    { method: 'POST', path: `/v1/webhook-endpoints/${hook}/rotate-secret` },
  ]
  const keys = new Map(requests.map((sent) => [sent, newKey()]))
  for (const [sent, key] of keys) {
    const first = await send(sent, { key, as: issuer.token })
    const secret = first.body.data.token ?? first.body.data.secret
    assert.match(secret, /^(vis|whsec)_/)
    const kept = await keptOf(key)
    for (const clear of [secret, '"data"', 'vis_', 'whsec_']) {
      assert.ok(!kept.includes(clear), clear)
    }
    assertReplayed(await send(sent, { key, as: issuer.token }), first)
    const response = await send(sent, { key, as: otherToken })
    assertRefused(response, { ...OTHER_REQUEST, instance: sent.path })
  }
  await records.revokeToken(issuer.id)
  for (const [sent, key] of keys) {
    assert.equal((await send(sent, { key, as: issuer.token })).status, 401)
  }
})

test('A response with personal data is stored encrypted, readable only to the same request', async () => {
  const account = { firstName: 'Ada-77', email: 'ada-77@example.com', phone: '+46 8 770077' }
  const person = { email: 'kept@example.com', name: 'Kept Secret', roles: [] }
  for (const [path, body] of Object.entries({ 'fbo-accounts': account, people: person })) {
    const sent: CatalogueRequest = { method: 'POST', path: `/v1/${path}`, body }
    const key = newKey()
    const first = await send(sent, { key })
    assert.equal(first.status, 201, first.text)
    const kept = await keptOf(key)
    for (const clear of Object.values(body).flat()) assert.ok(!kept.includes(clear), clear)
    assertReplayed(await send(sent, { key }), first)
    assertReplayed(await send(sent, { key, as: otherToken }), first)
  }
})

test('Update FBO Account is idempotent by itself and ignores a key', async () => {
  const id = await world.account(organizationId)
  for (const email of ['a@b', 'c@d']) {
    const headers = { 'Idempotency-Key': 'k' }
    const response = await api.patch(`/v1/fbo-accounts/${id}`, { token, body: { email }, headers })
    assert.equal(response.body.data.email, email)
  }
})
