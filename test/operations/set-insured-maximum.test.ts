import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault
const organizationId = await records.organization()
const { token, id: tokenId } = await records.token(organizationId)
const REASON = 'Renewal 2026'

const account = () => records.fboAccount(organizationId, { maxInsuredValueCents: '500' })

function set(id: string, maxInsuredValueCents: string, headers: Record<string, string> = {}) {
  const path = `/v1/fbo-accounts/${id}/set-insured-maximum`
  return api.post(path, { token, body: { maxInsuredValueCents, reason: REASON }, headers })
}

async function correctionsOf(id: string) {
  return (await api.get(`/v1/fbo-accounts/${id}/corrections`, { token })).body.data
}

test('Set Insured Maximum sets the maximum; Get shows it, and the next version', async () => {
  const id = await account()
  const response = await set(id, '700')
  assert.equal(response.status, 200, response.text)
  const standing = { id, organizationId, maxInsuredValueCents: '700', isPrimary: false }
  assert.deepEqual(response.body, { data: standing })
  assert.equal(response.headers.get('etag'), '"2"')
  const read = await api.get(`/v1/fbo-accounts/${id}`, { token })
  assert.equal(read.body.data.maxInsuredValueCents, '700')
  assert.equal(read.headers.get('etag'), '"2"')
})

test('the corrections say from what to what, why and by whom', async () => {
  const id = await account()
  assert.deepEqual(await correctionsOf(id), [])
  await set(id, '700')
  await set(id, '9223372036854775807')
  const found = await correctionsOf(id)
  for (const { at } of found) assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000)
  const row = { member: 'maxInsuredValueCents', reason: REASON, tokenId }
  assert.deepEqual(
    found.map(({ at: _, ...rest }: { at: string }) => rest),
    [
      { number: 1, ...row, from: '500', to: '700' },
      { number: 2, ...row, from: '700', to: '9223372036854775807' },
    ],
  )
})

test('the event has both values, and not the reason', async () => {
  const id = await account()
  await set(id, '700')
  const { body, text } = await api.get(`/v1/events?subjectId=${id}`, { token })
  const [{ type, data }] = body.data
  assert.equal(type, 'fbo_account.insured_maximum_set')
  assert.deepEqual(data, {
    version: 2,
    changedMembers: ['maxInsuredValueCents'],
    before: { maxInsuredValueCents: '500' },
    after: { maxInsuredValueCents: '700' },
  })
  assert.ok(!text.includes(REASON))
})

test('the same value changes nothing', async () => {
  const id = await account()
  const response = await withoutWriting(records, () => set(id, '500'))
  assert.equal(response.status, 200, response.text)
  assert.equal(response.headers.get('etag'), '"1"')
})

test('an erased account is refused, nothing is written', async () => {
  const id = await account()
  const path = `/v1/fbo-accounts/${id}/set-insured-maximum`
  await api.post(`/v1/fbo-accounts/${id}/erase`, { token, body: { reason: 'Case 1' } })
  assertRefused(await withoutWriting(records, () => set(id, '900')), {
    status: 409,
    code: 'fbo_account_erased',
    detail: 'The account was erased and cannot be changed: open a new one.',
    instance: path,
  })
})

test('changes at once have one order: each begins with what the one before left', async () => {
  const id = await account()
  const values = Array.from({ length: 20 }, (_, index) => `${1000 + index}`)
  const responses = await Promise.all(values.map((value) => set(id, value)))
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
  const found: { number: number; from: string; to: string }[] = await correctionsOf(id)
  assert.deepEqual(
    found.map(({ number }) => number),
    values.map((_, index) => index + 1),
  )
  found.reduce((before, { from, to }) => {
    assert.equal(from, before)
    return to
  }, '500')
})
