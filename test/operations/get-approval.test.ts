import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import canonicalize from 'canonicalize'
import { World } from '../support/catalogue/world.ts'
import { personWithToken, registeredPasskey } from '../support/passkeys/person-setup.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
const { organizationId, token } = await records.owner()
const world = new World(sql, records)
const digestOf = (document: unknown) =>
  createHash('sha256').update(canonicalize(document) as string)
const sha256 = (document: unknown) => digestOf(document).digest('hex')
const read = async (path: string, by = token) =>
  (await api.get(`/v1/${path}`, { token: by })).body.data
const approvalOf = (id: string) => read(`approvals/${id}`)

/** The first members of what is approved, of one record with one item. */
const first = (type: string, id: string, item: unknown) => ({
  ...{ format: 'vault-inventory-approval-1', organizationId, type, id, version: 1, totalItems: 1 },
  itemsSha256: sha256([item]),
})

const recipient = { name: 'Ada', line1: 'Skeppsbron 14', city: 'Stockholm', countryCode: 'SE' }

test('Get Approval of a transfer shows what is approved, and the challenge that its hash is', async () => {
  const ada = await personWithToken(vault, organizationId)
  const { authenticator } = await registeredPasskey(vault, ada)
  const id = await world.pendingTransfer(organizationId)
  const [item] = await sql`
    update inventory_items set declared_value_cents = 125000 where active_transfer_id = ${id}
    returning id`
  const approval = await read(`approvals/${id}`, ada.token)
  const { content, contentSha256, challenge, passkeys } = approval
  assert.deepEqual(content, {
    ...first('transfer', id, item?.id),
    declaredValueCents: '125000',
    fromFboAccountId: await world.account(organizationId),
    toFboAccountId: await world.otherAccount(organizationId),
  })
  assert.equal(contentSha256, sha256(content))
  assert.equal(challenge, digestOf(content).digest('base64url'))
  const { credentialId } = authenticator
  assert.deepEqual(passkeys, [{ credentialId, transports: ['internal'] }])
  assert.deepEqual(await read(`approvals/${id}`), { ...approval, passkeys: [] })
})

test('The declared value is a sum, which may be more than one item can have', async () => {
  const setup = await TransferSetup.open(vault)
  const itemIds = await setup.items(2, '9223372036854775807')
  const { id } = await setup.transfer({ itemIds })
  const { content } = await read(`approvals/${id}`, setup.creator.token)
  assert.equal(content.declaredValueCents, '18446744073709551614')
})

test('An auditor recomputes the hash of the items as CUSTODY says', async () => {
  const batch = await world.pendingTransfer(organizationId)
  const expression = /jq -cj '\[\.data\[\]\.(\w+)\] \| sort'/
  const [, member] = expression.exec(readFileSync('docs/CUSTODY.md', 'utf8')) as string[]
  const items: Record<string, string>[] = await read(`transfers/${batch}/items?limit=100`)
  const ids = items.map((item) => item[member as string]).toSorted()
  const { content } = await read(`approvals/${batch}`)
  assert.equal(sha256(ids), content.itemsSha256)
})

test('Get Approval of a revaluation shows what is approved: the items and both values', async () => {
  const id = await world.revaluation(organizationId)
  const [row] = await sql<[{ itemIds: [string] }]>`
    select item_ids from revaluations where id = ${id}`
  const [inventoryItemId] = row.itemIds
  const { content } = await read(`approvals/${id}`)
  assert.deepEqual(content, {
    ...first('revaluation', id, inventoryItemId),
    declaredValueCents: '125000',
    valuesSha256: sha256([{ inventoryItemId, fromValueCents: '0', toValueCents: '125000' }]),
  })
})

test('Get Approval of a shipment shows what is approved, and a salted hash of its directions', async () => {
  const fboAccountId = await world.account(organizationId)
  const inventoryItemId = await world.item(organizationId)
  const body = { fboAccountId, items: [{ inventoryItemId }], recipient }
  const { id } = (await api.post('/v1/outbound-shipments', { token, body })).body.data
  const { content, directionsSalt: salt } = await approvalOf(id)
  assert.match(salt, /^[\w-]{22}$/)
  const unknown = { company: null, line2: null, region: null, postalCode: null, phone: null }
  const directions = { service: null, signatureRequired: false, insuredValueCents: null }
  assert.deepEqual(content, {
    ...first('outbound_shipment', id, inventoryItemId),
    ...{ declaredValueCents: '0', fboAccountId },
    directionsSha256: sha256({ salt, recipient: { ...recipient, ...unknown }, ...directions }),
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
  const salts = []
  for (const body of [{ recipient }, { service: 'Overnight' }]) {
    await api.patch(`/v1/outbound-shipments/${id}`, { token, body })
    salts.push((await approvalOf(id)).directionsSalt)
  }
  assert.notEqual(salts[0], salts[1])
  await api.post(`/v1/outbound-shipments/${id}/cancel`, { token, body: { reason: 'Kept' } })
  const account = await records.fboAccount(organizationId)
  await sql`update outbound_shipments set fbo_account_id = ${account} where id = ${id}`
  const body = { reason: 'Asked for' }
  const erased = await api.post(`/v1/fbo-accounts/${account}/erase`, { token, body })
  assert.equal(erased.status, 200, erased.text)
  assert.equal((await approvalOf(id)).directionsSalt, null)
})

test('Who may not approve a type finds none of its records', async () => {
  const [transfer, shipment, revaluation] = [
    await world.pendingTransfer(organizationId),
    await world.shipment(organizationId, 'pending_approval'),
    await world.revaluation(organizationId),
  ]
  for (const [permission, found] of [
    ['transfer_batches:approve', transfer],
    ['outbound_shipments:approve', shipment],
    ['revaluations:approve', revaluation],
  ] as const) {
    const lesser = await records.token(organizationId, [permission, 'transfer_batches:read'])
    for (const id of [transfer, shipment, revaluation]) {
      const { status, body } = await api.get(`/v1/approvals/${id}`, { token: lesser.token })
      if (id === found) assert.equal(body.data.content.id, id)
      else assert.deepEqual([status, body.code], [404, 'record_not_found'])
    }
  }
})
