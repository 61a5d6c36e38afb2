import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records } = await openVault()
const organizationId = await records.organization()
const { token } = await records.token(organizationId)
const path = '/v1/fbo-accounts'

const at = (day: number) => new Date(`2026-11-${10 + day}T08:30:00.000Z`)
const accounts: string[] = []
for (let day = 0; day < 5; day += 1) {
  const columns = { createdAt: at(day), isPrimary: day === 2, firstName: `Ada ${day}` }
  accounts.unshift(await records.fboAccount(organizationId, columns))
}
const [fourth, third, second, first, zeroth] = accounts
await records.fboAccount(await records.organization(), { isPrimary: true })

async function list(query: string) {
  const response = await withoutWriting(records, () => api.get(`${path}${query}`, { token }))
  assert.equal(response.status, 200, response.text)
  const { data, pagination } = response.body
  return { ids: data.map(({ id }: { id: string }) => id), data, pagination }
}

test('List FBO Accounts shows accounts as Get FBO Account does, newest first', async () => {
  const { ids, data, pagination } = await list('')
  assert.deepEqual(ids, accounts)
  assert.deepEqual(pagination, { page: 1, hasMore: false })
  for (const account of data) {
    const read = await api.get(`${path}/${account.id}`, { token })
    assert.equal(JSON.stringify({ data: account }), read.text)
  }
})

test('isPrimary filters for the primary account, or for the others', async () => {
  assert.deepEqual((await list('?isPrimary=true')).ids, [second])
  assert.deepEqual((await list('?isPrimary=false')).ids, [fourth, third, first, zeroth])
})

test('createdFrom is inclusive, createdBefore exclusive; they combine with other filters', async () => {
  const from = `createdFrom=${at(1).toISOString()}`
  const before = `createdBefore=${at(3).toISOString()}`
  assert.deepEqual((await list(`?${from}`)).ids, [fourth, third, second, first])
  assert.deepEqual((await list(`?${before}`)).ids, [second, first, zeroth])
  assert.deepEqual((await list(`?${from}&${before}`)).ids, [second, first])
  assert.deepEqual((await list(`?${from}&${before}&isPrimary=false`)).ids, [first])
  assert.deepEqual((await list(`?createdFrom=${at(9).toISOString()}`)).ids, [])
})
