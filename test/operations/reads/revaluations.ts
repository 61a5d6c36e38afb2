import assert from 'node:assert/strict'
import type { Reads } from '../../support/reads/desk.ts'
import { type Filter, filtered, has } from '../../support/reads/filtered.ts'

const LIST = '/v1/revaluations'
const at = (hour: number) => `2026-01-02T0${hour}:00:00.000Z`
const MOST = '9223372036854775807'
const VALUES = { totalItems: 1, itemIds: ['item_1'], fromValuesCents: ['7'], toValuesCents: [MOST] }
const ITEM = { inventoryItemId: 'item_1', fromValueCents: '7', toValueCents: MOST }

export const REVALUATIONS: Reads = {
  'Get Revaluation: every member as it is stored; the list shows it without its items': async (
    desk,
  ) => {
    const { organizationId, insert, tokenId } = desk
    const made = { reason: 'New appraisal', requestedByTokenId: tokenId, createdAt: at(2) }
    const ended = { expiresAt: at(9), decidedAt: at(3), decidedByTokenId: tokenId }
    const rejected = { status: 'rejected', totalItems: 1, ...made, ...ended, decisionReason: 'No' }
    const open = { reason: 'Recount', requestedByTokenId: null, createdAt: at(1), expiresAt: null }
    const undecided = { decidedAt: null, decidedByTokenId: null, decisionReason: null }
    const pending = { status: 'pending', totalItems: 1, ...open, ...undecided }
    await insert('revaluations', { id: 'whole', ...VALUES, ...rejected, version: 3 })
    await insert('revaluations', { id: 'least', ...VALUES, ...pending })
    const whole = { id: 'whole', organizationId, ...rejected }
    const least = { id: 'least', organizationId, ...pending }
    const more = { items: [ITEM], approvals: [], approvalsRequired: 1 }
    return [
      { path: `${LIST}/whole`, etag: '"3"', data: { ...whole, ...more } },
      { path: `${LIST}/least`, etag: '"1"', data: { ...least, ...more } },
      { path: LIST, page: [whole, least] },
    ]
  },

  'List Revaluations: by status, also of those that have expired, and by creation': async (
    desk,
  ) => {
    const statuses = ['approved', 'rejected', 'cancelled', 'expired', 'pending']
    const made: { id: string; status: string; createdAt: string }[] = []
    for (let number = 0; number < 10; number += 1) {
      const shown = statuses[number % 5] as string
      const createdAt = at(number >> 1)
      const isOpen = shown === 'expired' || shown === 'pending'
      const decidedAt = isOpen ? null : createdAt
      const expiresAt = shown === 'expired' ? at(9) : '2999-01-01T00:00:00.000Z'
      const row = { id: `reval_${number}`, createdAt, status: isOpen ? 'pending' : shown }
      await desk.insert('revaluations', { ...row, ...VALUES, reason: 'x', decidedAt, expiresAt })
      made.unshift({ ...row, status: shown })
    }
    const filters: Filter<(typeof made)[number]>[] = [
      ['', () => true],
      ...statuses.map((status) => has<(typeof made)[number]>(status)),
      [`createdFrom=${at(2)}`, ({ createdAt }) => createdAt >= at(2)],
      [`createdBefore=${at(2)}`, ({ createdAt }) => createdAt < at(2)],
    ]
    return filtered(LIST, made, { filters })
  },

  'A revaluation of a thousand items shows each with both values; names come on demand': async (
    desk,
  ) => {
    const { setup, insert, api, token, tokenId } = desk
    const ids = await setup.items(1_000, '7')
    const cents = { fromValuesCents: ids.map(() => '7'), toValuesCents: ids.map(() => MOST) }
    const values = { totalItems: 1_000, itemIds: ids, ...cents }
    const made = { id: 'large', reason: 'x', createdAt: at(1), requestedByTokenId: tokenId }
    await insert('revaluations', { ...made, ...values })
    const { body } = await api.get(`${LIST}/large?include=names`, { token })
    const items = ids.map((inventoryItemId) => ({ ...ITEM, inventoryItemId }))
    assert.deepEqual(body.data.items, items)
    assert.equal(Object.keys(body.included).length, 1_002)
    return []
  },
}
