import { test } from 'node:test'
import type { RefusalCode } from '../../src/domain/errors.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records } = await openVault()
const organizationId = await records.organization()
const { token } = await records.token(organizationId)
const fromFboAccountId = await records.fboAccount(organizationId)
const toFboAccountId = await records.fboAccount(organizationId)
const inventoryItemId = await records.inventoryItem(organizationId, fromFboAccountId)
const item = { inventoryItemId, reason: 'trade' }
const valid = { fromFboAccountId, toFboAccountId, items: [item] }

type Errors = readonly Record<string, unknown>[]

/** The request breaks a rule: 400 with exactly these errors, and nothing is created or changed. */
async function refused(body: unknown, code: RefusalCode, errors: Errors, errorsTotal?: number) {
  const response = await withoutWriting(records, () => api.post('/v1/transfers', { token, body }))
  const total = errorsTotal === undefined ? {} : { errorsTotal }
  assertRefused(response, { status: 400, code, instance: '/v1/transfers', errors, ...total })
}

const form = 'does not have the documented format.'

function invalidItem(place: string, detail: string): Record<string, unknown> {
  return {
    pointer: `/items/${place}`,
    code: 'invalid_item',
    detail: `items.${place.replaceAll('/', '.')} ${detail}`,
  }
}

function duplicate(index: number, id: string, times: number): Record<string, unknown> {
  return {
    pointer: `/items/${index}/inventoryItemId`,
    code: 'duplicate_item',
    detail: `Item ${id} appears ${times} times: send each item once.`,
    inventoryItemId: id,
  }
}

test('A transfer whose toFboAccountId equals fromFboAccountId is refused', async () => {
  await refused({ ...valid, toFboAccountId: fromFboAccountId }, 'same_account', [
    {
      pointer: '/toFboAccountId',
      code: 'same_account',
      detail: 'toFboAccountId equals fromFboAccountId: name another destination.',
    },
  ])
})

test('A transfer whose items is missing or empty is refused', async () => {
  const violation = { pointer: '/items', code: 'items_required' }
  const rows: [unknown, string][] = [
    [undefined, 'items is missing: send it.'],
    [[], 'items must have at least 1 entry.'],
    [null, 'items must be an array.'],
    [{}, 'items must be an array.'],
    ['item', 'items must be an array.'],
  ]
  for (const [items, detail] of rows) {
    await refused({ ...valid, items }, 'items_required', [{ ...violation, detail }])
  }
})

test('A transfer of 1,001 items is one too many', async () => {
  const itemIds = await records.inventoryItems(organizationId, fromFboAccountId, 1_001)
  const items = itemIds.map((id) => ({ inventoryItemId: id, reason: 'rebalance' }))
  await refused({ ...valid, items }, 'too_many_items', [
    {
      pointer: '/items',
      code: 'too_many_items',
      detail: 'items must have at most 1000 entries: split the request.',
    },
  ])
})

const ITEM_RULE =
  'An item lacks inventoryItemId or reason, or reason is not one of request, trade, rebalance'

test(ITEM_RULE, async () => {
  const reasons = 'must be one of request, trade, rebalance.'
  const rows: [unknown, Errors][] = [
    [{ reason: 'trade' }, [invalidItem('0/inventoryItemId', 'is missing: send it.')]],
    [{ inventoryItemId }, [invalidItem('0/reason', 'is missing: send it.')]],
    [{ inventoryItemId, reason: 'Trade' }, [invalidItem('0/reason', reasons)]],
    [{ inventoryItemId, reason: '' }, [invalidItem('0/reason', reasons)]],
    [{ inventoryItemId, reason: null }, [invalidItem('0/reason', reasons)]],
    [{ ...item, inventoryItemId: 7 }, [invalidItem('0/inventoryItemId', 'must be a string.')]],
    [{ ...item, inventoryItemId: null }, [invalidItem('0/inventoryItemId', 'must be a string.')]],
    [{ ...item, inventoryItemId: '' }, [invalidItem('0/inventoryItemId', form)]],
    [{ ...item, inventoryItemId: 'i'.repeat(65) }, [invalidItem('0/inventoryItemId', form)]],
    [{ ...item, inventoryItemId: 'a b' }, [invalidItem('0/inventoryItemId', form)]],
    [null, [invalidItem('0', 'must be an object.')]],
    ['item', [invalidItem('0', 'must be an object.')]],
    [[], [invalidItem('0', 'must be an object.')]],
    [
      {},
      [
        invalidItem('0/inventoryItemId', 'is missing: send it.'),
        invalidItem('0/reason', 'is missing: send it.'),
      ],
    ],
  ]
  for (const [entry, errors] of rows) {
    await refused({ ...valid, items: [entry] }, 'invalid_item', errors)
  }
})

