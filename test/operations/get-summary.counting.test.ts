import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eventually } from '../support/processes/embedded-directory.ts'
import { freshSummary } from '../support/vault/fresh-summary.ts'
import { holdTable } from '../support/vault/held-table.ts'
import { waitingForLocks, whoWaitsForLock } from '../support/vault/lock-wait.ts'
import { testServer } from '../support/vault/server.ts'
import { openOwnVault, openVault } from '../support/vault/vault.ts'

// Counts of all records take long in large vaults. A lock stands for that.

const PATH = '/v1/summary'
const vault = await openVault()
const { api, records, sql } = vault
const hasty = await openOwnVault(
  { DATABASE_STATEMENT_TIMEOUT_MS: 1_000 },
  { connection: vault.connection },
)

/** Holds up every count of the organization until it is released. */
function slowCounts(t: TestContext, organizationId: string) {
  const mode = 'access exclusive'
  return holdTable(t, vault, 'outbound_shipments', { organizationId, mode })
}

async function twentyItems() {
  const owner = await records.owner()
  const account = await records.fboAccount(owner.organizationId)
  await records.inventoryItems(owner.organizationId, account, 20)
  return owner
}

test('Requests share the count that is under way; one that failed is not cached', {
  skip: testServer().nodes !== undefined && 'it ends a statement by its process of one server',
}, async (t) => {
  const { organizationId, token } = await twentyItems()
  const other = await twentyItems()
  const release = await slowCounts(t, organizationId)
  const counting = Array.from({ length: 12 }, () => api.get(PATH, { token }))
  const pid = await whoWaitsForLock(sql)
  // It has come behind the twelve.
  const listed = await api.get('/v1/fbo-accounts', { token })
  assert.equal(listed.status, 200, listed.text)
  assert.deepEqual(await waitingForLocks(sql), [pid])
  await sql`select pg_terminate_backend(${pid})`
  const statuses = (await Promise.all(counting)).map(({ status }) => status)
  assert.deepEqual(statuses, Array(12).fill(503))
  await release()
  for (const one of [token, other.token]) {
    const { status, body, text } = await api.get(PATH, { token: one })
    assert.equal(status, 200, text)
    assert.equal(body.data.itemsByStatus.in_vault, 20)
  }
})

test('A count is cached for two seconds at least, and says its moment', async () => {
  const { token } = await twentyItems()
  const first = (await api.get(PATH, { token })).body.data
  const { data } = (await api.get(PATH, { token })).body
  assert.deepEqual(data, first)
  const later = (await freshSummary(api, token)).body.data
  const age = Date.parse(later.asOf) - Date.parse(first.asOf)
  assert.ok(age >= 2_000, `${age} ms`)
})

test('A count that takes longer than a statement may is refused with 503, and tried again', async (t) => {
  const { organizationId, token } = await twentyItems()
  const release = await slowCounts(t, organizationId)
  const { status, headers, text } = await hasty.api.get(PATH, { token })
  assert.equal(status, 503, text)
  assert.ok(headers.get('retry-after'))
  await release()
  await eventually(async () => (await hasty.api.get(PATH, { token })).status === 200, 'a count')
})

const accountsOf = (nearest: readonly { readonly fboAccountId: string }[]) =>
  nearest.map(({ fboAccountId }) => fboAccountId)

test('Accounts come by the part of their maximum, those without one first', async () => {
  const { organizationId, token } = await records.owner()
  const account = async (maxInsuredValueCents: string, ...cents: string[]) => {
    const id = await records.fboAccount(organizationId, { maxInsuredValueCents, firstName: 'Ada' })
    for (const declaredValueCents of cents) {
      await records.inventoryItem(organizationId, id, { declaredValueCents })
    }
    return id
  }
  await account('1000')
  const half = await account('1000', '300', '200')
  const none = await account('0', '1')
  const over = await account('9223372036854775807', '9223372036854775807', '9223372036854775807')
  const { body } = await api.get(PATH, { token })
  const shown = body.data.accountsNearestToMaximum
  assert.deepEqual(accountsOf(shown), [none, over, half])
  assert.deepEqual(shown[1], {
    ...{ fboAccountId: over, firstName: 'Ada', lastName: null, businessName: null },
    exposureCents: '18446744073709551614',
    maxInsuredValueCents: '9223372036854775807',
    headroomCents: '-9223372036854775807',
    isOverMaximum: true,
  })
})

test('The next count sees changed accounts among the ten nearest, and others stay', async () => {
  const { organizationId, token } = await records.owner()
  const ids: string[] = []
  for (let n = 1; n <= 12; n += 1) {
    const id = await records.fboAccount(organizationId, { maxInsuredValueCents: '1000' })
    await records.inventoryItem(organizationId, id, { declaredValueCents: `${n * 10}` })
    ids.unshift(id)
  }
  const nearest = async () => {
    const { body } = await freshSummary(api, token)
    return accountsOf(body.data.accountsNearestToMaximum)
  }
  assert.deepEqual(await nearest(), ids.slice(0, 10))
  const withdrawn = await sql<{ id: string }[]>`
    select id from inventory_items where fbo_account_id = any(${ids.slice(0, 2)}::text[])`
  for (const { id } of withdrawn) {
    await api.post(`/v1/inventory-items/${id}/withdraw`, { token, body: { reason: 'x' } })
  }
  assert.deepEqual(await nearest(), ids.slice(2))
  const body = { fboAccountId: ids[11], declaredValueCents: '999' }
  await api.post('/v1/inventory-items', { token, body })
  assert.deepEqual(await nearest(), [ids[11], ...ids.slice(2, 11)])
})
