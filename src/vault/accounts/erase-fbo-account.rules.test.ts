import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useRefusal } from './erase-fbo-account.ts'

const NOTHING = { ids: [], total: 0 }
const AND_THEN =
  'move, ship or withdraw the items, decide the transfers, deliver or cancel the shipments, then ' +
  'erase the account.'

/** Numbers of items, transfers and shipments, and how the refusal counts them. */
const ROWS: readonly [items: number, transfers: number, shipments: number, words: string][] = [
  [1, 0, 0, '1 item in the vault'],
  [250, 0, 0, '250 items in the vault'],
  [0, 1, 0, '1 pending transfer'],
  [0, 0, 1, '1 open shipment'],
  [2, 2, 2, '2 items in the vault, 2 pending transfers, 2 open shipments'],
]

for (const [items, transfers, shipments, words] of ROWS) {
  test(`an account with ${words} is not erased`, () => {
    const some = (total: number) => ({ ids: total === 0 ? [] : ['a'], total })
    const use = { items: some(items), transfers: some(transfers), shipments: some(shipments) }
    const refusal = useRefusal(use)
    assert.equal(refusal?.code, 'fbo_account_in_use')
    assert.equal(refusal.message, `The account has ${words}: ${AND_THEN}`)
    assert.deepEqual(refusal.members, {
      inventoryItemIds: use.items.ids,
      inventoryItemsTotal: items,
      transferIds: use.transfers.ids,
      transfersTotal: transfers,
      outboundShipmentIds: use.shipments.ids,
      outboundShipmentsTotal: shipments,
    })
  })
}

test('an account that nothing needs is erased', () => {
  assert.equal(useRefusal({ items: NOTHING, transfers: NOTHING, shipments: NOTHING }), undefined)
})
