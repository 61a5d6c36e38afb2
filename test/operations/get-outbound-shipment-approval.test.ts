import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import canonicalize from 'canonicalize'
import { World } from '../support/catalogue/world.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()
const organizationId = await records.organization()
const world = new World(sql, records)
const { token } = await records.token(organizationId)
const sha256 = (document: unknown) =>
  createHash('sha256')
    .update(canonicalize(document) as string)
    .digest('hex')
const approvalOf = async (id: string) =>
  (await api.get(`/v1/outbound-shipments/${id}/approval`, { token })).body.data

const recipient = { name: 'Ada', line1: 'Skeppsbron 14', city: 'Stockholm', countryCode: 'SE' }

test('Get Outbound Shipment Approval shows what is approved, and a salted hash of its directions', async () => {
  const account = await world.account(organizationId)
  const inventoryItemId = await world.item(organizationId)
  const made = await api.post('/v1/outbound-shipments', {
    token,
    body: { fboAccountId: account, items: [{ inventoryItemId }], recipient },
  })
  const { id } = made.body.data
  const { content, directionsSalt: salt } = await approvalOf(id)
  assert.match(salt, /^[\w-]{22}$/)
  const whole = { ...recipient, company: null, line2: null, region: null, postalCode: null }
  const directions = { service: null, signatureRequired: false, insuredValueCents: null }
  assert.deepEqual(content, {
    format: 'vault-inventory-approval-1',
    ...{ organizationId, type: 'outbound_shipment', id, version: 1, totalItems: 1 },
    itemsSha256: sha256([inventoryItemId]),
    declaredValueCents: '0',
    fboAccountId: account,
    directionsSha256: sha256({ salt, recipient: { ...whole, phone: null }, ...directions }),
  })
  await sql`
    update outbound_shipment_directions set salt = null where outbound_shipment_id = ${id}`
  const unsalted = await approvalOf(id)
  assert.equal(unsalted.directionsSalt, null)
  const nobody = sha256({ salt: null, recipient: null, ...directions })
  assert.equal(unsalted.content.directionsSha256, nobody, 'it tells nothing of the recipient')
})

test('A change of the directions has a salt of its own, and the erasure forgets it', async () => {
  const id = await world.shipment(organizationId, 'packing')
  const patch = async (body: object) =>
    await api.request('PATCH', `/v1/outbound-shipments/${id}`, { token, body })
  await patch({ recipient })
  const before = await approvalOf(id)
  await patch({ service: 'Overnight' })
  const after = await approvalOf(id)
  assert.notEqual(before.directionsSalt, after.directionsSalt)
  await api.post(`/v1/outbound-shipments/${id}/cancel`, { token, body: { reason: 'Kept' } })
  const account = await records.fboAccount(organizationId)
  await sql`update outbound_shipments set fbo_account_id = ${account} where id = ${id}`
  const erased = await api.post(`/v1/fbo-accounts/${account}/erase`, {
    token,
    body: { reason: 'Asked for' },
  })
  assert.equal(erased.status, 200, erased.text)
  assert.equal((await approvalOf(id)).directionsSalt, null)
})
