import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault
const setup = await TransferSetup.open(vault)
const { source, destination } = setup
const { token, id: tokenId } = setup.approver

const movements = (id: string, query = '') =>
  api.get(`/v1/inventory-items/${id}/movements${query}`, { token })

async function takeIn(): Promise<string> {
  const response = await api.post('/v1/inventory-items', { token, body: { fboAccountId: source } })
  return response.body.data.id
}

async function change(id: string, verb: string, body?: object): Promise<void> {
  const response = await api.post(`/v1/inventory-items/${id}/${verb}`, { token, body })
  assert.equal(response.status, 200, response.text)
}

test("List Inventory Movements returns an item's movements, oldest first, with all members", async () => {
  const id = await takeIn()
  await change(id, 'hold', { reason: 'Disputed' })
  await change(id, 'release', { reason: 'Settled' })
  const expired = await setup.transfer({ itemIds: [id] })
  const expiredAt = await setup.expire(expired.id)
  const done = await setup.transfer({ itemIds: [id] })
  assert.equal((await setup.approve(done.id)).status, 200)
  await change(id, 'hold', { reason: 'Recount' })
  await change(id, 'release')
  await change(id, 'withdraw', { reason: 'Collected' })

  const response = await withoutWriting(records, () => movements(id))
  assert.equal(response.status, 200)
  const times: string[] = response.body.data.map(({ at }: { at: string }) => at)
  assert.deepEqual(times, times.toSorted())
  assert.equal(times[4], expiredAt)
  const { changedAt, movementCount } = await records.item(id)
  assert.equal(times.at(-1), (changedAt as Date).toISOString())
  assert.equal(times.length, movementCount)

  const creatorId = setup.creator.id
  const rows = [
    ['taken_in', null, source, null, 'in_vault', null, tokenId, null],
    ['held', source, source, 'in_vault', 'on_hold', null, tokenId, 'Disputed'],
    ['released', source, source, 'on_hold', 'in_vault', null, tokenId, 'Settled'],
    [
      'transfer_created',
      source,
      source,
      'in_vault',
      'transfer_pending',
      expired.id,
      creatorId,
      null,
    ],
    ['transfer_expired', source, source, 'transfer_pending', 'in_vault', expired.id, null, null],
    ['transfer_created', source, source, 'in_vault', 'transfer_pending', done.id, creatorId, null],
    [
      'transfer_completed',
      source,
      destination,
      'transfer_pending',
      'in_vault',
      done.id,
      tokenId,
      null,
    ],
    ['held', destination, destination, 'in_vault', 'on_hold', null, tokenId, 'Recount'],
    ['released', destination, destination, 'on_hold', 'in_vault', null, tokenId, null],
    ['withdrawn', destination, destination, 'in_vault', 'withdrawn', null, tokenId, 'Collected'],
  ]
  const data = rows.map((row, index) => {
    const [kind, fromFboAccountId, toFboAccountId, fromStatus, toStatus, batch, token, reason] = row
    return {
      number: index + 1,
      at: times[index],
      kind,
      fromFboAccountId,
      toFboAccountId,
      fromStatus,
      toStatus,
      transferBatchId: batch,
      outboundShipmentId: null,
      tokenId: token,
      reason,
    }
  })
  const pagination = { page: 1, hasMore: false }
  assert.equal(response.text, JSON.stringify({ data, pagination }))
})

test('An expired claim is logged as ended, whichever request reads it first', async () => {
  const transfer = await setup.transfer()
  const expiredAt = await setup.expire(transfer.id)
  const { body } = await movements(transfer.itemIds[0] as string)
  const { kind, at, transferBatchId } = body.data.at(-1)
  assert.deepEqual([kind, at, transferBatchId], ['transfer_expired', expiredAt, transfer.id])
})

test('A movement names the shipment that caused it', async () => {
  const shipment = await records.outboundShipment(setup.organizationId, source)
  const columns = { status: 'shipment_pending', activeShipmentId: shipment }
  const id = await records.inventoryItem(setup.organizationId, source, columns)
  const { body } = await movements(id)
  assert.equal(body.data.length, 1)
  const [{ kind, transferBatchId, outboundShipmentId, tokenId: by }] = body.data
  assert.deepEqual(
    [kind, transferBatchId, outboundShipmentId, by],
    ['imported', null, shipment, null],
  )
})
