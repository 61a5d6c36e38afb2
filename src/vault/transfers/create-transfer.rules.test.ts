import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_POLICY } from '../../access/organizations/organization-policy.ts'
import type { DecisionTime } from '../../database/changes/change.ts'
import { operatorFor } from '../../domain/caller.ts'
import { Refusal, type Violation } from '../../domain/errors.ts'
import { bodyViolationFinder } from '../../http/request/validation.ts'
import type { LockedItem } from '../items/item-changes.store.ts'
import {
  createTransferRoute,
  NEW_TRANSFER,
  type NewTransfer,
  requestViolations,
} from './create-transfer.ts'

const schemaViolations = bodyViolationFinder(NEW_TRANSFER)
type Facts = Parameters<typeof createTransferRoute.change.judge>[1]

const caller = operatorFor('org_1')
const moment = { nowMs: 0, hasExpired: false } as DecisionTime

/** The violations of a request as it is decided; none is a transfer. */
function violationsOf(body: unknown, locked: Facts): readonly Violation[] {
  const violations = [...schemaViolations(body), ...requestViolations(body)]
  if (violations.length > 0) return violations
  const input = { ...(body as NewTransfer), id: 'xfer_new', idempotencyKey: null }
  const outcome = createTransferRoute.change.judge(
    { caller, requestId: null, input },
    locked,
    moment,
  )
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

function factsOf(items: readonly LockedItem[], accountIds = ['from', 'to']): Facts {
  return {
    accounts: accountIds.map((id) => ({ id })),
    itemsById: new Map(items.map((state) => [state.id, state])),
    policy: { organizationId: 'org_1', ...DEFAULT_POLICY },
  }
}

const ACCOUNTS = { fromFboAccountId: 'from', toFboAccountId: 'to' }
const SAME = { fromFboAccountId: 'from', toFboAccountId: 'from' }
const held = item('held', { status: 'transfer_pending', activeTransferId: 'xfer_1' })
const strange = item('strange', { fboAccountId: 'elsewhere', status: 'on_hold' })
const known = factsOf([held, strange, item('free')])
const none = factsOf([], [])

function entries(...ids: string[]): object[] {
  return ids.map((inventoryItemId) => ({ inventoryItemId, reason: 'trade' }))
}
const many = entries(...Array.from({ length: 1_001 }, (_, index) => `item-${index}`))
const lacking = { inventoryItemId: 'item-0' }
const invalid = [lacking, ...entries('item-0')]
const unclaimable = entries('held', 'strange')

const NO_REASON = 'invalid_item /items/0/reason'
const ONE_ACCOUNT = 'same_account /toFboAccountId'
const NO_TARGET = 'fbo_account_not_found /toFboAccountId'
const NO_ACCOUNT = ['fbo_account_not_found /fromFboAccountId', NO_TARGET]
/** The refusal of the id of the item at that place. */
const at = (place: number, code: string) => `${code} /items/${place}/inventoryItemId`
const elsewhere = (place: number) => at(place, 'item_not_in_source_account')
const twice = (...places: number[]) => places.map((place) => at(place, 'duplicate_item'))
const notInVault = (place: number) => at(place, 'item_not_in_vault')

type Row = [rule: string, body: object, facts: Facts, refused: string[]]

/**
 * In published order; each row breaks its rule and every later one that can be broken with it, and
 * has those that are reported in the same response.
 */
const ROWS: Row[] = [
  ['same_account', { ...SAME, items: [] }, none, ['items_required /items', ONE_ACCOUNT]],
  [
    'same_account first',
    { ...SAME, items: invalid },
    none,
    [NO_REASON, ONE_ACCOUNT, ...twice(0, 1)],
  ],
  ['items_required', { items: [] }, none, ['items_required /items']],
  [
    'too_many_items',
    { items: [lacking, ...many] },
    none,
    ['too_many_items /items', NO_REASON, ...twice(0, 1)],
  ],
  [
    'invalid_item',
    { items: [lacking, { ...lacking, reason: 'gift' }] },
    none,
    [NO_REASON, 'invalid_item /items/1/reason', ...twice(0, 1)],
  ],
  ['duplicate_item', { items: [...unclaimable, ...entries('held')] }, none, twice(0, 2)],
  ['fbo_account_not_found', { items: unclaimable }, factsOf([held, strange], []), NO_ACCOUNT],
  [
    'the destination alone',
    { items: unclaimable },
    factsOf([held, strange], ['from']),
    [NO_TARGET],
  ],
  [
    'item_not_in_source_account, whatever status the item has elsewhere',
    { items: entries('strange', 'free', 'nobody', 'held') },
    known,
    [elsewhere(0), elsewhere(2), notInVault(3)],
  ],
  ['item_not_in_vault', { items: entries('free', 'held') }, known, [notInVault(1)]],
  ['nothing', { items: entries('free') }, known, []],
]

for (const [rule, body, facts, refused] of ROWS) {
  test(`Create Transfer is refused by: ${rule}`, () => {
    const violations = violationsOf({ ...ACCOUNTS, ...body }, facts)
    const found = violations.map(({ code, pointer }) => `${code} ${pointer}`)
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
