import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ShipmentSetup } from '../support/operations/shipment-setup.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault
const setup = await ShipmentSetup.open(vault)
const { token } = setup.creator
const ADA = { name: 'Ada', line1: 'Skeppsbron 14', city: 'Stockholm', countryCode: 'SE' }

async function require(recipientRequired: boolean): Promise<void> {
  const response = await api.patch('/v1/organization-policy', {
    token,
    body: { recipientRequired },
  })
  assert.equal(response.status, 200, response.text)
}

async function refuses(id: string, verb: string): Promise<void> {
  assertRefused(await withoutWriting(records, () => setup.move(id, verb)), {
    status: 409,
    code: 'recipient_required',
    detail:
      'The policy of the organization requires a recipient: set it with Update Outbound Shipment, ' +
      `then ${verb} the shipment.`,
    instance: `/v1/outbound-shipments/${id}/${verb}`,
  })
}

test('Without a recipient a shipment is neither submitted nor approved, if the policy says so', async () => {
  const id = await setup.bring('inspecting', 'plain', await setup.items(1))
  await require(true)
  await refuses(id, 'submit')
  await require(false)
  assert.equal((await setup.move(id, 'submit')).status, 200)
  await require(true)
  await refuses(id, 'approve')
  const path = `/v1/outbound-shipments/${id}`
  const update = (recipient: object | null) => api.patch(path, { token, body: { recipient } })
  assert.equal((await update(ADA)).status, 200)
  assert.equal((await setup.move(id, 'approve')).status, 200)
  // The approval is of a shipment with a recipient.
  assert.equal((await update(null)).body.data.status, 'pending_approval')
  await refuses(id, 'approve')
})
