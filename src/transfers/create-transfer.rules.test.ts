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

const item0 = '/items/0/inventoryItemId'
const item1 = '/items/1/inventoryItemId'
const item0Twice = [`duplicate_item ${item0}`, `duplicate_item ${item1}`]
const SAME = { fromFboAccountId: 'from', toFboAccountId: 'from' }
const known = factsOf([held, strange, item('free')])

/**
 * In published order; each row breaks its rule and every later one that can be broken with it, and
 * has those that are reported in the same response.
 */
const ROWS: [rule: string, body: object, facts: LockedForTransfers, refused: string[]][] = [
  [
    'same_account',
    { ...SAME, items: [] },
    nothingFound,
    ['items_required /items', 'same_account /toFboAccountId'],
  ],
  [
    'same_account, with invalid items',
    { ...SAME, items: [lacking, ...entries('item-0')] },
    nothingFound,
    ['invalid_item /items/0/reason', 'same_account /toFboAccountId', ...item0Twice],
  ],
  ['items_required', ACCOUNTS, nothingFound, ['items_required /items']],
  [
    'too_many_items',
    { ...ACCOUNTS, items: [lacking, ...many] },
    nothingFound,
    ['too_many_items /items', 'invalid_item /items/0/reason', ...item0Twice],
  ],
  [
    'invalid_item',
    { ...ACCOUNTS, items: [lacking, { ...lacking, reason: 'gift' }] },
    nothingFound,
    ['invalid_item /items/0/reason', 'invalid_item /items/1/reason', ...item0Twice],
  ],
  [
    'duplicate_item',
    { ...ACCOUNTS, items: entries('held', 'strange', 'held') },
    nothingFound,
    [`duplicate_item ${item0}`, 'duplicate_item /items/2/inventoryItemId'],
  ],
  [
    'fbo_account_not_found',
    { ...ACCOUNTS, items: entries('held', 'strange') },
    factsOf([held, strange], []),
    ['fbo_account_not_found /fromFboAccountId', 'fbo_account_not_found /toFboAccountId'],
  ],
  [
    'fbo_account_not_found, the destination alone',
    { ...ACCOUNTS, items: entries('held', 'strange') },
    factsOf([held, strange], ['from']),
    ['fbo_account_not_found /toFboAccountId'],
  ],
  [
    'item_not_in_source_account, whatever status the item has elsewhere',
    { ...ACCOUNTS, items: entries('strange', 'free', 'nobody', 'held') },
    known,
    [
      `item_not_in_source_account ${item0}`,
      'item_not_in_source_account /items/2/inventoryItemId',
      'item_not_in_vault /items/3/inventoryItemId',
    ],
  ],
  [
    'item_not_in_vault',
    { ...ACCOUNTS, items: entries('free', 'held') },
    known,
    [`item_not_in_vault ${item1}`],
  ],
  ['nothing', { ...ACCOUNTS, items: entries('free') }, known, []],
]

for (const [rule, body, facts, refused] of ROWS) {
  test(`Create Transfer is refused by: ${rule}`, () => {
    const found = violationsOf(body, facts).map(({ code, pointer }) => `${code} ${pointer}`)
    assert.deepEqual(found, refused)
  })
}

test('Rules about the request survive a body of any shape', () => {
  const notLists = [undefined, null, 7, 'text', [], [[]], { items: 'x' }]
  for (const body of [...notLists, { items: [null, 1, [], {}] }]) {
    assert.deepEqual(requestViolations(body), [])
  }
})

test('A hundred unknown members have a pointer of their own, and all are counted', () => {
  const unknown = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`member${n}`, 0]))
  const violations = schemaViolations({ ...ACCOUNTS, items: [], ...unknown })
  const found = violations.filter(({ code }) => code === 'unknown_field')
  assert.equal(found.length, 300)
  const listed = violations.slice(0, 100).map(({ pointer }) => pointer)
  assert.equal(new Set(listed).size, 100)
})
