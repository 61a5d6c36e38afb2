import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RevaluationSetup } from '../support/operations/revaluation-setup.ts'
import { assertConsistent } from '../support/vault/consistency.ts'
import { assertCode } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
const TWO = { revaluationMaxCents: '0', approvalRules: [{ approvals: 2 }] }

async function openSetup(policy: object = TWO) {
  const setup = await RevaluationSetup.open(vault, policy)
  const { organizationId } = setup.transfers
  return { setup, second: await records.token(organizationId), organizationId }
}

test('A revaluation that needs two approvals changes values with the second', async () => {
  const { setup, second, organizationId } = await openSetup()
  const item = await setup.item('1000')
  const { id } = await setup.pending([[item, '5000']])
  const one = await setup.decide(id, 'approve')
  assert.equal(one.status, 200, one.text)
  const { status, approvals, approvalsRequired } = one.body.data
  assert.deepEqual([status, approvals.length, approvalsRequired], ['pending', 1, 2])
  assert.equal(one.headers.get('etag'), '"2"')
  const path = `/v1/revaluations/${id}`
  assert.equal((await api.get(path, { token: second.token })).text, one.text)
  assert.equal(await setup.value(item), '1000')
  for (const [token, code] of [
    [setup.approver.token, 'already_approved'],
    [setup.creator.token, 'self_approval_forbidden'],
  ] as const) {
    const status = code === 'already_approved' ? 409 : 403
    await assertCode(records, () => setup.decide(id, 'approve', { token }), [status, code])
  }
  const two = await setup.decide(id, 'approve', { token: second.token })
  const { data } = two.body
  assert.deepEqual([data.status, data.decidedByTokenId], ['approved', second.id])
  const givenBy = data.approvals.map(({ tokenId }: { tokenId: string }) => tokenId)
  assert.deepEqual(givenBy, [setup.approver.id, second.id])
  assert.equal((await api.get(path, { token: second.token })).text, two.text)
  assert.equal(await setup.value(item), '5000')
  const events = await setup.get(`/v1/events?subjectId=${id}`)
  const types = events.map(({ type }: { type: string }) => type.replace('revaluation.', ''))
  assert.deepEqual(types, ['requested', 'approval_given', 'approval_given', 'approved'])
  const shown = { totalItems: 1, itemsPath: path }
  const given = { version: 2, approvalNumber: 1, approvalsRequired: 2, ...shown }
  assert.deepEqual(events[1].data, given)
  await assertConsistent(sql, organizationId)
})

test('The larger of both values counts, and the account of any item', async () => {
  const { setup } = await openSetup({
    revaluationMaxCents: '0',
    approvalRules: [{ approvals: 2, aboveDeclaredValueCents: '1000' }],
  })
  const required = async (from: string, to: string) => {
    const { id } = await setup.pending([[await setup.item(from), to]])
    const { approvalsRequired } = await setup.get(`/v1/revaluations/${id}`)
    const { status } = (await setup.decide(id, 'approve')).body.data
    assert.equal(status, approvalsRequired === 1 ? 'approved' : 'pending')
    return approvalsRequired
  }
  assert.equal(await required('1', '1000'), 1)
  assert.equal(await required('1', '1001'), 2)
  assert.equal(await required('1001', '1'), 2)
  const fboAccountId = setup.transfers.source
  await setup.transfers.decide({ approvalRules: [{ approvals: 3, fboAccountId }] })
  assert.equal(await required('1', '2'), 3)
})

test('An approval that is not the last can be followed by a rejection', async () => {
  const { setup } = await openSetup()
  const item = await setup.item('1000')
  const { id } = await setup.pending([[item, '5000']])
  const { approvals } = (await setup.decide(id, 'approve')).body.data
  const rejected = (await setup.decide(id, 'reject')).body.data
  assert.deepEqual([rejected.status, rejected.approvals], ['rejected', approvals])
  assert.equal(rejected.approvalsRequired, 2)
  assert.equal(await setup.value(item), '1000')
})
