import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Violation } from '../domain/errors.ts'
import { bodyViolationFinder } from '../http/request/validation.ts'
import { claimViolations, type ItemState } from '../inventory-items/item-claim.ts'
import { NEW_TRANSFER } from './create-transfer.route.ts'
import {
  accountViolations,
  requestViolations,
  type TransferRequest,
} from './create-transfer.rules.ts'

interface TransferFacts {
  readonly accountIds: ReadonlySet<string>
  readonly itemsById: ReadonlyMap<string, ItemState>
}

const schemaViolations = bodyViolationFinder(NEW_TRANSFER)

/** The violations of the first step that finds any, as `code pointer`: none is a transfer. */
function judge(body: unknown, facts: TransferFacts): string[] {
  const steps: (() => Violation[])[] = [
    () => [...schemaViolations(body), ...requestViolations(body)],
    () => accountViolations(body as TransferRequest, facts.accountIds),
    () => itemViolations(body as TransferRequest, facts),
  ]
  for (const step of steps) {
    const violations = step()
    if (violations.length > 0) return violations.map(({ code, pointer }) => `${code} ${pointer}`)
  }
  return []
}

function itemViolations(request: TransferRequest, { itemsById }: TransferFacts): Violation[] {
  return claimViolations(request.items, request.fromFboAccountId, itemsById)
}

function item(id: string, more: Partial<ItemState> = {}): ItemState {
  const free = { status: 'in_vault', activeTransferId: null, activeShipmentId: null } as const
  return { id, fboAccountId: 'from', ...free, ...more }
}

function factsOf(items: readonly ItemState[], accountIds = ['from', 'to']): TransferFacts {
  const itemsById = new Map(items.map((state) => [state.id, state]))
  return { accountIds: new Set(accountIds), itemsById }
}

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
  readonly facts: TransferFacts
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
    body: { fromFboAccountId: 'from', toFboAccountId: 'to' },
    facts: nothingFound,
    refused: ['items_required /items'],
  },
  {
    rule: 'too_many_items',
    body: {
      fromFboAccountId: 'from',
      toFboAccountId: 'to',
      items: [lacking, ...many],
    },
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
    body: {
      fromFboAccountId: 'from',
      toFboAccountId: 'to',
      items: [lacking, { inventoryItemId: 'item-0', reason: 'gift' }],
    },
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
    body: {
      fromFboAccountId: 'from',
      toFboAccountId: 'to',
      items: entries('held', 'strange', 'held'),
    },
    facts: nothingFound,
    refused: ['duplicate_item /items/0/inventoryItemId', 'duplicate_item /items/2/inventoryItemId'],
  },
  {
    rule: 'fbo_account_not_found',
    body: { fromFboAccountId: 'from', toFboAccountId: 'to', items: entries('held', 'strange') },
    facts: factsOf([held, strange], []),
    refused: ['fbo_account_not_found /fromFboAccountId', 'fbo_account_not_found /toFboAccountId'],
  },
  {
    rule: 'fbo_account_not_found, the destination alone',
    body: { fromFboAccountId: 'from', toFboAccountId: 'to', items: entries('held', 'strange') },
    facts: factsOf([held, strange], ['from']),
    refused: ['fbo_account_not_found /toFboAccountId'],
  },
  {
    rule: 'item_not_in_source_account, whatever status the item has elsewhere',
    body: {
      fromFboAccountId: 'from',
      toFboAccountId: 'to',
      items: entries('strange', 'free', 'nobody', 'held'),
    },
    facts: factsOf([held, strange, item('free')]),
    refused: [
      'item_not_in_source_account /items/0/inventoryItemId',
      'item_not_in_source_account /items/2/inventoryItemId',
      'item_not_in_vault /items/3/inventoryItemId',
    ],
  },
  {
    rule: 'item_not_in_vault',
    body: { fromFboAccountId: 'from', toFboAccountId: 'to', items: entries('free', 'held') },
    facts: factsOf([held, item('free')]),
    refused: ['item_not_in_vault /items/1/inventoryItemId'],
  },
  {
    rule: 'nothing',
    body: { fromFboAccountId: 'from', toFboAccountId: 'to', items: entries('free') },
    facts: factsOf([item('free')]),
    refused: [],
  },
]

for (const { rule, body, facts, refused } of ROWS) {
  test(`Create Transfer is refused by: ${rule}`, () => {
    assert.deepEqual(judge(body, facts), refused)
  })
}

test('Every item that does not have status in_vault is refused with what holds it', () => {
  const states: [ItemState, object][] = [
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
    const request = { fromFboAccountId: 'from', toFboAccountId: 'to', items }
    const [violation, ...more] = itemViolations(request, factsOf([state]))
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
