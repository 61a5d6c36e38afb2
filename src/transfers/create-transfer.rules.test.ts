import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DecisionTime } from '../database/changes/change.ts'
import { operatorFor } from '../domain/caller.ts'
import { Refusal, type Violation } from '../domain/errors.ts'
import { bodyViolationFinder } from '../http/request/validation.ts'
import type { LockedItem } from '../inventory-items/item-changes.store.ts'
import { DEFAULT_POLICY } from '../organizations/organization-policy.ts'
import { NEW_TRANSFER } from './create-transfer.route.ts'
import { requestViolations, type TransferRequest } from './create-transfer.rules.ts'
import type { LockedForTransfers } from './create-transfer.store.ts'
import { CREATE_TRANSFER } from './create-transfer.ts'

const schemaViolations = bodyViolationFinder(NEW_TRANSFER)
const caller = operatorFor('org_1')
const moment = { nowMs: 0, hasExpired: false } as DecisionTime

/** The violations of a request as it is decided; none is a transfer. */
function violationsOf(body: unknown, locked: LockedForTransfers): readonly Violation[] {
  const violations = [...schemaViolations(body), ...requestViolations(body)]
  if (violations.length > 0) return violations
  const input = { ...(body as TransferRequest), id: 'xfer_new', idempotencyKey: null }
  const outcome = CREATE_TRANSFER.judge({ caller, requestId: null, input }, locked, moment)
  if (outcome instanceof Refusal) return outcome.violations
  assert.ok(!(outcome instanceof Error) && typeof outcome !== 'symbol')
  assert.equal(outcome.batch.id, 'xfer_new')
  return []
}

function item(id: string, more: Partial<LockedItem> = {}): LockedItem {
  const free = { status: 'in_vault', activeTransferId: null, activeShipmentId: null } as const
  const facts = { declaredValueCents: '5', changedAtMs: 0, movementCount: 1 }
  return { id, fboAccountId: 'from', ...free, ...facts, ...more }
}

function factsOf(items: readonly LockedItem[], accountIds = ['from', 'to']): LockedForTransfers {
  return {
    mode: 'wait',
    accountIds: new Set(accountIds),
    itemsById: new Map(items.map((state) => [state.id, state])),
    policy: DEFAULT_POLICY,
  }
}

const ACCOUNTS = { fromFboAccountId: 'from', toFboAccountId: 'to' }
const nothingFound = factsOf([], [])
const held = item('held', { status: 'transfer_pending', activeTransferId: 'xfer_1' })
const strange = item('strange', { fboAccountId: 'elsewhere', status: 'on_hold' })

function entries(...ids: string[]): object[] {
  return ids.map((inventoryItemId) => ({ inventoryItemId, reason: 'trade' }))
}
const many = entries(...Array.from({ length: 1_001 }, (_, index) => `item-${index}`))
const lacking = { inventoryItemId: 'item-0' }

interface Row {
  readonly rule: string
  readonly body: object
  readonly facts: LockedForTransfers
  /** The rule and the later ones that are reported in the same response. */
  readonly refused: readonly string[]
}

