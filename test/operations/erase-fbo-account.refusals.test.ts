import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimOf } from '../support/operations/shipment-setup.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

// When Erase FBO Account is refused, and what does not stop it.
const vault = await openVault()
const { api, records, sql } = vault
const setup = await TransferSetup.open(vault)
const { organizationId } = setup
const { token } = setup.creator

const AND_THEN =
  'move, ship or withdraw the items, decide the transfers, deliver or cancel the shipments, then ' +
  'erase the account.'

const pathOf = (id: string) => `/v1/fbo-accounts/${id}/erase`
const erase = (id: string, by = token) =>
  api.post(pathOf(id), { token: by, body: { reason: 'Case 2026-118' } })

test('An account that holds items or has open transfers and shipments is not erased', async () => {
  const busy = await TransferSetup.open(vault)
  const as = busy.creator.token
  const shipped = await busy.items(1)
  const held = await busy.items(2)
  await api.post(`/v1/inventory-items/${held[0]}/hold`, { token: as, body: { reason: 'Why' } })
  const body = { fboAccountId: busy.source, items: claimOf(shipped) }
  const shipment = (await api.post('/v1/outbound-shipments', { token: as, body })).body.data.id
  const transfer = await busy.transfer()
  const inUse = async (id: string, words: string, [ids, shipments]: readonly string[][]) => {
    assertRefused(await withoutWriting(records, () => erase(id, as)), {
      status: 409,
      code: 'fbo_account_in_use',
      detail: `The account has ${words}: ${AND_THEN}`,
      instance: pathOf(id),
      members: {
        ...{ inventoryItemIds: ids, inventoryItemsTotal: ids?.length },
        ...{ transferIds: [transfer.id], transfersTotal: 1 },
        ...{ outboundShipmentIds: shipments, outboundShipmentsTotal: shipments?.length },
      },
    })
  }
  const inVault = [...held, ...shipped, ...transfer.itemIds].sort()
  const all = '5 items in the vault, 1 pending transfer, 1 open shipment'
  await inUse(busy.source, all, [inVault, [shipment]])
  await inUse(busy.destination, '1 pending transfer', [[], []])
})

test('Lists of a refusal have a hundred ids, and totals count all', async () => {
  const id = await records.fboAccount(organizationId)
  const items = await records.inventoryItems(organizationId, id, 120)
  const { body } = await erase(id)
  assert.deepEqual(body.inventoryItemIds, items.slice(0, 100))
  assert.equal(body.inventoryItemsTotal, 120)
})

test('What left the vault, was decided, delivered or cancelled stops no erasure', async () => {
  const id = await records.fboAccount(organizationId, { firstName: 'Ada' })
  for (const status of ['shipped', 'delivered', 'withdrawn']) {
    await records.inventoryItem(organizationId, id, { status })
  }
  const at = new Date()
  const ended = { cancelledAt: at, cancellationReason: 'Kept' }
  await records.outboundShipment(organizationId, id, { status: 'delivered', shippedAt: at })
  await records.outboundShipment(organizationId, id, { status: 'approved', ...ended })
  const shipped = { status: 'shipped', shippedAt: at }
  const open = await records.outboundShipment(organizationId, id, shipped)
  assert.deepEqual((await erase(id)).body.outboundShipmentIds, [open])
  await sql`update outbound_shipments set status = 'delivered' where id = ${open}`
  const [item] = await setup.items(1)
  const transfer = await setup.transfer({ itemIds: [item ?? ''], to: id })
  assert.deepEqual((await erase(id)).body.transferIds, [transfer.id])
  assert.equal((await setup.reject(transfer.id)).status, 200)
  assert.equal((await erase(id)).status, 200)
})

test('A transfer that has expired is ended first, and stops no erasure', async () => {
  const brief = await TransferSetup.open(vault)
  await brief.decide({ transferExpirySeconds: 3_600 })
  const { id } = await brief.transfer()
  await sql`update transfer_batches set expires_at = now() - interval '1 second' where id = ${id}`
  const response = await erase(brief.destination, brief.creator.token)
  assert.equal(response.status, 200, response.text)
  const [batch] = await sql`select status from transfer_batches where id = ${id}`
  assert.equal(batch?.status, 'expired')
})
