import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault
const { organizationId, token, id: tokenId } = await records.owner()
const REASON = 'Renewal 2026'

const account = () => records.fboAccount(organizationId, { maxInsuredValueCents: '500' })

function set(id: string, maxInsuredValueCents: string, headers: Record<string, string> = {}) {
  const path = `/v1/fbo-accounts/${id}/set-insured-maximum`
  return api.post(path, { token, body: { maxInsuredValueCents, reason: REASON }, headers })
}

const list = async (path: string) => (await api.get(`/v1/${path}?limit=100`, { token })).body.data

test('Set Insured Maximum sets the maximum; Get shows it; the event has both, and no reason', async () => {
  const id = await account()
  const response = await set(id, '700')
  assert.equal(response.status, 200, response.text)
  const standing = { id, organizationId, maxInsuredValueCents: '700', isPrimary: false }
  assert.deepEqual(response.body, { data: standing })
  assert.equal(response.headers.get('etag'), '"2"')
  const read = await api.get(`/v1/fbo-accounts/${id}`, { token })
  assert.equal(read.body.data.maxInsuredValueCents, '700')
  assert.equal(read.headers.get('etag'), '"2"')
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

test('corrections say from what to what, why and by whom, in one order of changes at once', async () => {
  const id = await account()
  const values = Array.from({ length: 20 }, (_, index) => `${9223372036854775788n + BigInt(index)}`)
  const responses = await Promise.all(values.map((value) => set(id, value)))
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
  const corrections: { at: string; to: string }[] = await list(`fbo-accounts/${id}/corrections`)
  const order = corrections.map(({ to }) => to)
  assert.deepEqual(order.toSorted(), values)
  for (const [index, { at, ...rest }] of corrections.entries()) {
    assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000)
    const by = { member: 'maxInsuredValueCents', reason: REASON, tokenId }
    const [from = '500', to] = [order[index - 1], order[index]]
    assert.deepEqual(rest, { number: index + 1, ...by, from, to })
  }
})
