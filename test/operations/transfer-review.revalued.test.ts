import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

// The system approves no transfer of items that its creator revalued lately.
const vault = await openVault()
const { api, records, sql } = vault
const POLICY = {
  systemApproval: 'within_limits',
  insuredExposure: 'observe',
  revaluationReviewDays: 7,
}

async function revalue(token: string, id: string, cents: string): Promise<void> {
  const body = { declaredValueCents: cents, reason: 'Appraised' }
  const response = await api.post(`/v1/inventory-items/${id}/revalue`, { token, body })
  assert.equal(response.status, 200, response.text)
}

async function reviewed(setup: TransferSetup, id: string) {
  const { data } = (await setup.get(id)).body
  return [data.status, data.review]
}
const LEFT = ['pending', ['recently_revalued']]
const APPROVED = ['completed', []]

test('Own transfers of an item wait for a person; those of others, and other items, do not', async () => {
  const setup = await TransferSetup.insured(vault, POLICY)
  const [one = '', two = '', three = '', four = ''] = await setup.items(4, '100')
  for (const id of [one, two, four]) await revalue(setup.creator.token, id, '1')
  const own = await setup.transfer({ itemIds: [three, one] })
  assert.deepEqual(await reviewed(setup, own.id), LEFT)
  assert.equal((await setup.approve(own.id)).status, 200)
  const ofOther = await setup.transfer({ itemIds: [two], token: setup.approver.token })
  assert.deepEqual(await reviewed(setup, ofOther.id), APPROVED)
  const [event] = (
    await api.get(`/v1/events?subjectId=${own.id}&type=transfer.system_approval_declined`, {
      token: setup.approver.token,
    })
  ).body.data
  assert.deepEqual(event.data.reviewReasons, ['recently_revalued'])
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      update inventory_valuations
      set at = (at at time zone 'UTC' - interval '8 days') at time zone 'UTC'
      where inventory_item_id = ${four}`
  })
  const later = await setup.transfer({ itemIds: [four] })
  assert.deepEqual(await reviewed(setup, later.id), APPROVED)
})

test('Another token of the same owner is the same person', async () => {
  const setup = await TransferSetup.insured(vault, POLICY)
  const [id = ''] = await setup.items(1, '100')
  const other = await records.token(setup.organizationId)
  for (const token of [setup.creator.id, other.id]) {
    await sql`update access_tokens set owner = 'Ada Lindqvist' where id = ${token}`
  }
  await revalue(other.token, id, '1')
  const transfer = await setup.transfer({ itemIds: [id] })
  assert.deepEqual(await reviewed(setup, transfer.id), LEFT)
})

test('Without days the policy asks for nothing', async () => {
  const setup = await TransferSetup.insured(vault, { ...POLICY, revaluationReviewDays: null })
  const [id = ''] = await setup.items(1, '100')
  await revalue(setup.creator.token, id, '1')
  const transfer = await setup.transfer({ itemIds: [id] })
  assert.deepEqual(await reviewed(setup, transfer.id), APPROVED)
})

test('A revaluation makes no room under the daily value of what was approved before', async () => {
  const setup = await TransferSetup.insured(vault, {
    ...POLICY,
    revaluationReviewDays: null,
    systemApprovalMaxDeclaredValueCentsPerDay: '150',
  })
  const [one = '', two = ''] = await setup.items(2, '100')
  const first = await setup.transfer({ itemIds: [one] })
  assert.deepEqual(await reviewed(setup, first.id), APPROVED)
  await revalue(setup.creator.token, one, '1')
  const second = await setup.transfer({ itemIds: [two] })
  assert.deepEqual(await reviewed(setup, second.id), [
    'pending',
    ['daily_declared_value_over_limit'],
  ])
})
