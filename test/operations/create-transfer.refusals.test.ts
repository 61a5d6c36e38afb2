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
