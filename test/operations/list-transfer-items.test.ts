import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault
const setup = await TransferSetup.open(vault)
const { creator, approver, source, destination } = setup
const { token } = approver

const list = (id: string, query = '') => api.get(`/v1/transfers/${id}/items${query}`, { token })

test('The items of a batch are listed in the order of the request', async () => {
  const [first, second, third] = (await setup.items(3)) as [string, string, string]
  const items = [
    { inventoryItemId: third, reason: 'trade' },
    { inventoryItemId: first, reason: 'request' },
    { inventoryItemId: second, reason: 'rebalance' },
  ]
  const body = { fromFboAccountId: source, toFboAccountId: destination, items }
  const { id } = (await api.post('/v1/transfers', { token: creator.token, body })).body.data
  const response = await withoutWriting(records, () => list(id))
  assert.equal(response.status, 200)
  const page = {
    data: items.map((item, index) => ({ position: index + 1, ...item })),
    pagination: { page: 1, hasMore: false },
  }
  assert.equal(response.text, JSON.stringify(page))
  assert.equal((await setup.approve(id)).status, 200)
  assert.equal((await list(id)).text, response.text, 'also when it is over')
})
