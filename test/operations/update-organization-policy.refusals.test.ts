import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()
const PATH = '/v1/organization-policy'

test('The creator of a pending transfer cannot remove the rule that it waits for', async () => {
  const vault = { api, records, sql }
  const detail =
    'This change would allow the approval of a transfer, revaluation or shipment of yours: have ' +
    'it decided first, or let another person change the policy with their own token.'
  for (const [before, change] of [
    [{}, { fourEyes: false }] as const,
    [{ insuredExposure: 'block' }, { insuredExposure: 'observe' }] as const,
  ]) {
    const setup = await TransferSetup.open(vault)
    if (Object.keys(before).length > 0) await setup.decide(before)
    const { id } = await setup.transfer()
    const { creator } = setup
    const second = await api.post('/v1/access-tokens', {
      token: creator.token,
      body: { permissions: ['organization_policies:update'] },
    })
    for (const own of [creator.token, second.body.data.token]) {
      const response = await withoutWriting(records, () =>
        api.patch(PATH, { token: own, body: change }),
      )
      const code = 'self_approval_forbidden'
      assertRefused(response, { status: 403, code, detail, instance: PATH })
      const other = { transferExpirySeconds: 60 }
      assert.equal((await api.patch(PATH, { token: own, body: other })).status, 200)
    }
    // An expired transfer waits for nothing, even if it was not processed.
    await setup.expire(id)
    assert.equal((await api.patch(PATH, { token: creator.token, body: change })).status, 200)
  }
})

test('Who may not approve a shipment cannot turn four eyes off before somebody did', async () => {
  const { organizationId, creator, approver } = await TransferSetup.open({ api, records, sql })
  const account = await records.fboAccount(organizationId)
  const [inventoryItemId] = await records.inventoryItems(organizationId, account, 1)
  const created = await api.post('/v1/outbound-shipments', {
    token: creator.token,
    body: { fboAccountId: account, items: [{ inventoryItemId }] },
  })
  const path = `/v1/outbound-shipments/${created.body.data.id}`
  const turnOff = (token: string) => api.patch(PATH, { token, body: { fourEyes: false } })
  const refusedOf = async (token: string) => {
    const response = await withoutWriting(records, () => turnOff(token))
    assert.deepEqual([response.status, response.body.code], [403, 'self_approval_forbidden'])
  }
  await refusedOf(creator.token)
  const directed = await api.patch(path, { token: approver.token, body: { service: 'Overnight' } })
  assert.equal(directed.status, 200, directed.text)
  await refusedOf(approver.token)
  const exposure = { token: creator.token, body: { insuredExposure: 'block' } }
  assert.equal((await api.patch(PATH, exposure)).status, 200)
  const unblocked = { token: creator.token, body: { insuredExposure: 'observe' } }
  assert.equal((await api.patch(PATH, unblocked)).status, 200)
  const body = { reason: 'Not sent' }
  assert.equal((await api.post(`${path}/cancel`, { token: creator.token, body })).status, 200)
  assert.equal((await turnOff(approver.token)).status, 200)
})

test('Who waits for a second person cannot raise what a person may revalue alone', async () => {
  const setup = await TransferSetup.open({ api, records, sql })
  const { organizationId, creator, approver } = setup
  await setup.decide({ revaluationMaxPercent: 10, revaluationMaxCents: '900' })
  const account = await records.fboAccount(organizationId)
  const { token } = creator
  const item = { fboAccountId: account, declaredValueCents: '10000' }
  const taken = await api.post('/v1/inventory-items', { token, body: item })
  const { id } = taken.body.data
  const body = { declaredValueCents: '90000', reason: 'Appraised' }
  const asked = await api.post(`/v1/inventory-items/${id}/revalue`, { token, body })
  assert.equal(asked.status, 202, asked.text)
  for (const change of [
    { revaluationMaxPercent: 11 },
    { revaluationMaxPercent: null },
    { revaluationMaxCents: '901' },
    { revaluationMaxCents: null },
  ]) {
    const send = () => api.patch(PATH, { token, body: change })
    const response = await withoutWriting(records, send)
    assert.deepEqual([response.status, response.body.code], [403, 'self_approval_forbidden'])
  }
  const lower = { revaluationMaxPercent: 9, revaluationMaxCents: '100', transferExpirySeconds: 60 }
  assert.equal((await api.patch(PATH, { token, body: lower })).status, 200)
  const path = `/v1/revaluations/${asked.body.data.id}/reject`
  const rejected = await api.post(path, { token: approver.token, body: { reason: 'Too much' } })
  assert.equal(rejected.status, 200, rejected.text)
  const raised = { revaluationMaxPercent: null, revaluationMaxCents: null }
  assert.equal((await api.patch(PATH, { token, body: raised })).status, 200)
})

test('Rules name accounts of the organization', async () => {
  const setup = await TransferSetup.open({ api, records, sql })
  const foreign = await records.fboAccount(await records.organization())
  const rule = (fboAccountId: string) => ({ approvals: 2, fboAccountId })
  const body = { approvalRules: [rule(setup.source), rule(foreign), rule('nobody')] }
  const { token } = setup.approver
  const response = await withoutWriting(records, () => api.patch(PATH, { token, body }))
  assertRefused(response, {
    status: 404,
    code: 'fbo_account_not_found',
    instance: PATH,
    errors: [1, 2].map((index) => ({
      pointer: `/approvalRules/${index}/fboAccountId`,
      code: 'fbo_account_not_found',
      detail: `The organization has no FBO account with the id in approvalRules.${index}.fboAccountId: check the id.`,
    })),
  })
})

test('Who has something pending cannot loosen the approval rules, but may tighten them', async () => {
  const setup = await TransferSetup.open({ api, records, sql })
  const { token } = setup.creator
  await setup.decide({ approvalRules: [{ approvals: 2, aboveItems: 10 }] })
  const { id } = await setup.transfer()
  const patch = (approvalRules: object[]) => api.patch(PATH, { token, body: { approvalRules } })
  for (const rules of [[], [{ approvals: 2, aboveItems: 11 }]]) {
    const response = await withoutWriting(records, () => patch(rules))
    assert.deepEqual([response.status, response.body.code], [403, 'self_approval_forbidden'])
  }
  assert.equal((await patch([{ approvals: 3, aboveItems: 10 }])).status, 200)
  assert.equal((await setup.cancel(id)).status, 200)
  assert.equal((await patch([])).status, 200)
})
