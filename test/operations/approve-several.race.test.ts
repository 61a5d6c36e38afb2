import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTwoProcesses } from '../support/processes/two-processes.ts'
import { assertConsistent } from '../support/vault/consistency.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

// Several people approve one transfer at once, through two processes.
const vault = await openVault()
const { records, sql } = vault
const { api } = await startTwoProcesses(vault)

const ROUNDS = 20

async function openSetup(approvals: number, people: number) {
  const setup = await TransferSetup.open({ api, records, sql })
  await setup.decide({ approvalRules: [{ approvals }] })
  const others = Array.from({ length: people }, () => records.token(setup.organizationId))
  return { setup, people: await Promise.all(others) }
}

test('two second approvals at once: one completes the batch, the other is told', async () => {
  const { setup, people } = await openSetup(2, 2)
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await setup.transfer({ itemIds: await setup.items(1) })
    assert.equal((await setup.approve(id)).body.data.status, 'pending')
    const responses = await Promise.all(people.map(({ token }) => setup.approve(id, token)))
    const [won, lost] = responses.toSorted((a, b) => a.status - b.status)
    assert.equal(won?.body.data.status, 'completed')
    assert.equal(won?.body.data.approvals.length, 2)
    assert.deepEqual([lost?.status, lost?.body.code], [409, 'invalid_state_transition'])
    assert.equal(lost?.body.currentStatus, 'completed')
  }
  await assertConsistent(sql, setup.organizationId)
})

test('of many at once, each approval counts once, and a person counts once', async () => {
  const { setup, people } = await openSetup(3, 3)
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await setup.transfer({ itemIds: await setup.items(1) })
    const twice = [...people, ...people]
    const responses = await Promise.all(twice.map(({ token }) => setup.approve(id, token)))
    const accepted = responses.filter(({ status }) => status === 200)
    assert.equal(accepted.length, 3, responses.map(({ text }) => text).join('\n'))
    for (const { body } of responses.filter(({ status }) => status !== 200)) {
      assert.match(body.code, /^(already_approved|invalid_state_transition)$/)
    }
    const { data } = (await setup.get(id)).body
    assert.equal(data.status, 'completed')
    const approvers = data.approvals.map(({ tokenId }: { tokenId: string }) => tokenId)
    assert.deepEqual(approvers.toSorted(), people.map((one) => one.id).toSorted())
  }
  await assertConsistent(sql, setup.organizationId)
})
