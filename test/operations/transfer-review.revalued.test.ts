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
  const items = [{ inventoryItemId: id, declaredValueCents: cents }]
  const body = { items, reason: 'Appraised' }
  const response = await api.post('/v1/inventory-items/revalue', { token, body })
  assert.equal(response.status, 200, response.text)
}

/** Fails unless a new transfer of these items is left to a person for that, or approved; its id. */
async function reviewed(
  setup: TransferSetup,
  itemIds: string[],
  review: string[],
  token = setup.creator.token,
): Promise<string> {
  const { id } = await setup.transfer({ itemIds, token })
  const { data } = (await setup.get(id)).body
  const status = review.length > 0 ? 'pending' : 'completed'
  assert.deepEqual([data.status, data.review], [status, review])
  return id
}
const LEFT = ['recently_revalued']

test('Own transfers of an item wait for a person; those of others, and other items, do not', async () => {
  const setup = await TransferSetup.insured(vault, POLICY)
  const [one = '', two = '', three = '', four = ''] = await setup.items(4, '100')
  for (const id of [one, two, four]) await revalue(setup.creator.token, id, '1')
  const own = await reviewed(setup, [three, one], LEFT)
  assert.equal((await setup.approve(own)).status, 200)
  await reviewed(setup, [two], [], setup.approver.token)
  const path = `/v1/events?subjectId=${own}&type=transfer.system_approval_declined`
  const [event] = (await api.get(path, setup.approver)).body.data
  assert.deepEqual(event.data.reviewReasons, LEFT)
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      update inventory_valuations
      set at = (at at time zone 'UTC' - interval '8 days') at time zone 'UTC'
      where inventory_item_id = ${four}`
  })
  await reviewed(setup, [four], [])
})

test('Another token of the same owner is the same person', async () => {
  const setup = await TransferSetup.insured(vault, POLICY)
  const [id = ''] = await setup.items(1, '100')
  const other = await records.token(setup.organizationId)
  for (const token of [setup.creator.id, other.id]) {
    await sql`update access_tokens set owner = 'Ada Lindqvist' where id = ${token}`
  }
  await revalue(other.token, id, '1')
  await reviewed(setup, [id], LEFT)
})

test('Without days the policy asks for nothing', async () => {
  const setup = await TransferSetup.insured(vault, { ...POLICY, revaluationReviewDays: null })
  const [id = ''] = await setup.items(1, '100')
  await revalue(setup.creator.token, id, '1')
  await reviewed(setup, [id], [])
})

test('A revaluation makes no room under the daily value of what was approved before', async () => {
  const setup = await TransferSetup.insured(vault, {
    ...POLICY,
    revaluationReviewDays: null,
    systemApprovalMaxDeclaredValueCentsPerDay: '150',
  })
  const [one = '', two = ''] = await setup.items(2, '100')
  await reviewed(setup, [one], [])
  await revalue(setup.creator.token, one, '1')
  await reviewed(setup, [two], ['daily_declared_value_over_limit'])
})
