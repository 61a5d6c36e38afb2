import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DecisionTime } from '../../database/changes/change.ts'
import { operatorFor } from '../../domain/caller.ts'
import { Refusal } from '../../domain/errors.ts'
import { bodyViolationFinder } from '../../http/request/validation.ts'
import type { LockedItem } from '../items/item-changes.store.ts'
import {
  createOutboundShipmentRoute,
  NEW_SHIPMENT,
  type NewShipment,
  requestViolations,
} from './create-outbound-shipment.ts'

const schemaViolations = bodyViolationFinder(NEW_SHIPMENT)
type Facts = Parameters<typeof createOutboundShipmentRoute.change.judge>[1]
const caller = operatorFor('org_1')
const moment = { nowMs: 0, hasExpired: false } as DecisionTime

/** The violations of a request as it is decided, as `code pointer`; none is a shipment. */
function violationsOf(body: unknown, locked: Facts): string[] {
  const violations = [...schemaViolations(body), ...requestViolations(body)]
  const input = { ...(body as NewShipment), id: 'ship_new' }
  const request = { caller, requestId: null, input }
  const outcome =
    violations.length > 0
      ? new Refusal('invalid_request', { violations })
      : createOutboundShipmentRoute.change.judge(request, locked, moment)
  if (outcome instanceof Refusal) {
    return outcome.violations.map(({ code, pointer }) => `${code} ${pointer}`)
  }
  assert.ok(!(outcome instanceof Error) && typeof outcome !== 'symbol')
  assert.equal(outcome.id, 'ship_new')
  return []
}

function item(id: string, more: Partial<LockedItem> = {}): LockedItem {
  const free = { status: 'in_vault', activeTransferId: null, activeShipmentId: null } as const
  const facts = { declaredValueCents: '5', changedAtMs: 0, movementCount: 1 }
  return { id, fboAccountId: 'mine', ...free, ...facts, ...more }
}

function factsOf(items: readonly LockedItem[], accountFound = true): Facts {
  return {
    account: accountFound ? { isErased: false } : undefined,
    itemsById: new Map(items.map((state) => [state.id, state])),
  }
}

const held = item('held', { status: 'transfer_pending', activeTransferId: 'xfer_1' })
const strange = item('strange', { fboAccountId: 'elsewhere', status: 'on_hold' })
const known = factsOf([held, strange, item('free')])
const none = factsOf([], false)

const entries = (...ids: string[]) => ids.map((inventoryItemId) => ({ inventoryItemId }))
const many = entries(...Array.from({ length: 1_001 }, (_, index) => `item-${index}`))

/** The refusal of the id of the item at each place. */
const at = (code: string, ...places: number[]) =>
  places.map((place) => `${code} /items/${place}/inventoryItemId`)
const strangers = [...at('item_not_in_source_account', 0, 2), ...at('item_not_in_vault', 3)]

type Row = [rule: string, items: unknown, facts: Facts, refused: string[]]

/** In published order; each row breaks its rule and every later one that can be broken with it. */
const ROWS: Row[] = [
  ['items_required: none', [], none, ['items_required /items']],
  ['items_required: absent', undefined, none, ['items_required /items']],
  [
    'too_many_items',
    [{}, ...many, ...entries('item-0')],
    none,
    ['too_many_items /items', ...at('invalid_item', 0), ...at('duplicate_item', 1, 1002)],
  ],
  [
    'invalid_item',
    [{}, { inventoryItemId: 'a b' }, ...entries('held', 'held')],
    none,
    [...at('invalid_item', 0, 1), ...at('duplicate_item', 2, 3)],
  ],
  ['duplicate_item', entries('held', 'strange', 'held'), none, at('duplicate_item', 0, 2)],
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
    strangers,
  ],
  ['item_not_in_vault', entries('free', 'held'), known, at('item_not_in_vault', 1)],
  ['nothing', entries('free'), known, []],
]

for (const [rule, items, facts, refused] of ROWS) {
  test(`refuses: ${rule}`, () => {
    assert.deepEqual(violationsOf({ fboAccountId: 'mine', items }, facts), refused)
  })
}

test('a body of any shape is judged without a defect', () => {
  for (const body of [null, 7, 'text', [], {}, { items: 7 }, { items: [null, 7, 'x', []] }]) {
    assert.deepEqual(requestViolations(body), [])
  }
})
