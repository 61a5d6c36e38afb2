import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { TransferDesk } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { records, sql } = vault

/** An organization with this policy, whose destination is insured for so much. */
async function deskWith(policy: object, maxInsuredValueCents = '1000'): Promise<TransferDesk> {
  const desk = await TransferDesk.open(vault)
  await sql`
    update fbo_accounts set max_insured_value_cents = ${maxInsuredValueCents}
    where id = ${desk.destination}`
  if (Object.keys(policy).length > 0) await desk.decide(policy)
  return desk
}

test('A person who approves exactly up to the maximum is not on record for it', async () => {
  const desk = await deskWith({})
  const { id } = await desk.transfer({ itemIds: await desk.items(2, '500') })
  assert.equal((await desk.approve(id)).body.data.approvedOverInsuredMaximum, false)
})

test('block: nobody approves over the maximum, until the exposure is down again', async () => {
  const desk = await deskWith({ systemApproval: 'within_limits', insuredExposure: 'block' })
  const held = await records.inventoryItem(desk.organizationId, desk.destination, {
    declaredValueCents: '600',
  })
  const transfer = await desk.transfer({ itemIds: await desk.items(1, '500') })
  const { data } = (await desk.get(transfer.id)).body
  assert.deepEqual(data.review, ['insured_exposure_over_maximum'])
  assert.equal(data.status, 'pending')
  await desk.decide({ fourEyes: false })
  for (const { token } of [desk.approver, desk.creator]) {
    const answer = await withoutWriting(records, () => desk.approve(transfer.id, token))
    assertRefused(answer, {
      status: 409,
      code: 'insured_value_exceeded',
      detail:
        "With this transfer the destination's exposure is 1100 cents, and it is insured for " +
        '1000: reject the transfer, or move items out of the destination first.',
      instance: `/v1/transfers/${transfer.id}/approve`,
      facts: { exposureCents: '1100', maxInsuredValueCents: '1000' },
    })
  }
  await sql`update inventory_items set declared_value_cents = 500 where id = ${held}`
  const answer = await desk.approve(transfer.id)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.data.approvedOverInsuredMaximum, false)
})

test('block: what is over the maximum can still be rejected and cancelled', async () => {
  const desk = await deskWith({ insuredExposure: 'block' })
  for (const verb of ['reject', 'cancel'] as const) {
    const { id } = await desk.transfer({ itemIds: await desk.items(1, '1001') })
    assert.equal((await desk[verb](id)).status, 200)
  }
})

test('Sums beyond a bigint are exact: one cent decides', async () => {
  const most = '9223372036854775807'
  const desk = await deskWith({ insuredExposure: 'block' }, most)
  const [first, second] = (await desk.items(2, most)) as [string, string]
  const fits = await desk.transfer({ itemIds: [first] })
  assert.equal((await desk.approve(fits.id)).status, 200)
  const over = await desk.transfer({ itemIds: [second] })
  const answer = await desk.approve(over.id)
  assert.equal(answer.status, 409)
  assert.equal(answer.body.exposureCents, '18446744073709551614')
})
