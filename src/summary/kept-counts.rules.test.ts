import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENT_TYPES, type EventType } from '../domain/events.ts'
import {
  countsAfter,
  dayBefore,
  daysUntil,
  type EventGroup,
  type KeptCounts,
  withoutDaysBefore,
} from './kept-counts.rules.ts'

const TODAY = '2026-11-23'
const NONE = { created: 0, completed: 0, rejected: 0, cancelled: 0, expired: 0 }
const BEFORE: KeptCounts = {
  items: {
    in_vault: 100,
    on_hold: 100,
    transfer_pending: 100,
    shipment_pending: 100,
    shipped: 100,
  },
  shipments: { packing: 10, inspecting: 10, pending_approval: 10, approved: 10, shipped: 10 },
  days: { [TODAY]: { ...NONE, created: 1 } },
  pending: { tok_1: 5, tok_2: 2 },
}

const group = (type: EventType, more: Partial<EventGroup> = {}): EventGroup => ({
  ...{ type, day: TODAY, statusBefore: null, statusAfter: null, createdByTokenId: '' },
  ...{ events: 2, items: 7, ...more },
})
const step = (type: EventType, statusBefore: string, statusAfter: string) =>
  group(type, { statusBefore, statusAfter })
const transfer = (type: EventType) => group(type, { createdByTokenId: 'tok_2' })

/** What each event that counts changes: two events of seven items. */
const CHANGES: readonly [EventGroup, object][] = [
  [group('inventory_item.taken_in', { statusAfter: 'in_vault' }), { items: { in_vault: 107 } }],
  [step('inventory_item.held', 'in_vault', 'on_hold'), { items: { in_vault: 93, on_hold: 107 } }],
  [
    step('inventory_item.released', 'on_hold', 'in_vault'),
    { items: { on_hold: 93, in_vault: 107 } },
  ],
  [group('inventory_item.withdrawn'), { items: { in_vault: 93, withdrawn: 7 } }],
  [
    transfer('transfer.created'),
    {
      items: { in_vault: 93, transfer_pending: 107 },
      days: { [TODAY]: { ...NONE, created: 3 } },
      pending: { tok_1: 5, tok_2: 4 },
    },
  ],
  ...(['completed', 'rejected', 'cancelled', 'expired'] as const).map(
    (end): [EventGroup, object] => [
      transfer(`transfer.${end}`),
      {
        items: { in_vault: 107, transfer_pending: 93 },
        days: { [TODAY]: { ...NONE, created: 1, [end]: 2 } },
        pending: { tok_1: 5 },
      },
    ],
  ),
  [
    group('outbound_shipment.created', { statusAfter: 'packing' }),
    { items: { in_vault: 93, shipment_pending: 107 }, shipments: { packing: 12 } },
  ],
  [
    step('outbound_shipment.inspecting', 'packing', 'inspecting'),
    { shipments: { packing: 8, inspecting: 12 } },
  ],
  [
    step('outbound_shipment.submitted', 'inspecting', 'pending_approval'),
    { shipments: { inspecting: 8, pending_approval: 12 } },
  ],
  [
    step('outbound_shipment.approved', 'pending_approval', 'approved'),
    { shipments: { pending_approval: 8, approved: 12 } },
  ],
  [
    step('outbound_shipment.returned_to_packing', 'pending_approval', 'packing'),
    { shipments: { pending_approval: 8, packing: 12 } },
  ],
  [
    step('outbound_shipment.shipped', 'approved', 'shipped'),
    { items: { shipment_pending: 93, shipped: 107 }, shipments: { approved: 8, shipped: 12 } },
  ],
  [
    step('outbound_shipment.delivered', 'shipped', 'delivered'),
    { items: { shipped: 93, delivered: 7 }, shipments: { shipped: 8, delivered: 2 } },
  ],
  [
    step('outbound_shipment.cancelled', 'approved', 'approved'),
    { items: { shipment_pending: 93, in_vault: 107 }, shipments: { approved: 8 } },
  ],
  [step('outbound_shipment.held', 'packing', 'packing'), {}],
  [step('outbound_shipment.released', 'packing', 'packing'), {}],
]

const IMPORTS = ['inventory_item.imported', 'outbound_shipment.imported']

for (const [event, changes] of CHANGES) {
  test(`${event.type} changes the counts as its records do`, () => {
    const { pending = BEFORE.pending, ...merged } = changes as Partial<KeptCounts>
    const expected = { ...BEFORE, pending }
    for (const [name, counts] of Object.entries(merged)) {
      Object.assign(expected, { [name]: { ...BEFORE[name as keyof KeptCounts], ...counts } })
    }
    assert.deepEqual(countsAfter(BEFORE, [event]), expected)
  })
}

test('Events of other types change nothing', () => {
  const counted = new Set<string>([...CHANGES.map(([{ type }]) => type), ...IMPORTS])
  const others = (Object.keys(EVENT_TYPES) as EventType[]).filter((type) => !counted.has(type))
  assert.ok(others.includes('fbo_account.imported'))
  for (const type of others) assert.deepEqual(countsAfter(BEFORE, [group(type)]), BEFORE, type)
})

test('After an event of a newer version everything must be counted', () => {
  const newer = group('inventory_item.lost' as EventType)
  assert.equal(countsAfter(BEFORE, [group('inventory_item.held'), newer]), undefined)
})

test('After an import of items or shipments everything must be counted', () => {
  for (const type of IMPORTS as EventType[]) {
    assert.equal(countsAfter(BEFORE, [group('inventory_item.held'), group(type)]), undefined, type)
  }
})

test('A day is a UTC day, and a transfer counts on the day it happened', () => {
  const at = new Date('2026-03-01T00:00:00.000Z')
  assert.equal(dayBefore(at, 0), '2026-03-01')
  assert.equal(dayBefore(at, 1), '2026-02-28')
  const late = group('transfer.expired', { day: '2026-02-27', createdByTokenId: 'tok_1' })
  const counts = countsAfter({ ...BEFORE, days: {} }, [late]) as KeptCounts
  assert.deepEqual(daysUntil(counts, at, 3), [
    { date: '2026-02-27', ...NONE, expired: 2 },
    { date: '2026-02-28', ...NONE },
    { date: '2026-03-01', ...NONE },
  ])
  assert.deepEqual(withoutDaysBefore(counts, '2026-02-27').days, counts.days)
  assert.deepEqual(withoutDaysBefore(counts, '2026-02-28').days, {})
})
