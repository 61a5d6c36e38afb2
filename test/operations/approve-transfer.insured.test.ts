import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { records, sql } = vault

const setupWith = (policy: object, maxInsuredValueCents?: string) =>
  TransferSetup.insured(vault, policy, maxInsuredValueCents)

test('An approval exactly up to the insured maximum is not recorded as over it', async () => {
  const setup = await setupWith({})
  const { id } = await setup.transfer({ itemIds: await setup.items(2, '500') })
  assert.equal((await setup.approve(id)).body.data.approvedOverInsuredMaximum, false)
})

test('block: nobody can approve over the maximum until the exposure has fallen', async () => {
  const setup = await setupWith({ systemApproval: 'within_limits', insuredExposure: 'block' })
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
  await sql`update inventory_items set declared_value_cents = 500 where id = ${held}`
  const response = await setup.approve(transfer.id)
  assert.equal(response.status, 200, response.text)
  assert.equal(response.body.data.approvedOverInsuredMaximum, false)
})

test('block: a transfer over the maximum can still be rejected and cancelled', async () => {
  const setup = await setupWith({ insuredExposure: 'block' })
  for (const verb of ['reject', 'cancel'] as const) {
    const { id } = await setup.transfer({ itemIds: await setup.items(1, '1001') })
    assert.equal((await setup[verb](id)).status, 200)
  }
})

test('Exposure sums beyond a bigint are exact to one cent', async () => {
  const most = '9223372036854775807'
  const setup = await setupWith({ insuredExposure: 'block' }, most)
  const [first, second] = (await setup.items(2, most)) as [string, string]
  const fits = await setup.transfer({ itemIds: [first] })
  assert.equal((await setup.approve(fits.id)).status, 200)
  const over = await setup.transfer({ itemIds: [second] })
  const response = await setup.approve(over.id)
  assert.equal(response.status, 409)
  assert.equal(response.body.exposureCents, '18446744073709551614')
})
