import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api } = vault
const setup = await TransferSetup.open(vault)
const { token } = setup.approver

const valuationsOf = async (id: string) =>
  (await api.get(`/v1/inventory-items/${id}/valuations`, { token })).body.data

const revalue = (id: string, declaredValueCents: string) => {
  const body = { declaredValueCents, reason: 'New appraisal' }
  return api.post(`/v1/inventory-items/${id}/revalue`, { token, body })
}

test('Valuations are numbered, oldest first, and no one is before the one before it', async () => {
  const [id = ''] = await setup.items(1, '1')
  for (const cents of ['2', '3', '2', '9223372036854775807', '0']) {
    assert.equal((await revalue(id, cents)).status, 200)
  }
  const log = (await valuationsOf(id)) as Record<string, string>[]
  assert.deepEqual(
    log.map(({ number, fromValueCents, toValueCents }) => [number, fromValueCents, toValueCents]),
    [
      [1, '1', '2'],
      [2, '2', '3'],
      [3, '3', '2'],
      [4, '2', '9223372036854775807'],
      [5, '9223372036854775807', '0'],
    ],
  )
  assert.deepEqual(
    log.map(({ at }) => at),
    log.map(({ at }) => at).toSorted(),
  )
})

test('An item has no valuations before it is revalued, and keeps them when it left', async () => {
  const [id = ''] = await setup.items(1, '1')
  assert.deepEqual(await valuationsOf(id), [])
  await revalue(id, '2')
  const log = await valuationsOf(id)
  await api.post(`/v1/inventory-items/${id}/withdraw`, { token, body: { reason: 'Sold' } })
  assert.deepEqual(await valuationsOf(id), log)
  assert.equal(log.length, 1)
})
