import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RevaluationSetup } from '../support/operations/revaluation-setup.ts'
import { openVault } from '../support/vault/vault.ts'

// By how much one person may change a value, as the policy says.
const vault = await openVault()
const setup = await RevaluationSetup.open(vault, { revaluationMaxCents: '100' })

test('Small changes of one day add up; an approval and the next day begin anew', async () => {
  const id = await setup.item('1000')
  assert.equal((await setup.revalue(id, '1060')).status, 200)
  assert.equal((await setup.revalue(id, '1100')).status, 200)
  const over = await setup.revalue(id, '1101')
  assert.equal(over.status, 202)
  assert.equal((await setup.revalue(id, '950')).status, 200, 'back over the value it began from')
  assert.equal((await setup.decide(over.body.data.id, 'cancel')).status, 200)
  const large = await setup.pending([[id, '5000']])
  assert.equal((await setup.decide(large.id, 'approve')).status, 200)
  assert.equal((await setup.revalue(id, '5100')).status, 200)
  assert.equal((await setup.revalue(id, '5101')).status, 202)
  await vault.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      update inventory_valuations
      set at = (at at time zone 'UTC' - interval '25 hours') at time zone 'UTC'
      where inventory_item_id = ${id}`
  })
  assert.equal((await setup.revalue(id, '5200')).status, 200)
})

test('A percentage is of the value that the changes began from; a value of 0 needs two', async () => {
  const other = await RevaluationSetup.open(vault, { revaluationMaxPercent: 20 })
  const id = await other.item('1000')
  assert.equal((await other.revalue(id, '1200')).status, 200)
  assert.equal((await other.revalue(id, '1201')).status, 202)
  assert.equal((await other.revalue(id, '800')).status, 200)
  assert.equal((await other.revalue(id, '799')).status, 202)
  assert.equal((await other.revalue(await other.item('0'), '1')).status, 202)
})
