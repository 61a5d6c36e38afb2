import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()
const organizationId = await records.organization()
const { id: tokenId, token } = await records.token(organizationId)

const CONTACT = {
  firstName: 'Ada',
  lastName: 'Lindqvist',
  email: 'ada@example.com',
  phone: '+46 8 555 012 34',
  businessName: 'Lindqvist Watches AB',
}
const FIELDS = Object.keys(CONTACT)
const REQUEST_ID = 'request-1'
const CREATED_AT = '2026-01-02T03:04:05.678Z'

/** An account with every field set. */
async function account(): Promise<string> {
  return await records.fboAccount(organizationId, {
    ...CONTACT,
    maxInsuredValueCents: '25000000',
    createdAt: new Date(CREATED_AT),
  })
}

/** The nine members of the response, as text: also their order is compared. */
function view(id: string, changes: object = {}): string {
  const rest = { maxInsuredValueCents: '25000000', createdAt: CREATED_AT }
  return JSON.stringify({ data: { id, organizationId, ...CONTACT, ...changes, ...rest } })
}

async function updated(id: string, body: object): Promise<string> {
  const headers = { 'X-Request-Id': REQUEST_ID }
  const response = await api.patch(`/v1/fbo-accounts/${id}`, { token, body, headers })
  assert.equal(response.status, 200, response.text)
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
  return response.text
}

async function stored(id: string) {
  const [row] = await sql`select * from fbo_accounts where id = ${id}`
  return row
}

test('Update FBO Account returns nine members in the published order, without isPrimary', async () => {
  const id = await account()
  const everything = {
    businessName: 'Ögon & Söner "AB"',
    phone: '(08) 555.012-34 x9',
    email: 'ny@example.org',
    lastName: 'Öberg 🪙',
    firstName: 'Åsa\n',
  }
  assert.equal(await updated(id, everything), view(id, everything))
})

test('Only the supplied fields are changed', async () => {
  for (const field of FIELDS) {
    const id = await account()
    const before = await stored(id)
    const value = field === 'phone' ? '112' : 'x@y'
    assert.equal(await updated(id, { [field]: value }), view(id, { [field]: value }))
    assert.deepEqual(await stored(id), {
      ...before,
      [field]: value,
      version: 2,
      changedByTokenId: tokenId,
      changedByRequestId: REQUEST_ID,
    })
  }
})

test('null clears a field, and all of them at once', async () => {
  for (const field of FIELDS) {
    const id = await account()
    assert.equal(await updated(id, { [field]: null }), view(id, { [field]: null }))
  }
  const id = await account()
  const cleared = Object.fromEntries(FIELDS.map((field) => [field, null]))
  assert.equal(await updated(id, cleared), view(id, cleared))
  assert.equal(await updated(id, cleared), view(id, cleared), 'clearing again changes nothing')
})

test('One request may set a field and clear another', async () => {
  const id = await account()
  const changes = { firstName: 'Grace', phone: null }
  assert.equal(await updated(id, changes), view(id, changes))
})

test('An update that changes nothing returns 200 with the account', async () => {
  const id = await account()
  const before = await records.fingerprint()
  assert.equal(await updated(id, CONTACT), view(id))
  assert.equal(await updated(id, { email: CONTACT.email }), view(id))
  assert.equal(await records.fingerprint(), before)
})

test('An account records the token that changed it last, also in batches', async () => {
  const other = await records.token(organizationId)
  const ids = [await account(), await account(), await account()]
  const rename = (id: string, secret: string) =>
    api.patch(`/v1/fbo-accounts/${id}`, { token: secret, body: { firstName: 'Ada B.' } })
  await Promise.all(ids.map((id, place) => rename(id, place === 1 ? other.token : token)))
  const rows = await Promise.all(ids.map(stored))
  const changers = rows.map((row) => row?.changedByTokenId)
  assert.deepEqual(changers, [tokenId, other.id, tokenId])
  // A caller that sends the present values changed nothing.
  await rename(ids[0] as string, other.token)
  assert.equal((await stored(ids[0] as string))?.changedByTokenId, tokenId)
})

test('Text is accepted exactly at its limit, counted in code points', async () => {
  const rows: [string, string][] = [
    ['firstName', 'A'],
    ['firstName', '🪙'.repeat(300)],
    ['lastName', 'B'],
    ['lastName', '🪙'.repeat(300)],
    ['businessName', 'C'],
    ['businessName', '🪙'.repeat(500)],
    ['email', 'a@b'],
    ['email', `${'🪙'.repeat(252)}@b`],
    ['phone', '112'],
    ['phone', `${'+'.repeat(63)}1`],
    ['phone', '+1 206 555 0142 ext. 9'],
    ['phone', '(206) 555-0142 #9 / Zoë, 🏠 only'],
    ['phone', '0123456789 +()-.x'],
  ]
  const id = await account()
  for (const [field, value] of rows) {
    assert.equal(JSON.parse(await updated(id, { [field]: value })).data[field], value)
  }
})

test('Get FBO Account returns what the update wrote', async () => {
  const id = await account()
  await updated(id, { firstName: 'Grace', lastName: null })
  const response = await api.get(`/v1/fbo-accounts/${id}`, { token })
  assert.equal(response.body.data.firstName, 'Grace')
  assert.equal(response.body.data.lastName, null)
  assert.equal(response.body.data.isPrimary, false)
})
