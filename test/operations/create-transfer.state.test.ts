import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RefusalCode } from '../../src/domain/errors.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records } = await openVault()
const organizationId = await records.organization()
const { token } = await records.token(organizationId)
const fromFboAccountId = await records.fboAccount(organizationId)
const toFboAccountId = await records.fboAccount(organizationId)
const otherOrganizationId = await records.organization()
const foreignAccountId = await records.fboAccount(otherOrganizationId)
const shipmentId = await records.outboundShipment(organizationId, fromFboAccountId)

type Errors = readonly Record<string, unknown>[]

function send(itemIds: readonly string[], accounts: object = {}): Promise<ApiResponse> {
  const items = itemIds.map((inventoryItemId) => ({ inventoryItemId, reason: 'request' }))
  const body = { fromFboAccountId, toFboAccountId, ...accounts, items }
  return withoutWriting(records, () => api.post('/v1/transfers', { token, body }))
}

function refused(
  response: ApiResponse,
  status: number,
  code: RefusalCode,
  errors: Errors,
  errorsTotal = errors.length,
) {
  assertRefused(response, { status, code, instance: '/v1/transfers', errors, errorsTotal })
}

function elsewhere(index: number, inventoryItemId: string) {
  return {
    pointer: `/items/${index}/inventoryItemId`,
    code: 'item_not_in_source_account',
    detail: `Item ${inventoryItemId} is not in the source account: leave it out or correct its id.`,
    inventoryItemId,
  }
}

function unavailable(index: number, inventoryItemId: string, itemStatus: string, holder = {}) {
  const [heldBy] = Object.values(holder)
  const why = heldBy === undefined ? '' : `, held by ${heldBy}`
  return {
    pointer: `/items/${index}/inventoryItemId`,
    code: 'item_not_in_vault',
    detail: `Item ${inventoryItemId} is ${itemStatus}${why}: only an in_vault item can be claimed.`,
    inventoryItemId,
    itemStatus,
    ...holder,
  }
}

test('An item outside the source FBO account is refused', async () => {
  const inDestination = await records.inventoryItem(organizationId, toFboAccountId)
  const third = await records.fboAccount(organizationId)
  const inThird = await records.inventoryItem(organizationId, third, { status: 'on_hold' })
  const foreign = await records.inventoryItem(otherOrganizationId, foreignAccountId)
  for (const id of ['item_nobody', inDestination, inThird, foreign]) {
    refused(await send([id]), 409, 'item_not_in_source_account', [elsewhere(0, id)])
  }
  const all = ['item_nobody', inDestination, inThird, foreign]
  const errors = all.map((id, index) => elsewhere(index, id))
  refused(await send(all), 409, 'item_not_in_source_account', errors)
})

test('An item of a shipment is refused with activeShipmentId', async () => {
  const id = await records.inventoryItem(organizationId, fromFboAccountId, {
    status: 'shipment_pending',
    activeShipmentId: shipmentId,
  })
  refused(await send([id]), 409, 'item_not_in_vault', [
    unavailable(0, id, 'shipment_pending', { activeShipmentId: shipmentId }),
  ])
})

test('An item of a pending batch is refused with activeTransferId', async () => {
  const ids = await records.inventoryItems(organizationId, fromFboAccountId, 2)
  const items = ids.map((inventoryItemId) => ({ inventoryItemId, reason: 'trade' }))
  const body = { fromFboAccountId, toFboAccountId, items }
  const first = await api.post('/v1/transfers', { token, body })
  assert.equal(first.status, 201)
  const holder = { activeTransferId: first.body.data.id }
  const second = await withoutWriting(records, () => api.post('/v1/transfers', { token, body }))
  refused(
    second,
    409,
    'item_not_in_vault',
    ids.map((id, index) => unavailable(index, id, 'transfer_pending', holder)),
  )
})

test('All invalid items, and only they, are reported in one response with their pointers', async () => {
  const [good, better] = await records.inventoryItems(organizationId, fromFboAccountId, 2)
  const held = await records.inventoryItem(organizationId, fromFboAccountId, { status: 'on_hold' })
  const strange = await records.inventoryItem(organizationId, toFboAccountId)
  refused(await send([good!, held, better!, strange]), 409, 'item_not_in_vault', [
    unavailable(1, held, 'on_hold'),
    elsewhere(3, strange),
  ])
  refused(await send([strange, good!, held]), 409, 'item_not_in_source_account', [
    elsewhere(0, strange),
    unavailable(2, held, 'on_hold'),
  ])
  assert.equal((await records.item(good!)).status, 'in_vault')
  assert.equal((await records.item(better!)).status, 'in_vault')
})

test('At most a hundred invalid items are listed, and errorsTotal counts all', async () => {
  const ids = Array.from({ length: 1_000 }, (_, index) => `item_nobody_${index}`)
  for (const total of [100, 101, 1_000]) {
    const response = await send(ids.slice(0, total))
    const errors = ids.slice(0, 100).map((id, index) => elsewhere(index, id))
    refused(response, 409, 'item_not_in_source_account', errors, total)
  }
})
