import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault

/** A new organization, and requests of a token of it. */
async function open() {
  const organizationId = await records.organization()
  const { token, id: tokenId } = await records.token(organizationId)
  const ask = (path: string, body: object, headers: Record<string, string> = {}) =>
    api.post(`/v1/fbo-accounts${path}`, { token, body, headers })
  return {
    organizationId,
    tokenId,
    account: (isPrimary = false) => records.fboAccount(organizationId, { isPrimary }),
    make: (id: string, headers = {}) => ask(`/${id}/make-primary`, { reason: 'Moved' }, headers),
    create: () => ask('', { isPrimary: true }),
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
  assert.deepEqual(
    events.map(({ subject, data }: Record<string, { id: string }>) => [subject?.id, data]),
    [
      [former, seen(false)],
      [id, seen(true)],
    ],
  )
  for (const [which, to] of [
    [former, false],
    [id, true],
  ] as const) {
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

test('an erased account is refused, nothing is written', async () => {
  const { account, make, erase, list, primaries } = await open()
  const id = await account(true)
  assert.equal((await erase(id)).status, 200)
  assert.deepEqual(await primaries(), [])
  const [{ from, to, reason }] = await list(`/v1/fbo-accounts/${id}/corrections`)
  assert.deepEqual([from, to, reason], [true, false, 'Case 1'])
  const refused = await withoutWriting(records, () => make(id))
  assert.deepEqual([refused.status, refused.body.code], [409, 'fbo_account_erased'])
})

test('of many at once, each is the primary one in turn, and one is in the end', async () => {
  const { account, make, create, erase, list, primaries } = await open()
  const ids = [await account(true)]
  for (const _ of Array(7)) ids.push(await account())
  const erased = await account()
  const asked: Promise<ApiResponse>[] = []
  for (const id of [...ids, ...ids.toReversed(), ...ids]) asked.push(make(id))
  asked.push(create(), create(), make(erased), erase(erased))
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  assert.deepEqual(new Set(statuses.slice(0, 24)), new Set([200]))
  // Only while there is none: the erased one was it.
  for (const status of statuses.slice(24, 26)) assert.ok([201, 409].includes(status), `${status}`)
  assert.ok([200, 409].includes(statuses[26] as number), 'erased before or after')
  assert.equal(statuses[27], 200)
  assert.ok((await primaries()).length <= 1)
  for (const id of ids) {
    const found: { number: number; from: boolean; to: boolean }[] = await list(
      `/v1/fbo-accounts/${id}/corrections`,
    )
    found.forEach(({ number, from, to }, index) => {
      assert.equal(number, index + 1)
      assert.equal(from, !to)
      if (index > 0) assert.equal(from, found[index - 1]?.to)
    })
  }
})