test('A repeated inventoryItemId is refused with every position', async () => {
  const other = await records.inventoryItem(organizationId, fromFboAccountId)
  const twice = { ...item, inventoryItemId: other }
  await refused({ ...valid, items: [item, twice, item, twice, item] }, 'duplicate_item', [
    duplicate(0, inventoryItemId, 3),
    duplicate(1, other, 2),
    duplicate(2, inventoryItemId, 3),
    duplicate(3, other, 2),
    duplicate(4, inventoryItemId, 3),
  ])
})

test('fromFboAccountId and toFboAccountId are required ids', async () => {
  for (const member of ['fromFboAccountId', 'toFboAccountId']) {
    const pointer = `/${member}`
    const rows: [unknown, string, string][] = [
      [undefined, 'required', 'is missing: send it.'],
      [null, 'invalid_type', 'must be a string.'],
      [7, 'invalid_type', 'must be a string.'],
      ['', 'invalid_format', form],
      ['a'.repeat(65), 'invalid_format', form],
      ['fbo/../x', 'invalid_format', form],
      ['fbo\u0000', 'invalid_format', form],
    ]
    for (const [value, code, detail] of rows) {
      const error = { pointer, code, detail: `${member} ${detail}` }
      await refused({ ...valid, [member]: value }, 'invalid_request', [error])
    }
  }
})

test('notes is a string of 2,000 characters at most that can be stored', async () => {
  const hint = 'Leave notes out if there is no note.'
  const unstorable = 'must not contain U+0000 or an unpaired surrogate.'
  const rows: [unknown, string, string][] = [
    [null, 'invalid_type', 'must be a string.'],
    [7, 'invalid_type', 'must be a string.'],
    [['note'], 'invalid_type', 'must be a string.'],
    ['n'.repeat(2_001), 'too_long', 'must have 0 to 2000 characters.'],
    ['🪙'.repeat(2_001), 'too_long', 'must have 0 to 2000 characters.'],
    ['a\u0000b', 'invalid_format', unstorable],
    ['a\ud800b', 'invalid_format', unstorable],
  ]
  for (const [notes, code, detail] of rows) {
    const error = { pointer: '/notes', code, detail: `notes ${detail} ${hint}` }
    await refused({ ...valid, notes }, 'invalid_request', [error])
  }
})

test('An unknown member is refused, in the body and in an item', async () => {
  const detail = 'is not accepted by this operation: leave it out.'
  await refused({ ...valid, status: 'pending' }, 'unknown_field', [
    { pointer: '/status', code: 'unknown_field', detail: `status ${detail}` },
  ])
  await refused({ ...valid, items: [{ ...item, note: 'x' }] }, 'unknown_field', [
    { pointer: '/items/0/note', code: 'unknown_field', detail: `items.0.note ${detail}` },
  ])
})

test('A body that is not an object is refused', async () => {
  for (const body of [null, [], [valid], 'text', 7, true]) {
    await refused(body, 'invalid_request', [
      { pointer: '', code: 'invalid_type', detail: 'The body must be an object.' },
    ])
  }
})

test('All violations of the request itself are reported in one response', async () => {
  const body = {
    fromFboAccountId,
    toFboAccountId: fromFboAccountId,
    notes: null,
    colour: 'red',
    items: [item, { inventoryItemId }, { inventoryItemId: 'other', reason: 'gift' }],
  }
  const notes = 'notes must be a string. Leave notes out if there is no note.'
  const colour = 'colour is not accepted by this operation: leave it out.'
  await refused(body, 'invalid_request', [
    { pointer: '/colour', code: 'unknown_field', detail: colour },
    { pointer: '/notes', code: 'invalid_type', detail: notes },
    invalidItem('1/reason', 'is missing: send it.'),
    invalidItem('2/reason', 'must be one of request, trade, rebalance.'),
    {
      pointer: '/toFboAccountId',
      code: 'same_account',
      detail: 'toFboAccountId equals fromFboAccountId: name another destination.',
    },
    duplicate(0, inventoryItemId, 2),
    duplicate(1, inventoryItemId, 2),
  ])
})

test('At most a hundred violations are listed, and errorsTotal counts all', async () => {
  const invalid = { inventoryItemId, reason: 'gift' }
  const entries = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...invalid, inventoryItemId: `item-${index}` }))
  const listed = entries(100).map((_, index) =>
    invalidItem(`${index}/reason`, 'must be one of request, trade, rebalance.'),
  )
  await refused({ ...valid, items: entries(100) }, 'invalid_item', listed, 100)
  await refused({ ...valid, items: entries(101) }, 'invalid_item', listed, 101)
  await refused({ ...valid, items: entries(1_000) }, 'invalid_item', listed, 1_000)
  const copies = Array.from({ length: 1_000 }, () => item)
  const duplicates = listed.map((_, index) => duplicate(index, inventoryItemId, 1_000))
  await refused({ ...valid, items: copies }, 'duplicate_item', duplicates, 1_000)
})
