import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertCode } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { records, sql } = vault

// Rules of records of every kind are in approve-several.test.ts.

const TWO = { approvalRules: [{ approvals: 2 }] }

async function openSetup(policy: object = TWO) {
  const setup = await TransferSetup.open(vault)
  if (Object.keys(policy).length > 0) await setup.decide(policy)
  const second = await records.token(setup.organizationId)
  return { setup, second, third: await records.token(setup.organizationId) }
}

test('A person approves once, with whichever token; the creator never, also without four eyes', async () => {
  const { setup, second } = await openSetup({ ...TWO, fourEyes: false })
  const { id } = await setup.transfer()
  await setup.approve(id)
  await sql`update access_tokens set owner = 'Ada' where id = ${setup.approver.id}`
  const sameOwner = await records.token(setup.organizationId)
  await sql`update access_tokens set owner = 'ada ' where id = ${sameOwner.id}`
  for (const { token } of [setup.approver, sameOwner]) {
    await assertCode(records, () => setup.approve(id, token), [409, 'already_approved'])
  }
  const own = () => setup.approve(id, setup.creator.token)
  await assertCode(records, own, [403, 'self_approval_forbidden'])
  assert.equal((await setup.approve(id, second.token)).body.data.status, 'completed')
  // One approval is enough for the next: then the creator may give it.
  await setup.decide({ approvalRules: [] })
  const next = await setup.transfer()
  assert.equal((await setup.approve(next.id, setup.creator.token)).body.data.status, 'completed')
})

test('The strictest rules since the creation count, whatever the policy says later', async () => {
  const { setup, second, third } = await openSetup({})
  const before = await setup.transfer()
  await setup.decide({ approvalRules: [{ approvals: 3 }] })
  const during = await setup.transfer()
  await setup.decide({ approvalRules: [{ aboveItems: 1, approvals: 2 }] })
  await setup.decide({ approvalRules: [] })
  const after = await setup.transfer()
  for (const { id } of [before, during]) {
    assert.equal((await setup.get(id)).body.data.approvalsRequired, 3)
    assert.equal((await setup.approve(id)).body.data.status, 'pending')
    assert.equal((await setup.approve(id, second.token)).body.data.status, 'pending')
    assert.equal((await setup.approve(id, third.token)).body.data.status, 'completed')
  }
  assert.equal((await setup.approve(after.id)).body.data.status, 'completed')
  // A later policy does not change what was required of an ended batch.
  await setup.decide({ approvalRules: [{ approvals: 5 }] })
  assert.equal((await setup.get(after.id)).body.data.approvalsRequired, 1)
  assert.equal((await setup.get(during.id)).body.data.approvalsRequired, 3)
})

test('The declared value counts as it was at the creation and as it is', async () => {
  const { setup, second } = await openSetup({
    approvalRules: [{ aboveDeclaredValueCents: '1000', approvals: 2 }],
  })
  const revalue = (ids: readonly string[], cents: string) => sql`
    update inventory_items set declared_value_cents = ${cents} where id = any(${[...ids]}::text[])`
  const lowered = await setup.transfer({ itemIds: await setup.items(2, '501') })
  await revalue(lowered.itemIds, '1')
  const raised = await setup.transfer({ itemIds: await setup.items(2, '500') })
  assert.equal((await setup.get(raised.id)).body.data.approvalsRequired, 1)
  await revalue(raised.itemIds, '501')
  for (const { id } of [lowered, raised]) {
    assert.equal((await setup.get(id)).body.data.approvalsRequired, 2)
    assert.equal((await setup.approve(id)).body.data.status, 'pending')
    assert.equal((await setup.approve(id, second.token)).body.data.status, 'completed')
  }
  const small = await setup.transfer({ itemIds: await setup.items(2, '500') })
  assert.equal((await setup.approve(small.id)).body.data.status, 'completed')
})

test('The rules of an account count for transfers from it and to it', async () => {
  const { setup, second } = await openSetup({})
  const other = await records.fboAccount(setup.organizationId)
  await setup.decide({ approvalRules: [{ fboAccountId: other, approvals: 2 }] })
  const elsewhere = await setup.transfer()
  assert.equal((await setup.approve(elsewhere.id)).body.data.status, 'completed')
  const into = await setup.transfer({ to: other })
  assert.equal((await setup.approve(into.id)).body.data.status, 'pending')
  assert.equal((await setup.approve(into.id, second.token)).body.data.status, 'completed')
})

test('The system does not approve a batch that needs several approvals', async () => {
  const { setup, second } = await openSetup({
    systemApproval: 'within_limits',
    approvalRules: [{ aboveItems: 1, approvals: 2 }],
  })
  const { id } = await setup.transfer()
  const { data } = (await setup.get(id)).body
  assert.deepEqual([data.status, data.review], ['pending', ['several_approvals_required']])
  await setup.approve(id)
  const done = (await setup.approve(id, second.token)).body.data
  assert.deepEqual([done.status, done.approvedBySystem], ['completed', false])
  const alone = await setup.transfer({ itemIds: await setup.items(1) })
  const approved = (await setup.get(alone.id)).body.data
  assert.deepEqual([approved.status, approved.approvedBySystem], ['completed', true])
  assert.deepEqual([approved.approvals, approved.approvalsRequired], [[], 1])
})

test('A batch with an approval can be rejected and cancelled; the approval stays on record', async () => {
  const { setup } = await openSetup()
  for (const verb of ['reject', 'cancel'] as const) {
    const { id } = await setup.transfer()
    const { approvals } = (await setup.approve(id)).body.data
    const ended = await setup[verb](id)
    assert.deepEqual(ended.body.data.approvals, approvals)
    assert.equal(ended.body.data.approvalsRequired, 2)
    assert.equal((await setup.get(id)).text, ended.text)
  }
})
