import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault

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
    const [{ at: _, ...correction }] = await list(`/v1/fbo-accounts/${which}/corrections`)
    const shown = { number: 1, member: 'isPrimary', from: !to, to, reason: 'Moved', tokenId }
    assert.deepEqual(correction, shown)
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
  const [{ from, to, reason }] = await list(`/v1/fbo-accounts/${id}/corrections`)
  assert.deepEqual([from, to, reason], [true, false, 'Case 1'])
})
