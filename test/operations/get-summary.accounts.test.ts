import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshSummary } from '../support/vault/fresh-summary.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()
const PATH = '/v1/summary'

test('Accounts come by the part of their maximum, those without one first, at most ten', async () => {
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId)
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
  assert.deepEqual(
    shown.map(({ fboAccountId }: { fboAccountId: string }) => fboAccountId),
    [none, over, half],
  )
  assert.deepEqual(shown[1], {
    fboAccountId: over,
    firstName: 'Ada',
    lastName: null,
    businessName: null,
    exposureCents: '18446744073709551614',
    maxInsuredValueCents: '9223372036854775807',
    headroomCents: '-9223372036854775807',
    isOverMaximum: true,
  })
  for (let n = 0; n < 9; n += 1) await account('10000', `${n + 1}`)
  const many = (await freshSummary(api, token)).body.data.accountsNearestToMaximum
  assert.equal(many.length, 10)
})

test('The next count sees changed accounts among the nearest, and others stay', async () => {
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId)
  const ids: string[] = []
  for (let n = 1; n <= 12; n += 1) {
    const id = await records.fboAccount(organizationId, { maxInsuredValueCents: '1000' })
    await records.inventoryItem(organizationId, id, { declaredValueCents: `${n * 10}` })
    ids.unshift(id)
  }
  const nearest = async () => {
    const { body } = await freshSummary(api, token)
    return body.data.accountsNearestToMaximum.map(
      ({ fboAccountId }: { fboAccountId: string }) => fboAccountId,
    )
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
