import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()
const { organizationId, token } = await records.owner()
const path = '/v1/fbo-accounts'

const CONTACT = {
  firstName: 'Åsa 🪙',
  lastName: 'Öberg',
  email: 'asa@example.com',
  phone: '+46 8 555 012 34',
  businessName: 'Ögon & Söner "AB"',
}
const NOBODY = { firstName: null, lastName: null, email: null, phone: null, businessName: null }

async function create(body: object, secret = token) {
  const response = await api.post(path, { token: secret, body })
  assert.equal(response.status, 201, response.text)
  return response
}

test('Create FBO Account returns ten members in the published order, and Location', async () => {
  const whole = { ...CONTACT, maxInsuredValueCents: '9223372036854775807', isPrimary: true }
  const { organizationId: home, token: ours } = await records.owner()
  const response = await create(whole, ours)
  const { id, createdAt } = response.body.data
  assert.match(id, /^fbo_[0-9a-z]{26}$/)
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000)
  const view = JSON.stringify({ data: { id, organizationId: home, ...whole, createdAt } })
  assert.equal(response.text, view)
  assert.equal(response.headers.get('location'), `/v1/fbo-accounts/${id}`)
  const read = await api.get(`/v1/fbo-accounts/${id}`, { token: ours })
  assert.equal(read.text, view)
})

test('A contact detail may be left out or null; nothing is insured, not primary', async () => {
  for (const body of [{}, { ...CONTACT, ...NOBODY }]) {
    const { id, createdAt, ...rest } = (await create(body)).body.data
    const standing = { maxInsuredValueCents: '0', isPrimary: false }
    assert.deepEqual(rest, { organizationId, ...NOBODY, ...standing })
  }
})

test('Digits of a phone number are kept as ASCII, an external id without what is not seen', async () => {
  const { token: secret } = await records.owner()
  for (const [phone, kept] of [
    ['０３－１２３４－５６７８', '03－1234－5678'],
    ['+٩٦٦ ٥٠ ۱۲', '+966 50 12'],
  ]) {
    const { id, phone: stored } = (await create({ phone }, secret)).body.data
    assert.equal(stored, kept)
    const updated = await api.patch(`${path}/${id}`, { token: secret, body: { phone } })
    assert.equal(updated.headers.get('etag'), '"1"')
  }
  const { id } = (await create({ externalId: ' CUST\u200b\u00a0 ９ ' }, secret)).body.data
  for (const externalId of ['CUST 9', 'CU\u00adST  9 ', 'cust\uff19', 'ｃｕｓｔ 9']) {
    const again = await api.post(path, { token: secret, body: { externalId } })
    assert.equal(again.body.fboAccountId, id)
    const query = new URLSearchParams({ externalId })
    const { body } = await api.get(`${path}?${query}`, { token: secret })
    assert.deepEqual([body.data.length, body.data[0]?.id], [1, id])
  }
  const { body } = await api.get(`${path}/${id}/profile`, { token: secret })
  assert.equal(body.data.externalId, 'CUST 9')
  // One letter that stands for 18, and one that is two in NFC.
  for (const letter of ['\ufdfa', '\u0958']) {
    assert.equal((await create({ externalId: letter.repeat(128) }, secret)).status, 201)
  }
})

const code = 'primary_account_exists'
const detail = 'The organization already has a primary account: leave isPrimary out.'
const errors = [{ pointer: '/isPrimary', code, detail }]
const SECOND = { status: 409, code, instance: path, errors } as const

test('A second primary account is refused; another organization has its own', async () => {
  for (const { token: ours } of [await records.owner(), await records.owner()]) {
    await create({ isPrimary: true }, ours)
    const second = { token: ours, body: { ...CONTACT, isPrimary: true } }
    assertRefused(await withoutWriting(records, () => api.post(path, second)), SECOND)
    await create({ isPrimary: false }, ours)
  }
})

test('Of many simultaneous primary accounts exactly one is created', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { organizationId: home, token: ours } = await records.owner()
    const request = { token: ours, body: { isPrimary: true } }
    const sent = Array.from({ length: 8 }, () => api.post(path, request))
    const responses = await Promise.all(sent)
    const [opened, ...others] = responses.toSorted((a, b) => a.status - b.status)
    assert.equal(opened?.status, 201)
    for (const refused of others) assertRefused(refused, SECOND)
    const rows = await sql`select id from fbo_accounts where organization_id = ${home}`
    assert.deepEqual([...rows], [{ id: opened?.body.data.id }])
  }
})
