import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HELD_STATUSES, ITEM_STATUSES } from '../inventory-items/inventory-item.ts'
import { itemRefusal, itemsRefusal } from './revalue-inventory-items.rules.ts'

for (const status of ITEM_STATUSES) {
  const isHeld = HELD_STATUSES.includes(status)
  test(`An item that is ${status} is ${isHeld ? 'revalued' : 'refused'}`, () => {
    const refusal = itemRefusal({ status })
    if (isHeld) return assert.equal(refusal, undefined)
    assert.equal(refusal?.code, 'item_left_vault')
    assert.deepEqual(refusal.members, { currentStatus: status })
  })
}

test('An unknown item is refused', () => {
  assert.equal(itemRefusal(undefined)?.code, 'inventory_item_not_found')
})

test('A list is refused with every item that is unknown or gone', () => {
  const items = [
    ['a', 'in_vault'],
    ['b', 'shipped'],
    ['d', 'withdrawn'],
  ] as const
  const itemsById = new Map(items.map(([id, status]) => [id, { status }]))
  const values = ['a', 'b', 'c', 'd'].map((inventoryItemId) => ({
    inventoryItemId,
    declaredValueCents: '1',
  }))
  const refusal = itemsRefusal(values, itemsById)
  assert.equal(refusal?.code, 'item_left_vault')
  assert.deepEqual(
    refusal.violations.map(({ pointer, code, members }) => [pointer, code, members]),
    [
      [
        '/items/1/inventoryItemId',
        'item_left_vault',
        { inventoryItemId: 'b', itemStatus: 'shipped' },
      ],
      ['/items/2/inventoryItemId', 'inventory_item_not_found', { inventoryItemId: 'c' }],
      [
        '/items/3/inventoryItemId',
        'item_left_vault',
        { inventoryItemId: 'd', itemStatus: 'withdrawn' },
      ],
    ],
  )
  assert.equal(itemsRefusal(values.slice(0, 1), itemsById), undefined)
})
