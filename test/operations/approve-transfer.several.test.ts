import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertConsistent } from '../support/vault/consistency.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault

const TWO = { approvalRules: [{ approvals: 2 }] }

async function openSetup(policy: object = TWO) {
  const setup = await TransferSetup.open(vault)
  if (Object.keys(policy).length > 0) await setup.decide(policy)
  const second = await records.token(setup.organizationId)
  return { setup, second, third: await records.token(setup.organizationId) }
}

interface EventOfFeed {
  readonly type: string
  readonly actor: { readonly tokenId: string }
  readonly data: Readonly<Record<string, number>>
}

test('A batch that needs two approvals stays pending after the first, and each is an event', async () => {
  const { setup, second } = await openSetup()
  const transfer = await setup.transfer()
  assert.equal((await setup.get(transfer.id)).body.data.approvalsRequired, 2)
  const one = await setup.approve(transfer.id)
  assert.equal(one.status, 200, one.text)
  const [first] = one.body.data.approvals
  assert.equal(
    one.text,
    setup.view(transfer, {
      approvals: [{ at: first.at, tokenId: setup.approver.id, personId: null }],
      approvalsRequired: 2,
    }),
  )
  assert.equal(one.headers.get('etag'), '"2"')
  assert.equal((await setup.get(transfer.id)).text, one.text)
  for (const item of await setup.stored(transfer.itemIds)) {
    assert.equal(item.status, 'transfer_pending')
  }
  const two = await setup.approve(transfer.id, second.token)
  assert.equal(two.status, 200, two.text)
  const { decidedAt } = two.body.data
  assert.equal(
    two.text,
    setup.view(transfer, {
      status: 'completed',
      decidedAt,
      decidedByTokenId: second.id,
      approvals: [first, { at: decidedAt, tokenId: second.id, personId: null }],
      approvalsRequired: 2,
    }),
  )
  assert.equal(two.headers.get('etag'), '"3"')
  assert.equal((await setup.get(transfer.id)).text, two.text)
  const { body } = await api.get(`/v1/events?subjectId=${transfer.id}`, second)
  assert.deepEqual(
    body.data.map(({ type, actor, data }: EventOfFeed) => {
      const { version, approvalNumber, approvalsRequired } = data
      return [type, actor.tokenId, version, approvalNumber, approvalsRequired]
    }),
    [
      ['transfer.created', setup.creator.id, 1, undefined, undefined],
      ['transfer.approval_given', setup.approver.id, 2, 1, 2],
      ['transfer.approval_given', second.id, 3, 2, 2],
      ['transfer.completed', second.id, 3, undefined, undefined],
    ],
  )
  await assertConsistent(sql, setup.organizationId)
})

test('A person approves once, with whichever token; the creator never, also without four eyes', async () => {
  const { setup, second } = await openSetup({ ...TWO, fourEyes: false })
  const { id } = await setup.transfer()
  await setup.approve(id)
  await sql`update access_tokens set owner = 'Ada' where id = ${setup.approver.id}`
  const sameOwner = await records.token(setup.organizationId)
  await sql`update access_tokens set owner = 'ada ' where id = ${sameOwner.id}`
  for (const { token } of [setup.approver, sameOwner]) {
    const again = await withoutWriting(records, () => setup.approve(id, token))
    assertRefused(again, {
      status: 409,
      code: 'already_approved',
      detail:
        'You approved this transfer already (1 of 2 approvals): let another person approve it, ' +
        'with their own token.',
      instance: `/v1/transfers/${id}/approve`,
      members: { approvalsGiven: 1, approvalsRequired: 2 },
    })
  }
  const own = await withoutWriting(records, () => setup.approve(id, setup.creator.token))
  assert.deepEqual([own.status, own.body.code], [403, 'self_approval_forbidden'])
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

test('include=names names everybody who approved', async () => {
  const { setup } = await openSetup()
  await sql`update access_tokens set owner = 'Ada' where id = ${setup.approver.id}`
  const { id } = await setup.transfer()
  await setup.approve(id)
  const { token } = setup.approver
  const { body } = await api.get(`/v1/transfers/${id}?include=names`, { token })
  assert.deepEqual(body.included[setup.approver.id], { type: 'access_token', name: 'Ada' })
})
