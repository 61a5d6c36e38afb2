import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

// Approve, reject and cancel end a batch. The people who may approve are in
// approve.four-eyes.test.ts, refusals by the status in decide-transfer.rules.test.ts and
// transfer-expiry.test.ts.
const vault = await openVault()
const { api, records, sql } = vault
const setup = await TransferSetup.open(vault)
const { source, destination, approver, creator } = setup

const NOT_VERIFIED = 'The buyer could not be verified'
const ENDS = [
  { verb: 'approve', status: 'completed', actor: approver, account: destination, reason: null },
  { verb: 'reject', status: 'rejected', actor: approver, account: source, reason: NOT_VERIFIED },
  { verb: 'cancel', status: 'cancelled', actor: creator, account: source, reason: 'Twice' },
] as const

type Verb = (typeof ENDS)[number]['verb']

function ask(verb: Verb, id: string, reason: string | null = 'Mine') {
  return verb === 'approve' ? setup.approve(id) : setup[verb](id, reason as string)
}

for (const { verb, status, actor, account, reason } of ENDS) {
  test(`${verb} ends the batch, and its items are free in their account at once`, async () => {
    const itemIds = await setup.items(3)
    const transfer = await setup.transfer({ itemIds, more: { notes: 'three' } })
    const other = await setup.transfer()
    const untouched = await setup.stored(other.itemIds)
    const [claimed] = await setup.stored(itemIds)
    const response = await ask(verb, transfer.id, reason)
    assert.equal(response.status, 200, response.text)
    const { decidedAt } = response.body.data
    const decided = { decidedAt, decidedByTokenId: actor.id, decisionReason: reason }
    assert.equal(response.text, setup.view(transfer, { status, ...decided }))
    assert.equal((await setup.get(transfer.id)).text, response.text)

    const at = new Date(decidedAt)
    assert.ok(at >= (claimed?.changedAt as Date) && at <= new Date())
    await setup.assertEnded(transfer, { status, at, account, tokenId: actor.id, reason })
    assert.deepEqual(await setup.stored(other.itemIds), untouched)
    const then = `asOf=${claimed?.changedAt.toISOString()}&limit=100`
    const before = await api.get(`/v1/fbo-accounts/${source}/holdings?${then}`, approver)
    const held = before.body.data.map((each: { inventoryItemId: string }) => each.inventoryItemId)
    assert.equal(itemIds.filter((id) => held.includes(id)).length, 3)

    const to = account === source ? destination : source
    const again = await setup.transfer({ itemIds, to, more: { fromFboAccountId: account } })
    assert.equal((await setup.approve(again.id)).status, 200)
    for (const item of await setup.stored(itemIds)) {
      assert.deepEqual([item.fboAccountId, item.movementCount], [to, 5])
    }
  })
}

for (const [verb, by] of [
  ['reject', creator],
  ['cancel', approver],
] as const) {
  test(`${verb} is open to every token with the permission, and keeps a reason as it was sent`, async () => {
    for (const reason of ['r', '🪙'.repeat(2_000), ' "quoted"\n\ttwice ']) {
      const { id } = await setup.transfer()
      const response = await setup[verb](id, reason, by.token)
      assert.equal(response.status, 200, response.text)
      const { decisionReason, decidedByTokenId } = response.body.data
      assert.deepEqual([decisionReason, decidedByTokenId], [reason, by.id])
    }
  })
}

test('An approval moves a thousand items at one moment', async () => {
  const transfer = await setup.transfer({ itemIds: await setup.items(1_000) })
  assert.equal(transfer.created.totalItems, 1_000)
  const { decidedAt } = (await setup.approve(transfer.id)).body.data
  const end = { status: 'completed', account: destination, tokenId: approver.id }
  await setup.assertEnded(transfer, { ...end, at: new Date(decidedAt) })
})

test('A batch with a missing claim is not decided: 500, and nothing moves', async () => {
  const transfer = await setup.transfer()
  await sql`
    update inventory_items set status = 'in_vault', active_transfer_id = null
    where id = ${transfer.itemIds[0]!}`
  for (const { verb } of ENDS) {
    const response = await withoutWriting(records, () => ask(verb, transfer.id))
    assert.deepEqual([response.status, response.body.code], [500, 'internal_error'])
  }
  assert.equal((await setup.get(transfer.id)).text, setup.view(transfer))
})

const insuredWith = (policy: object, maxInsuredValueCents?: string) =>
  TransferSetup.insured(vault, policy, maxInsuredValueCents)

test('block: nobody can approve over the maximum until the exposure has fallen', async () => {
  const setup = await insuredWith({ systemApproval: 'within_limits', insuredExposure: 'block' })
  const held = await records.inventoryItem(setup.organizationId, setup.destination, {
    declaredValueCents: '600',
  })
  const transfer = await setup.transfer({ itemIds: await setup.items(1, '500') })
  const { data } = (await setup.get(transfer.id)).body
  assert.deepEqual(data.review, ['insured_exposure_over_maximum'])
  assert.equal(data.status, 'pending')
  await setup.decide({ fourEyes: false })
  for (const { token } of [setup.approver, setup.creator]) {
    const response = await withoutWriting(records, () => setup.approve(transfer.id, token))
    assertRefused(response, {
      status: 409,
      code: 'insured_value_exceeded',
      detail:
        "With this transfer, the destination's exposure is 1100 cents, over its insured maximum of " +
        '1000: reject the transfer, or move items out of the destination first.',
      instance: `/v1/transfers/${transfer.id}/approve`,
      members: { exposureCents: '1100', maxInsuredValueCents: '1000' },
    })
  }
  const other = await setup.transfer({ itemIds: await setup.items(1, '1001') })
  assert.equal((await setup.reject(other.id)).status, 200, 'it can still be rejected')
  await sql`update inventory_items set declared_value_cents = 500 where id = ${held}`
  const response = await setup.approve(transfer.id)
  assert.equal(response.status, 200, response.text)
  assert.equal(response.body.data.approvedOverInsuredMaximum, false)
})

test('Exposure sums beyond a bigint are exact to one cent', async () => {
  const most = '9223372036854775807'
  const setup = await insuredWith({ insuredExposure: 'block' }, most)
  const [first, second] = (await setup.items(2, most)) as [string, string]
  const fits = await setup.transfer({ itemIds: [first] })
  assert.equal((await setup.approve(fits.id)).status, 200)
  const over = await setup.transfer({ itemIds: [second] })
  const response = await setup.approve(over.id)
  assert.equal(response.status, 409)
  assert.equal(response.body.exposureCents, '18446744073709551614')
})
