import { noteAllWords } from '../../support/operations/noted-words.ts'
import type { Desk, Reads } from '../../support/reads/desk.ts'
import { type Filter, filtered, has } from '../../support/reads/filtered.ts'

const LIST = '/v1/transfers'
const at = (minute: number) => new Date(Date.UTC(2026, 0, 2, 3, minute)).toISOString()

/** A batch with all members, as lists show it, and as it is stored. */
function wholeBatch({ organizationId, account, other, tokenId }: Desk) {
  const shown = {
    ...{ id: 'A_batch-from_elsewhere', fromFboAccountId: account, toFboAccountId: other },
    ...{ organizationId, status: 'completed', totalItems: 3, approvedBySystem: false },
    ...{ notes: 'Spring "rebalancing"\n🪙', createdAt: at(1) },
    ...{ totalDeclaredValueCents: '10000000000000000000', idempotencyKey: 'k-1' },
    ...{ createdByTokenId: tokenId, expiresAt: at(9) },
    review: ['item_count_over_limit', 'reason_not_covered'],
    ...{ decidedAt: at(2), decidedByTokenId: tokenId, decisionReason: null },
    ...{ approvedOverInsuredMaximum: true, metadata: { 'set.year': '1952' } },
  }
  const items = {
    itemIds: ['item_3', 'item_1', 'item_2'],
    reasons: ['trade', 'request', 'rebalance'],
  }
  return { shown, stored: { ...shown, ...items, systemReview: 'failed', version: 3 } }
}

/** One of which nothing is known but its accounts and its item. */
function leastBatch({ organizationId, account, other }: Desk) {
  const shown = {
    ...{ id: 'least', fromFboAccountId: account, toFboAccountId: other, organizationId },
    ...{ status: 'pending', totalItems: 1, approvedBySystem: false, notes: null, createdAt: at(0) },
    ...{ totalDeclaredValueCents: null, idempotencyKey: null, createdByTokenId: null },
    ...{ expiresAt: null, review: [], decidedAt: null, decidedByTokenId: null },
    ...{ decisionReason: null, approvedOverInsuredMaximum: false, metadata: {} },
  }
  return { shown, stored: { ...shown, itemIds: ['item_1'], reasons: ['trade'] } }
}

const STATUSES = ['pending', 'completed', 'rejected', 'cancelled', 'expired']

/** Batches of each status between three accounts, the newest first, two of each moment. */
async function makeBatches(desk: Desk, third: string) {
  const { account, other, insert } = desk
  const ways = [
    [account, other],
    [other, account],
    [account, third],
  ] as const
  const batches = []
  for (let number = 0; number < 30; number += 1) {
    const [fromFboAccountId, toFboAccountId] = ways[number % 3] as (typeof ways)[number]
    const status = STATUSES[number % 5] as string
    const createdAt = at(Math.floor(number / 2))
    const id = `xfer_${String(number).padStart(2, '0')}`
    const batch = { id, fromFboAccountId, toFboAccountId, status, createdAt }
    const decidedAt = status === 'pending' ? null : createdAt
    const items = { totalItems: 1, itemIds: ['item_1'], reasons: ['trade'] }
    await insert('transfer_batches', { ...batch, ...items, decidedAt })
    batches.unshift(batch)
  }
  return batches
}

