import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
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

test('Pages of accounts are exact; one past the end is empty', async () => {
  const pages = []
  for (const page of [1, 2, 3, 4]) pages.push(await list(`?limit=2&page=${page}`))
  assert.deepEqual(
    pages.map(({ ids }) => ids),
    [[fourth, third], [second, first], [zeroth], []],
  )
  assert.deepEqual(
    pages.map(({ pagination }) => pagination),
    [true, true, false, false].map((hasMore, index) => ({ page: index + 1, hasMore })),
  )
  assert.equal((await list('?limit=5')).pagination.hasMore, false)
  assert.equal((await list('?limit=4')).pagination.hasMore, true)
})

test('Accounts created at the same moment are ordered by id', async () => {
  const other = await records.organization()
  const ids: string[] = []
  for (let count = 0; count < 6; count += 1) {
    ids.push(await records.fboAccount(other, { createdAt: at(1) }))
  }
  const caller = await records.token(other)
  const { data } = (await api.get(path, { token: caller.token })).body
  assert.deepEqual(
    data.map(({ id }: { id: string }) => id),
    ids.sort().reverse(),
  )
})

const KNOWN = 'It has: page, limit, cursor, isPrimary, createdFrom, createdBefore.'
const INSTANT =
  'must be an RFC 3339 date and time, such as 2026-11-21T09:15:00.000Z; an offset has ' +
  'less than 16 hours.'
const REFUSED: [query: string, name: string, code: string, sentence: string][] = [
  ['page=0', 'page', 'invalid_parameter', 'must be a whole number from 1 to 999999999999999.'],
  ['limit=101', 'limit', 'invalid_parameter', 'must be a whole number from 1 to 100.'],
  ['limit=x', 'limit', 'invalid_parameter', 'must be a plain decimal whole number.'],
  ['isPrimary=1', 'isPrimary', 'invalid_parameter', 'must be one of true, false.'],
  ['isPrimary=TRUE', 'isPrimary', 'invalid_parameter', 'must be one of true, false.'],
  ['createdFrom=2026-11-21', 'createdFrom', 'invalid_parameter', INSTANT],
  ['createdBefore=2026-02-30T00:00:00Z', 'createdBefore', 'invalid_parameter', INSTANT],
  ['page=1&page=2', 'page', 'invalid_parameter', 'is given more than once: send it once.'],
  [
    'status=open',
    'status',
    'unknown_parameter',
    `is not a query parameter of this operation. ${KNOWN}`,
  ],
]

test('An invalid or unknown parameter is refused', async () => {
  for (const [query, name, code, sentence] of REFUSED) {
    const response = await withoutWriting(records, () => api.get(`${path}?${query}`, { token }))
    const detail = `${name} ${sentence}`
    const errors = [{ pointer: `/${name}`, in: 'query', code, detail }]
    const instance = path
    assertRefused(response, {
      status: 400,
      code: code as 'invalid_parameter',
      detail,
      instance,
      errors,
    })
  }
})
