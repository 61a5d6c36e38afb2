import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ShipmentSetup } from '../support/operations/shipment-setup.ts'
import { assertConsistent } from '../support/vault/consistency.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault

async function openSetup(approvalRules: readonly object[] = [{ approvals: 2 }]) {
  const setup = await ShipmentSetup.open(vault)
  const { token } = setup.approver
  const policy = await api.patch('/v1/organization-policy', { token, body: { approvalRules } })
  assert.equal(policy.status, 200, policy.text)
  const second = await records.token(setup.organizationId)
  const bring = async () => setup.bring('pending_approval', 'plain', await setup.items(1))
  return { setup, second, bring }
}

const post = (id: string, verb: string, { token }: { token: string }, body: object = {}) =>
  api.post(`/v1/outbound-shipments/${id}/${verb}`, { token, body })

async function typesOf(id: string, { token }: { token: string }) {
  const { body } = await api.get(`/v1/events?subjectId=${id}`, { token })
  return body.data.map(({ type }: { type: string }) => type.replace('outbound_shipment.', ''))
}

test('A shipment that needs two approvals waits after the first, and Get shows both', async () => {
  const { setup, second, bring } = await openSetup()
  const id = await bring()
  const one = await post(id, 'approve', setup.approver)
  assert.equal(one.status, 200, one.text)
  const { status, approvedAt, approvals, approvalsRequired } = one.body.data
  assert.deepEqual([status, approvedAt, approvalsRequired], ['pending_approval', null, 2])
  assert.deepEqual(approvals, [{ at: approvals[0].at, tokenId: setup.approver.id, personId: null }])
  const shown = await setup.shipment(id)
  assert.deepEqual([shown.approvals, shown.approvalsRequired], [approvals, 2])
  const again = await withoutWriting(records, () => post(id, 'approve', setup.approver))
  assert.deepEqual([again.status, again.body.code], [409, 'already_approved'])
  const own = await withoutWriting(records, () => post(id, 'approve', setup.creator))
  assert.deepEqual([own.status, own.body.code], [403, 'self_approval_forbidden'])
  const two = await post(id, 'approve', second)
  const { data } = two.body
  assert.deepEqual([data.status, data.approvedByTokenId], ['approved', second.id])
  assert.deepEqual(data.approvals, [
    ...approvals,
    { at: data.approvedAt, tokenId: second.id, personId: null },
  ])
  const approved = await setup.shipment(id)
  assert.deepEqual([approved.approvals, approved.approvalsRequired], [data.approvals, 2])
  assert.deepEqual((await typesOf(id, second)).slice(-3), [
    'approval_given',
    'approval_given',
    'approved',
  ])
  await assertConsistent(sql, setup.organizationId)
})

test('A return to packing ends the approvals: both people approve again', async () => {
  const { setup, second, bring } = await openSetup()
  const id = await bring()
  await post(id, 'approve', setup.approver)
  for (const verb of ['return-to-packing', 'inspect', 'submit']) {
    assert.equal((await post(id, verb, setup.creator)).status, 200, verb)
  }
  assert.deepEqual((await setup.shipment(id)).approvals, [])
  assert.equal((await post(id, 'approve', second)).body.data.status, 'pending_approval')
  assert.equal((await post(id, 'approve', setup.approver)).body.data.status, 'approved')
  await assertConsistent(sql, setup.organizationId)
})

test('New directions end the approvals, some or all; metadata does not', async () => {
  const { setup, second, bring } = await openSetup()
  const patch = (id: string, body: object) =>
    api.patch(`/v1/outbound-shipments/${id}`, { token: setup.creator.token, body })
  for (const approvers of [[setup.approver], [setup.approver, second]]) {
    const id = await bring()
    for (const approver of approvers) await post(id, 'approve', approver)
    await patch(id, { metadata: { deal: 'D-1' } })
    assert.equal((await setup.shipment(id)).approvals.length, approvers.length)
    await patch(id, { service: 'Overnight' })
    const { status, approvals, approvalsRequired } = await setup.shipment(id)
    assert.deepEqual([status, approvals, approvalsRequired], ['pending_approval', [], 2])
    await assertConsistent(sql, setup.organizationId)
  }
})

test('The value of its items and its account say how many approvals it needs', async () => {
  const { setup, bring } = await openSetup([
    { approvals: 2, aboveDeclaredValueCents: '1000' },
    { approvals: 3, aboveDeclaredValueCents: '1000', aboveItems: 1 },
  ])
  const required = async (id: string) => (await setup.shipment(id)).approvalsRequired
  const id = await bring()
  assert.equal(await required(id), 1)
  await sql`
    update inventory_items set declared_value_cents = 1001 where active_shipment_id = ${id}`
  assert.equal(await required(id), 2)
  assert.equal((await post(id, 'approve', setup.approver)).body.data.status, 'pending_approval')
  const two = await setup.bring('pending_approval', 'plain', await setup.items(2))
  await sql`
    update inventory_items set declared_value_cents = 501 where active_shipment_id = ${two}`
  assert.equal(await required(two), 3)
})
