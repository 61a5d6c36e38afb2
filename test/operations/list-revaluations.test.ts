import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RevaluationSetup } from '../support/operations/revaluation-setup.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const setup = await RevaluationSetup.open(vault, { revaluationMaxCents: '0' })

test('Revaluations are listed newest first, by status and by creation time', async () => {
  const made: Record<string, string> = {}
  for (const status of ['approved', 'rejected', 'cancelled', 'expired', 'pending'] as const) {
    const { id } = await setup.pending([[await setup.item('1'), '2']])
    made[status] = id
    if (status === 'approved') await setup.decide(id, 'approve')
    if (status === 'rejected') await setup.decide(id, 'reject')
    if (status === 'cancelled') await setup.decide(id, 'cancel')
  }
  const idsOf = async (query: string) =>
    ((await setup.get(`/v1/revaluations${query}`)) as { id: string }[]).map(({ id }) => id)
  assert.deepEqual(await idsOf(''), Object.values(made).toReversed())
  await vault.sql`
    update revaluations set expires_at = now() - interval '1 second'
    where id = ${made.expired as string}`
  for (const [status, id] of Object.entries(made)) {
    assert.deepEqual(await idsOf(`?status=${status}`), [id])
  }
  const { createdAt } = await setup.get(`/v1/revaluations/${made.cancelled}`)
  assert.deepEqual(await idsOf(`?createdBefore=${createdAt}`), [made.rejected, made.approved])
})
