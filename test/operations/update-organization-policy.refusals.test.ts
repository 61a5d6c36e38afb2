import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RevaluationSetup } from '../support/operations/revaluation-setup.ts'
import { assertFaults, assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
const PATH = '/v1/organization-policy'
const DETAIL =
  'This change would allow the approval of a transfer, revaluation or shipment of yours: have ' +
  'it decided first, or let another person change the policy with their own token.'

const patch = (token: string, body: object) => api.patch(PATH, { token, body })

async function accepted(token: string, change: object) {
  assert.equal((await patch(token, change)).status, 200)
}

/** Fails unless the token may not make the change, as it could then approve what it asked for. */
async function refused(token: string, change: object) {
  const response = await withoutWriting(records, () => patch(token, change))
  const code = 'self_approval_forbidden'
  assertRefused(response, { status: 403, code, detail: DETAIL, instance: PATH })
}

for (const [before, change] of [
  [{ fourEyes: true }, { fourEyes: false }] as const,
  [{ insuredExposure: 'block' }, { insuredExposure: 'observe' }] as const,
]) {
  const title = JSON.stringify(change)
  test(`The creator of a pending transfer cannot remove the rule it waits for: ${title}`, async () => {
    const setup = await TransferSetup.open(vault)
    await setup.decide(before)
    const { id } = await setup.transfer()
    const { token } = setup.creator
    const permissions = ['organization_policies:update']
    const second = await api.post('/v1/access-tokens', { token, body: { permissions } })
    for (const own of [token, second.body.data.token]) {
      await refused(own, change)
      await accepted(own, { transferExpirySeconds: 60 })
    }
    // An expired transfer waits for nothing, even if it was not processed.
    await setup.expire(id)
    await accepted(token, change)
  })
}

test('Who may not approve a shipment cannot turn four eyes off before somebody did', async () => {
  const setup = await TransferSetup.open(vault)
  const [creator, approver] = [setup.creator.token, setup.approver.token]
  const [inventoryItemId] = await setup.items(1)
  const created = await api.post('/v1/outbound-shipments', {
    token: creator,
    body: { fboAccountId: setup.source, items: [{ inventoryItemId }] },
  })
  const path = `/v1/outbound-shipments/${created.body.data.id}`
  await refused(creator, { fourEyes: false })
  const directed = await api.patch(path, { token: approver, body: { service: 'Overnight' } })
  assert.equal(directed.status, 200, directed.text)
  await refused(approver, { fourEyes: false })
  for (const insuredExposure of ['block', 'observe']) await accepted(creator, { insuredExposure })
  const body = { reason: 'Not sent' }
  assert.equal((await api.post(`${path}/cancel`, { token: creator, body })).status, 200)
  await accepted(approver, { fourEyes: false })
})

test('Who waits for a second person cannot raise what a person may revalue alone', async () => {
  const setup = await RevaluationSetup.open(vault, {
    ...{ revaluationMaxPercent: 10, revaluationMaxCents: '900' },
  })
  const { token } = setup.creator
  const { id } = await setup.pending([[await setup.item('10000'), '90000']])
  for (const change of [
    { revaluationMaxPercent: 11 },
    { revaluationMaxPercent: null },
    { revaluationMaxCents: '901' },
    { revaluationMaxCents: null },
  ]) {
    await refused(token, change)
  }
  const lower = { revaluationMaxPercent: 9, revaluationMaxCents: '100', transferExpirySeconds: 60 }
  await accepted(token, lower)
  assert.equal((await setup.decide(id, 'reject')).status, 200)
  await accepted(token, { revaluationMaxPercent: null, revaluationMaxCents: null })
})

test('Rules name accounts of the organization', async () => {
  const setup = await TransferSetup.open(vault)
  const foreign = await records.fboAccount(await records.organization())
  const approvalRules = [setup.source, foreign, 'nobody'].map((fboAccountId) => ({
    ...{ approvals: 2, fboAccountId },
  }))
  const code = 'fbo_account_not_found'
  const faults = [1, 2].map((index) => `/approvalRules/${index}/fboAccountId ${code}`)
  const send = () => patch(setup.approver.token, { approvalRules })
  const { body } = await assertFaults(records, send, [404, ...faults])
  assert.equal(body.code, code)
  assert.equal(
    body.errors[0].detail,
    'The organization has no FBO account with the id in approvalRules.1.fboAccountId: check the id.',
  )
})

for (const [member, before, looser, tighter] of [
  [
    'approvalRules',
    [{ approvals: 2, aboveItems: 10 }],
    [[], [{ approvals: 2, aboveItems: 11 }]],
    [{ approvals: 3, aboveItems: 10 }],
  ],
  ['approvalSignInMinutes', 15, [null, 16], 14],
] as const) {
  test(`Who has something pending cannot loosen ${member}, but may tighten it`, async () => {
    const setup = await TransferSetup.open(vault)
    const { organizationId, creator } = setup
    await sql`
      update access_tokens set signed_in_at = now() where organization_id = ${organizationId}`
    await setup.decide({ [member]: before })
    const { id } = await setup.transfer()
    for (const value of looser) await refused(creator.token, { [member]: value })
    await accepted(creator.token, { [member]: tighter })
    assert.equal((await setup.cancel(id)).status, 200)
    await accepted(creator.token, { [member]: looser[0] })
  })
}
