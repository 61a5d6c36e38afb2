import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EndpointSetup } from '../support/operations/endpoint-setup.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()

test('The list shows the endpoints with their health, newest first, and never a secret', async () => {
  const setup = await EndpointSetup.open(vault)
  const empty = await setup.ask('GET', '')
  assert.deepEqual(empty.body, { data: [], pagination: { page: 1, hasMore: false } })
  const first = await setup.endpoint()
  const second = await setup.endpoint({ types: ['transfer.created'] })
  await setup.deliver(first.id, [await setup.lastEvent()], { status: 'pending' })
  const response = await setup.ask('GET', '')
  assert.equal(response.status, 200)
  assert.deepEqual(response.body, {
    data: [await setup.read(second.id), await setup.read(first.id)],
    pagination: { page: 1, hasMore: false },
  })
  assert.equal(response.body.data[1].health.undelivered, 1)
  assert.ok(!response.text.includes('secret"') && !response.text.includes('whsec_'))
  const page = await setup.ask('GET', '?limit=1')
  assert.deepEqual(page.body.data, [await setup.read(second.id)])
  assert.equal(page.body.pagination.hasMore, true)
})
