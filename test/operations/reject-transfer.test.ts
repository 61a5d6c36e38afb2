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
const { creator } = setup

testGivesItemsBack('reject', setup)
testTakesAReason('reject', vault, setup)
testWhichBatchesTake('reject', vault, setup)

test('Whoever created a batch may reject it: four eyes are about approval', async () => {
  const { id } = await setup.transfer()
  const response = await setup.reject(id, 'Mine', creator.token)
  assert.equal(response.status, 200, response.text)
  assert.equal(response.body.data.decidedByTokenId, creator.id)
})
