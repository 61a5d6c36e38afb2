import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RefusalCode } from '../../src/domain/errors.ts'
import { claimOf, ShipmentSetup } from '../support/operations/shipment-setup.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault
const setup = await ShipmentSetup.open(vault)
const { organizationId, fboAccountId } = setup
const { token } = setup.creator
const path = '/v1/outbound-shipments'

const create = (body: object) => api.post(path, { token, body })

/** The request is refused with these errors, and nothing was written. */
async function refused(
  body: object,
  status: number,
  code: RefusalCode,
  errors: readonly Record<string, unknown>[],
) {
  const response = await withoutWriting(records, () => create(body))
  assertRefused(response, { status, code, instance: path, errors })
}

test('Entries that are no items, and repeated ones, are reported with their positions', async () => {
  const [one] = (await setup.items(1)) as [string]
  const missing = 'items.0.inventoryItemId is missing: send it.'
  await refused({ fboAccountId, items: [{}] }, 400, 'invalid_item', [
    { pointer: '/items/0/inventoryItemId', code: 'invalid_item', detail: missing },
  ])
  const twice = `Item ${one} appears 2 times: send each item once.`
  await refused({ fboAccountId, items: claimOf([one, one]) }, 400, 'duplicate_item', [
    {
      pointer: '/items/0/inventoryItemId',
      code: 'duplicate_item',
      detail: twice,
      inventoryItemId: one,
    },
    {
      pointer: '/items/1/inventoryItemId',
      code: 'duplicate_item',
      detail: twice,
      inventoryItemId: one,
    },
  ])
})

test('All items that cannot be shipped are reported in one response, with their holders', async () => {
  const stranger = await ShipmentSetup.open(vault)
  const [foreign] = (await stranger.items(1)) as [string]
  const elsewhere = await records.inventoryItem(
    organizationId,
    await records.fboAccount(organizationId),
  )
  const [free, sent, moved] = (await setup.items(3)) as [string, string, string]
  const onHold = await records.inventoryItem(organizationId, fboAccountId, { status: 'on_hold' })
  const activeShipmentId = await setup.create([sent])
  const transfer = await api.post('/v1/transfers', {
    token,
    body: {
      fromFboAccountId: fboAccountId,
      toFboAccountId: await records.fboAccount(organizationId),
      items: [{ inventoryItemId: moved, reason: 'trade' }],
    },
  })
  const activeTransferId = transfer.body.data.id
  const notMine = (index: number, inventoryItemId: string) => ({
    pointer: `/items/${index}/inventoryItemId`,
    code: 'item_not_in_source_account',
    detail: `Item ${inventoryItemId} is not in the source account: leave it out or correct its id.`,
    inventoryItemId,
  })
  const notFree = (index: number, id: string, itemStatus: string, holder: object) => {
    const [heldBy] = Object.values(holder)
    const why = heldBy === undefined ? '' : `, held by ${heldBy}`
    return {
      pointer: `/items/${index}/inventoryItemId`,
      code: 'item_not_in_vault',
      detail: `Item ${id} is ${itemStatus}${why}: only an in_vault item can be claimed.`,
      inventoryItemId: id,
      itemStatus,
      ...holder,
    }
  }
  const items = claimOf([free, foreign, sent, elsewhere, moved, onHold, 'item_nobody'])
  await refused({ fboAccountId, items }, 409, 'item_not_in_source_account', [
    notMine(1, foreign),
    notFree(2, sent, 'shipment_pending', { activeShipmentId }),
    notMine(3, elsewhere),
    notFree(4, moved, 'transfer_pending', { activeTransferId }),
    notFree(5, onHold, 'on_hold', {}),
    notMine(6, 'item_nobody'),
  ])
  assert.equal((await records.item(free)).status, 'in_vault')
})
