import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate } from '../../src/database/migrations.ts'
import { checkNames } from '../../src/operator/verify/check-names.store.ts'
import { pretendSteps } from '../support/schema/later-version.ts'
import { openOwnVault } from '../support/vault/vault.ts'

// A vault of a build in which case and blanks counted in external ids.
const vault = await openOwnVault()
const { api, records, sql } = vault
const { organizationId, token } = await records.owner()
const one = ['CUST 9', 'cust9', 'Cust 9'] as const
const ids = [...one, 'KUND-Åsa', 'Only 1', 'kund-åsa', 'Ö 2', 'ＯＬＤ 4', 'Old 4'] as const
await pretendSteps(sql)
const accounts = new Map<string, string>()
for (const externalId of ids) {
  const id = await records.fboAccount(organizationId)
  accounts.set(externalId, id)
  await sql`
    insert into fbo_account_profiles (organization_id, fbo_account_id, external_id, changed_at)
    values (${organizationId}, ${id}, ${externalId}, now())`
}
await migrate(sql)

const foundBy = async (externalId: string) => {
  const query = new URLSearchParams({ externalId })
  const { body, text } = await api.get(`/v1/fbo-accounts?${query}`, { token })
  assert.ok(body.data, text)
  return body.data.map(({ id }: { id: string }) => id)
}

const profileOf = (typed: string) => `/v1/fbo-accounts/${accounts.get(typed)}/profile`

test('Accounts whose external ids are one now keep them, and each is found by its own', async () => {
  // Signs of full width are tidied before anything is looked for: check names that account.
  for (const typed of ids.filter((id) => id !== 'ＯＬＤ 4')) {
    assert.deepEqual(await foundBy(typed), [accounts.get(typed)], typed)
    const { body } = await api.get(profileOf(typed), { token })
    assert.equal(body.data.externalId, typed)
  }
  assert.deepEqual(await foundBy('cUST  9'), [accounts.get('cust9')])
  assert.deepEqual(await foundBy('old 4'), [accounts.get('Old 4')])
  assert.deepEqual(await foundBy('ONLY 1'), [accounts.get('Only 1')])
})

test('Check names them, and ids that are to be entered again', async () => {
  const named = (await checkNames(sql)).map(({ message }) => message)
  assert.equal(named.length, 4, named.join('\n'))
  const alone = named.find((message) => message.includes(accounts.get('Ö 2') as string)) ?? ''
  assert.match(alone, /: clear it and enter it again for fbo_\w+\.$/)
  for (const group of [one, ['ＯＬＤ 4', 'Old 4'], ['KUND-Åsa', 'kund-åsa']]) {
    const [first = ''] = group.map((typed) => accounts.get(typed))
    const of = named.find((message) => message.includes(first)) ?? ''
    for (const typed of group) assert.match(of, new RegExp(accounts.get(typed) as string))
    assert.match(of, /have two spellings of one externalId/)
  }
})

test('Such a profile is changed in the rest, and no account gets the id of another', async () => {
  const taken = async (externalId: string, by: string) => {
    const created = await api.post('/v1/fbo-accounts', { token, body: { externalId } })
    assert.deepEqual([created.status, created.body.fboAccountId], [409, accounts.get(by)])
    const headers = { 'content-type': 'text/csv' }
    const rawBody = `externalId\n${externalId}\n`
    const sent = await api.post('/v1/imports?type=fbo_accounts', { token, headers, rawBody })
    assert.equal(sent.body.errors?.[0]?.code, 'external_id_taken', sent.text)
  }
  for (const metadata of [{ a: 'x' }, { a: null }]) {
    const changed = await api.patch(profileOf('CUST 9'), { token, body: { metadata } })
    assert.equal(changed.status, 200, changed.text)
  }
  await taken('CUST  9', 'CUST 9')
  await taken('cust 9', 'cust9')
  await api.patch(profileOf('cust9'), { token, body: { externalId: null } })
  await taken('CUST 9', 'CUST 9')
  // Entered again, it has the usual form.
  for (const externalId of [null, 'CUST 9']) {
    const { status, text } = await api.patch(profileOf('CUST 9'), { token, body: { externalId } })
    assert.equal(status, 200, text)
  }
  assert.deepEqual(await foundBy('cust 9'), [accounts.get('CUST 9')])
})
