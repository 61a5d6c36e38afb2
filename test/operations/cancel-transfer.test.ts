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
const { approver } = desk

testGivesItemsBack('cancel', desk)
testTakesAReason('cancel', vault, desk)
testWhichBatchesTake('cancel', vault, desk)

test('Anybody who may cancel transfers may cancel those of others', async () => {
  const { id } = await desk.transfer()
  const answer = await desk.cancel(id, 'Mine', approver.token)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.data.decidedByTokenId, approver.id)
})