/** In published order; each row breaks its rule and every later one that can be broken with it. */
const ROWS: readonly Row[] = [
  {
    rule: 'same_account',
    body: { fromFboAccountId: 'from', toFboAccountId: 'from', items: [] },
    facts: nothingFound,
    refused: ['items_required /items', 'same_account /toFboAccountId'],
  },
  {
    rule: 'same_account, with invalid items',
    body: {
      fromFboAccountId: 'from',
      toFboAccountId: 'from',
      items: [lacking, ...entries('item-0')],
    },
    facts: nothingFound,
    refused: [
      'invalid_item /items/0/reason',
      'same_account /toFboAccountId',
      'duplicate_item /items/0/inventoryItemId',
      'duplicate_item /items/1/inventoryItemId',
    ],
  },
  {
    rule: 'items_required',
    body: ACCOUNTS,
    facts: nothingFound,
    refused: ['items_required /items'],
  },
  {
    rule: 'too_many_items',
    body: { ...ACCOUNTS, items: [lacking, ...many] },
    facts: nothingFound,
    refused: [
      'too_many_items /items',
      'invalid_item /items/0/reason',
      'duplicate_item /items/0/inventoryItemId',
      'duplicate_item /items/1/inventoryItemId',
    ],
  },
  {
    rule: 'invalid_item',
    body: { ...ACCOUNTS, items: [lacking, { inventoryItemId: 'item-0', reason: 'gift' }] },
    facts: nothingFound,
    refused: [
      'invalid_item /items/0/reason',
      'invalid_item /items/1/reason',
      'duplicate_item /items/0/inventoryItemId',
      'duplicate_item /items/1/inventoryItemId',
    ],
  },
  {
    rule: 'duplicate_item',
    body: { ...ACCOUNTS, items: entries('held', 'strange', 'held') },
    facts: nothingFound,
    refused: ['duplicate_item /items/0/inventoryItemId', 'duplicate_item /items/2/inventoryItemId'],
  },
  {
    rule: 'fbo_account_not_found',
    body: { ...ACCOUNTS, items: entries('held', 'strange') },
    facts: factsOf([held, strange], []),
    refused: ['fbo_account_not_found /fromFboAccountId', 'fbo_account_not_found /toFboAccountId'],
  },
  {
    rule: 'fbo_account_not_found, the destination alone',
    body: { ...ACCOUNTS, items: entries('held', 'strange') },
    facts: factsOf([held, strange], ['from']),
    refused: ['fbo_account_not_found /toFboAccountId'],
  },
  {
    rule: 'item_not_in_source_account, whatever status the item has elsewhere',
    body: { ...ACCOUNTS, items: entries('strange', 'free', 'nobody', 'held') },
    facts: factsOf([held, strange, item('free')]),
    refused: [
      'item_not_in_source_account /items/0/inventoryItemId',
      'item_not_in_source_account /items/2/inventoryItemId',
      'item_not_in_vault /items/3/inventoryItemId',
    ],
  },
  {
    rule: 'item_not_in_vault',
    body: { ...ACCOUNTS, items: entries('free', 'held') },
    facts: factsOf([held, item('free')]),
    refused: ['item_not_in_vault /items/1/inventoryItemId'],
  },
  {
    rule: 'nothing',
    body: { ...ACCOUNTS, items: entries('free') },
    facts: factsOf([item('free')]),
    refused: [],
  },
]

for (const { rule, body, facts, refused } of ROWS) {
  test(`Create Transfer is refused by: ${rule}`, () => {
    const found = violationsOf(body, facts).map(({ code, pointer }) => `${code} ${pointer}`)
    assert.deepEqual(found, refused)
  })
}

test('Every item that does not have status in_vault is refused with what holds it', () => {
  const states: [LockedItem, object][] = [
    [held, { activeTransferId: 'xfer_1' }],
    [
      item('a', { status: 'shipment_pending', activeShipmentId: 'ship_1' }),
      { activeShipmentId: 'ship_1' },
    ],
    [item('b', { status: 'on_hold' }), {}],
    [item('c', { status: 'shipped' }), {}],
    [item('d', { status: 'delivered' }), {}],
    [item('e', { status: 'withdrawn' }), {}],
  ]
  for (const [state, holder] of states) {
    const items = [{ inventoryItemId: state.id, reason: 'trade' }]
    const request = { ...ACCOUNTS, items }
    const [violation, ...more] = violationsOf(request, factsOf([state]))
    assert.deepEqual(more, [])
    assert.deepEqual(violation?.members, {
      inventoryItemId: state.id,
      itemStatus: state.status,
      ...holder,
    })
  }
})

test('Rules about the request survive a body of any shape', () => {
  const shapes = [
    undefined,
    null,
    7,
    'text',
    [],
    [[]],
    { items: 'x' },
    { items: [null, 1, [], {}] },
  ]
  for (const body of shapes) {
    assert.deepEqual(requestViolations(body), [])
  }
})

test('A hundred unknown members have a pointer of their own, and all are counted', () => {
  const unknown = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`member${n}`, 0]))
  const violations = schemaViolations({
    fromFboAccountId: 'a',
    toFboAccountId: 'b',
    items: [],
    ...unknown,
  })
  const found = violations.filter(({ code }) => code === 'unknown_field')
  assert.equal(found.length, 300)
  const listed = violations.slice(0, 100).map(({ pointer }) => pointer)
  assert.equal(new Set(listed).size, 100)
})
