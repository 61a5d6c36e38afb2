import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const setup = await TransferSetup.open(vault)
const { token, id: tokenId } = setup.creator

test('List Transfer Corrections shows each change of the metadata, from what to what', async () => {
  const { id } = await setup.transfer()
  const path = `/v1/transfers/${id}`
  const list = async (end: string) => (await vault.api.get(end, { token })).body.data
  assert.deepEqual(await list(`${path}/corrections`), [])
  for (const metadata of [{ deal: 'D-2041' }, { deal: 'D-2041' }, { deal: null }]) {
    await vault.api.patch(path, { token, body: { metadata } })
  }
  const events = await list(`/v1/events?subjectId=${id}&type=transfer.updated`)
  const [first, second] = events.map(({ occurredAt }: { occurredAt: string }) => occurredAt)
  const shown = { member: 'metadata', reason: null, tokenId }
  assert.deepEqual(await list(`${path}/corrections`), [
    { number: 1, at: first, from: {}, to: { deal: 'D-2041' }, ...shown },
    { number: 2, at: second, from: { deal: 'D-2041' }, to: {}, ...shown },
  ])
})