export const TRANSFERS: Reads = {
  'Get Transfer: the nine members of Create Transfer first, then how it ended': async (desk) => {
    const [whole, least] = [wholeBatch(desk), leastBatch(desk)]
    for (const { stored } of [whole, least]) await desk.insert('transfer_batches', stored)
    const subject = { subjectType: 'transfer', subjectId: whole.shown.id, version: 2 }
    const approval = { at: at(2), tokenId: desk.tokenId, personId: null }
    await desk.insert('approvals', { ...subject, ...approval })
    const approved = { ...whole.shown, approvals: [approval], approvalsRequired: 1 }
    const waiting = { ...least.shown, approvals: [], approvalsRequired: 1 }
    return [
      { path: `${LIST}/${approved.id}`, etag: '"3"', data: approved },
      { path: `${LIST}/least`, etag: '"1"', data: waiting },
      { path: LIST, page: [whole.shown, least.shown] },
    ]
  },

  'List Transfers: each filter, alone and with others, in each order': async (desk) => {
    const { account, other, records, organizationId } = desk
    const third = await records.fboAccount(organizationId)
    const batches = await makeBatches(desk, third)
    const filters: Filter<(typeof batches)[number]>[] = [
      ['', () => true],
      ...STATUSES.map((status) => has(status)),
      has('pending', 'cancelled'),
      has('rejected', 'cancelled', 'expired'),
      [
        `status=rejected,pending&toFboAccountId=${other}`,
        (batch) => ['rejected', 'pending'].includes(batch.status) && batch.toFboAccountId === other,
      ],
      [`fromFboAccountId=${account}`, (batch) => batch.fromFboAccountId === account],
      [`toFboAccountId=${account}`, (batch) => batch.toFboAccountId === account],
      [
        `fromFboAccountId=${account}&toFboAccountId=${third}&status=pending`,
        (batch) => batch.toFboAccountId === third && batch.status === 'pending',
      ],
      ['fromFboAccountId=fbo_nobody', () => false],
      ['toFboAccountId=fbo_nobody', () => false],
      [`createdFrom=${at(1)}`, ({ createdAt }) => createdAt >= at(1)],
      [`createdBefore=${at(2)}`, ({ createdAt }) => createdAt < at(2)],
      [
        `createdFrom=${at(1)}&createdBefore=${at(3)}`,
        ({ createdAt }) => createdAt >= at(1) && createdAt < at(3),
      ],
      ['createdFrom=2026-01-02T04:02:00%2B01:00', ({ createdAt }) => createdAt >= at(2)],
      [`createdFrom=${at(3)}&createdBefore=${at(1)}`, () => false],
    ]
    return filtered(LIST, batches, { filters, hasOrders: true })
  },

  'List Transfers: by the words of their notes': async (desk) => {
    const { id } = await desk.setup.transfer({ more: { notes: 'Spring rebalancing' } })
    await noteAllWords(desk, desk.organizationId)
    return [
      { path: `${LIST}?q=rebalanc`, ids: [id] },
      { path: `${LIST}?q=autumn`, ids: [] },
    ]
  },

  'List Transfer Items: in the order of the request, also when it is over': async (desk) => {
    const [first, second, third] = await desk.setup.items(3)
    const items = [
      { inventoryItemId: third, reason: 'trade' },
      { inventoryItemId: first, reason: 'request' },
      { inventoryItemId: second, reason: 'rebalance' },
    ]
    const body = { fromFboAccountId: desk.account, toFboAccountId: desk.other, items }
    const { token } = desk.setup.creator
    const { id } = (await desk.api.post(LIST, { token, body })).body.data
    const page = items.map((item, place) => ({ position: place + 1, ...item }))
    await desk.shows({ path: `${LIST}/${id}/items`, page })
    await desk.send('POST', `/transfers/${id}/approve`)
    return { path: `${LIST}/${id}/items`, page }
  },

  'List Corrections of a transfer: each change of the metadata, from what to what': async (
    desk,
  ) => {
    const { setup, send, tokenId } = desk
    const { id } = await setup.transfer()
    const path = `/v1/corrections?subjectId=${id}`
    await desk.shows({ path, page: [] })
    const deal = { deal: 'D-2041' }
    for (const metadata of [deal, deal, { deal: null }]) {
      await send('PATCH', `/transfers/${id}`, { metadata })
    }
    const events = await send('GET', `/events?subjectId=${id}&type=transfer.updated`)
    const by = { reason: null, tokenId, revaluationId: null }
    const page = [
      { number: 1, at: events[0].occurredAt, member: 'metadata', from: {}, to: deal, ...by },
      { number: 2, at: events[1].occurredAt, member: 'metadata', from: deal, to: {}, ...by },
    ]
    return { path, page }
  },
}
