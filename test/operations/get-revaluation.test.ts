import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RevaluationSetup } from '../support/operations/revaluation-setup.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const setup = await RevaluationSetup.open(vault, { revaluationMaxCents: '0' })

test('A revaluation of a thousand items shows each with both values; names come on demand', async () => {
  const ids = await setup.items(1_000, '7')
  const { id } = await setup.pending(ids.map((item) => [item, '9223372036854775807']))
  const { token } = setup.approver
  const response = await vault.api.get(`/v1/revaluations/${id}?include=names`, { token })
  assert.equal(response.status, 200)
  assert.deepEqual(
    response.body.data.items,
    ids.map((inventoryItemId) => ({
      inventoryItemId,
      fromValueCents: '7',
      toValueCents: '9223372036854775807',
    })),
  )
  assert.equal(Object.keys(response.body.included).length, 1_002)
  const etag = response.headers.get('etag') ?? ''
  const headers = { 'if-none-match': etag }
  const again = await vault.api.get(`/v1/revaluations/${id}`, { token, headers })
  assert.equal(again.status, 304)
})
