import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
const { organizationId, token, id: tokenId } = await records.owner()
const list = async (id: string) =>
  (await api.get(`/v1/corrections?subjectId=${id}&limit=100`, { token })).body.data

/** A new organization, and requests of a token of it. */
async function open() {
  const { organizationId, token, id: tokenId } = await records.owner()
  const ask = (path: string, body: object, headers: Record<string, string> = {}) =>
    api.post(`/v1/fbo-accounts${path}`, { token, body, headers })
  return {
    organizationId,
    tokenId,
    account: (isPrimary = false) => records.fboAccount(organizationId, { isPrimary }),
    make: (id: string, headers = {}) => ask(`/${id}/make-primary`, { reason: 'Moved' }, headers),
    erase: (id: string) => ask(`/${id}/erase`, { reason: 'Case 1' }),
    list: async (path: string) => (await api.get(path, { token })).body.data,
    primaries: async () => {
      const rows = await sql<{ id: string }[]>`
        select id from fbo_accounts where organization_id = ${organizationId} and is_primary`
      return rows.map(({ id }) => id)
    },
  }
}

test('Make Primary puts the account in the place of the former one', async () => {
  const { organizationId, tokenId, account, make, list, primaries } = await open()
  const former = await account(true)
  const id = await account()
  const response = await make(id, { 'If-Match': '"1"' })
  assert.equal(response.status, 200, response.text)
  const standing = { id, organizationId, maxInsuredValueCents: '0', isPrimary: true }
  assert.deepEqual(response.body, { data: standing })
  assert.equal(response.headers.get('etag'), '"2"')
  assert.deepEqual(await primaries(), [id])
  const events = await list('/v1/events?type=fbo_account.primary_changed')
  const seen = (isPrimary: boolean) => ({
    version: 2,
    changedMembers: ['isPrimary'],
    before: { isPrimary: !isPrimary },
    after: { isPrimary },
  })
  for (const [index, which] of [former, id].entries()) {
    const to = which === id
    assert.deepEqual([events[index].subject.id, events[index].data], [which, seen(to)])
    const [{ at: _, ...correction }] = await list(`/v1/corrections?subjectId=${which}`)
    const shown = { number: 1, member: 'isPrimary', from: !to, to, reason: 'Moved', tokenId }
    assert.deepEqual(correction, { ...shown, revaluationId: null })
  }
})

test('the first primary account has no former one; again, nothing changes', async () => {
  const { account, make, primaries } = await open()
  const id = await account()
  assert.equal((await make(id)).status, 200)
  const again = await withoutWriting(records, () => make(id))
  assert.deepEqual([again.status, again.headers.get('etag')], [200, '"2"'])
  assert.deepEqual(await primaries(), [id])
})

test('An erasure leaves no primary account, and is in the corrections', async () => {
  const { account, erase, list, primaries } = await open()
  const id = await account(true)
  assert.equal((await erase(id)).status, 200)
  assert.deepEqual(await primaries(), [])
  const [{ from, to, reason }] = await list(`/v1/corrections?subjectId=${id}`)
  assert.deepEqual([from, to, reason], [true, false, 'Case 1'])
})

const REASON = 'Renewal 2026'

const account = () => records.fboAccount(organizationId, { maxInsuredValueCents: '500' })

function set(id: string, maxInsuredValueCents: string, headers: Record<string, string> = {}) {
  const path = `/v1/fbo-accounts/${id}/set-insured-maximum`
  return api.post(path, { token, body: { maxInsuredValueCents, reason: REASON }, headers })
}

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
  const corrections: { at: string; to: string }[] = await list(id)
  const order = corrections.map(({ to }) => to)
  assert.deepEqual(order.toSorted(), values)
  for (const [index, { at, ...rest }] of corrections.entries()) {
    assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000)
    const why = { reason: REASON, tokenId, revaluationId: null }
    const by = { member: 'maxInsuredValueCents', ...why }
    const [from = '500', to] = [order[index - 1], order[index]]
    assert.deepEqual(rest, { number: index + 1, ...by, from, to })
  }
})
