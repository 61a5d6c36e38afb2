import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  testGivesItemsBack,
  testTakesAReason,
  testWhichBatchesTake,
} from '../support/operations/transfer-verbs.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const setup = await TransferSetup.open(vault)
const { approver } = setup

testGivesItemsBack('cancel', setup)
testTakesAReason('cancel', vault, setup)
testWhichBatchesTake('cancel', vault, setup)

test('Anybody who may cancel transfers may cancel those of others', async () => {
  const { id } = await setup.transfer()
  const response = await setup.cancel(id, 'Mine', approver.token)
  assert.equal(response.status, 200, response.text)
  assert.equal(response.body.data.decidedByTokenId, approver.id)
})
