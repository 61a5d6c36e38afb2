import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  testGivesItemsBack,
  testTakesAReason,
  testWhichBatchesTake,
} from '../support/operations/transfer-verbs.ts'
import { TransferDesk } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const desk = await TransferDesk.open(vault)
const { creator } = desk

testGivesItemsBack('reject', desk)
testTakesAReason('reject', vault, desk)
testWhichBatchesTake('reject', vault, desk)

test('Whoever created a batch may reject it: four eyes are about approval', async () => {
  const { id } = await desk.transfer()
  const answer = await desk.reject(id, 'Mine', creator.token)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.data.decidedByTokenId, creator.id)
})
