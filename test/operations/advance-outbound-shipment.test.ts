import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ShipmentSetup } from '../support/operations/shipment-setup.ts'
import { assertCode } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
const setup = await ShipmentSetup.open(vault, 'test')
const { token } = setup.creator
const createShipment = async () => setup.create(await setup.items(1))

function advance(id: string, body?: object) {
  const path = `/v1/sandbox/outbound-shipments/${id}/advance`
  return api.post(path, { token, ...(body && { body }) })
}

test('A shipment goes through its six states by one call each, without a second person', async () => {
  const id = await createShipment()
  const statuses = ['inspecting', 'pending_approval', 'approved', 'shipped', 'delivered']
  for (const status of statuses) {
    const { body, text } = await advance(id)
    assert.equal(body.data?.status, status, text)
  }
  const { body } = await api.get(`/v1/outbound-shipments/${id}`, { token })
  const { carrier, trackingNumber, approvedByTokenId } = body.data
  assert.deepEqual(
    { carrier, trackingNumber, approvedByTokenId },
    { carrier: 'sandbox', trackingNumber: `SANDBOX-${id}`, approvedByTokenId: null },
  )
  const events = await api.get(`/v1/events?subjectId=${id}`, { token })
  const told = events.body.data.map(({ type, actor }: EventOfFeed) => `${type} ${actor.system}`)
  const steps = ['inspecting', 'submitted', 'approved', 'shipped', 'delivered']
  const bySandbox = steps.map((step) => `outbound_shipment.${step} sandbox`)
  assert.deepEqual(told, ['outbound_shipment.created null', ...bySandbox])
  await assertCode(records, () => advance(id), [409, 'invalid_state_transition'])
})

interface EventOfFeed {
  readonly type: string
  readonly actor: { readonly system: string | null }
}

test('A tracking number says that the shipment never arrives', async () => {
  for (const fate of ['LOST', 'RETURNED']) {
    const id = await createShipment()
    for (let step = 1; step <= 3; step += 1) await advance(id)
    const trackingNumber = `SANDBOX-${fate}1`
    const shipped = await advance(id, { trackingNumber })
    assert.equal(shipped.body.data.trackingNumber, trackingNumber)
    const refused = await assertCode(records, () => advance(id), [409, 'invalid_state_transition'])
    assert.match(refused.detail, new RegExp(`${fate.toLowerCase()} by the simulated carrier`))
    const delivered = await api.post(`/v1/outbound-shipments/${id}/deliver`, { token })
    assert.equal(delivered.status, 200, 'whoever works for the vault can still say so')
  }
})

test('A shipment on hold or cancelled stays, and a policy keeps what it asks for', async () => {
  const id = await createShipment()
  const path = `/v1/outbound-shipments/${id}`
  await api.post(`${path}/hold`, { token, body: { reason: 'Wait' } })
  await assertCode(records, () => advance(id), [409, 'invalid_state_transition'])
  await api.post(`${path}/release`, { token })
  const policy = (body: object) => api.patch('/v1/organization-policy', { token, body })
  assert.equal((await policy({ recipientRequired: true })).status, 200)
  await advance(id)
  await assertCode(records, () => advance(id), [409, 'recipient_required'])
  await policy({ recipientRequired: false, fourEyes: true })
  await policy({ approvalRules: [{ approvals: 2, aboveItems: 0 }] })
  await advance(id)
  const approved = await advance(id)
  assert.equal(approved.body.data?.status, 'approved', approved.text)
  const rows = await sql`select from approvals where subject_id = ${id}`
  assert.equal(rows.length, 0)
})
