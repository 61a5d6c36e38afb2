import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api } = vault

/** A page of the feed. */
async function feed(token: string, query = '') {
  const response = await api.get(`/v1/events${query}`, { token })
  assert.equal(response.status, 200, response.text)
  return response.body
}

test('A transfer and an update of an account are events, oldest first', async () => {
  const setup = await TransferSetup.open(vault)
  const { token } = setup.approver
  const { cursor } = (await feed(token)).pagination
  const transfer = await setup.transfer()
  assert.equal((await setup.approve(transfer.id)).status, 200)
  const path = `/v1/fbo-accounts/${setup.source}`
  const body = { email: 'ada@example.com', firstName: 'Ada' }
  const updated = await api.patch(path, { token, body })
  assert.equal(updated.status, 200, updated.text)
  const { data, pagination } = await feed(token, `?cursor=${cursor}`)
  assert.equal(pagination.hasMore, false)
  assert.equal(data.length, 3)
})
