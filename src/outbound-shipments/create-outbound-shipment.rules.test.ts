import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Violation } from '../domain/errors.ts'
import { bodyViolationFinder } from '../http/request/validation.ts'
import type { ItemState } from '../inventory-items/item-claim.ts'
import { NEW_SHIPMENT } from './create-outbound-shipment.route.ts'
import {
  requestViolations,
  type ShipmentFacts,
  type ShipmentRequest,
  stateViolations,
} from './create-outbound-shipment.rules.ts'

const schemaViolations = bodyViolationFinder(NEW_SHIPMENT)

/** The violations of the first step that finds any, as `code pointer`: none is a shipment. */
function judge(body: unknown, facts: ShipmentFacts): string[] {
  const steps: (() => Violation[])[] = [
    () => [...schemaViolations(body), ...requestViolations(body)],
    () => stateViolations(body as ShipmentRequest, facts),
  ]
  for (const step of steps) {
    const violations = step()
    if (violations.length > 0) return violations.map(({ code, pointer }) => `${code} ${pointer}`)
  }
  return []
}

function item(id: string, more: Partial<ItemState> = {}): ItemState {
  const free = {
    status: 'in_vault',
    activeTransferId: null,
    activeShipmentId: null,
    isHolderOver: false,
  } as const
  return { id, fboAccountId: 'mine', ...free, ...more }
}

function factsOf(items: readonly ItemState[], accountFound = true): ShipmentFacts {
  return { accountFound, itemsById: new Map(items.map((state) => [state.id, state])) }
}

const held = item('held', { status: 'transfer_pending', activeTransferId: 'xfer_1' })
const strange = item('strange', { fboAccountId: 'elsewhere', status: 'on_hold' })
const known = factsOf([held, strange, item('free')])
const nothing = factsOf([], false)

const entries = (...ids: string[]) => ids.map((inventoryItemId) => ({ inventoryItemId }))
const many = entries(...Array.from({ length: 1_001 }, (_, index) => `item-${index}`))

/** In published order; each row breaks its rule and every later one that can be broken with it. */
const ROWS: readonly [rule: string, items: unknown, facts: ShipmentFacts, refused: string[]][] = [
  ['items_required: none', [], nothing, ['items_required /items']],
  ['items_required: absent', undefined, nothing, ['items_required /items']],
  [
    'too_many_items',
    [{}, ...many, ...entries('item-0')],
    nothing,
    [
      'too_many_items /items',
      'invalid_item /items/0/inventoryItemId',
      'duplicate_item /items/1/inventoryItemId',
      'duplicate_item /items/1002/inventoryItemId',
    ],
  ],
  [
    'invalid_item',
    [{}, { inventoryItemId: 'a b' }, ...entries('held', 'held')],
    nothing,
    [
      'invalid_item /items/0/inventoryItemId',
      'invalid_item /items/1/inventoryItemId',
      'duplicate_item /items/2/inventoryItemId',
      'duplicate_item /items/3/inventoryItemId',
    ],
  ],
  [
    'duplicate_item',
    entries('held', 'strange', 'held'),
    nothing,
    ['duplicate_item /items/0/inventoryItemId', 'duplicate_item /items/2/inventoryItemId'],
  ],
  [
    'fbo_account_not_found',
    entries('held', 'strange'),
    factsOf([held, strange], false),
    ['fbo_account_not_found /fboAccountId'],
  ],
  [
    'item_not_in_source_account, whatever status the item has elsewhere',
    entries('strange', 'free', 'nobody', 'held'),
    known,
    [
      'item_not_in_source_account /items/0/inventoryItemId',
      'item_not_in_source_account /items/2/inventoryItemId',
      'item_not_in_vault /items/3/inventoryItemId',
    ],
  ],
  [
    'item_not_in_vault',
    entries('free', 'held'),
    known,
    ['item_not_in_vault /items/1/inventoryItemId'],
  ],
  ['nothing', entries('free'), known, []],
]

for (const [rule, items, facts, refused] of ROWS) {
  test(`refuses: ${rule}`, () => {
    assert.deepEqual(judge({ fboAccountId: 'mine', items }, facts), refused)
  })
}

test('a body of any shape is judged without a defect', () => {
  for (const body of [null, 7, 'text', [], {}, { items: 7 }, { items: [null, 7, 'x', []] }]) {
    assert.deepEqual(requestViolations(body), [])
  }
})
