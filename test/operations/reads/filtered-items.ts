import assert from 'node:assert/strict'
import { ITEM_STATUSES } from '../../../src/vault/items/inventory-item.ts'
import { noteAllWords } from '../../support/operations/noted-words.ts'
import type { Desk, Reads } from '../../support/reads/desk.ts'
import { type Filter, filtered, has } from '../../support/reads/filtered.ts'
import { linksOf } from '../../support/vault/links.ts'

const LIST = '/v1/inventory-items'
const moment = (minutes: number) => new Date(Date.UTC(2026, 0, 2, 0, minutes)).toISOString()
const WORDS = ['Penny Black', 'Penny Red', 'Gold bar', 'Black penny, used', null]

const idOf = (number: number) => `item_${String((number * 37) % 56).padStart(2, '0')}`

type Item = Awaited<ReturnType<typeof makeItems>>[number]

/** Items of two accounts, every status and value, some of one moment; their ids are in no order. */
async function makeItems({ records, insert, organizationId, account, other }: Desk) {
  const activeShipmentId = await records.outboundShipment(organizationId, account)
  const moved = { fromFboAccountId: account, toFboAccountId: other, totalItems: 8 }
  const itemIds = Array.from({ length: 8 }, (_, place) => idOf(1 + 7 * place))
  const claimed = { id: 'xfer_filtered', ...moved, itemIds, reasons: Array(8).fill('trade') }
  const activeTransferId = await insert('transfer_batches', claimed)
  const items = []
  for (let number = 0; number < 56; number += 1) {
    const status = ITEM_STATUSES[number % 7] as string
    const columns = {
      id: idOf(number),
      ...{ status, description: WORDS[number % 5] as string | null },
      declaredValueCents: [5, 40, 300, 2_000][number % 4] as number,
      createdAt: moment(Math.floor(((number * 13) % 56) / 4)),
      changedAt: moment(100 + number),
      ...(status === 'transfer_pending' && { activeTransferId }),
      ...(status === 'shipment_pending' && { activeShipmentId }),
    }
    const fboAccountId = number % 5 === 0 ? other : account
    await records.inventoryItem(organizationId, fboAccountId, columns)
    items.push({ ...columns, fboAccountId })
  }
  return items
}

const byTime = ({ createdAt, id }: Item) => `${createdAt} ${id}`
const byValue = ({ declaredValueCents, id }: Item) =>
  `${String(declaredValueCents).padStart(9)} ${id}`
const sorted = (items: readonly Item[], key: (item: Item) => string) =>
  items.toSorted((one, another) => (key(one) < key(another) ? -1 : 1))

const spanned = ({ createdAt }: Item) => createdAt >= moment(3) && createdAt < moment(9)
const SPAN = `createdFrom=${moment(3)}&createdBefore=2026-01-02T02:09:00%2B02:00`

const filtersOf = ({ account, other }: Desk): Filter<Item>[] => [
  ['', () => true],
  ...ITEM_STATUSES.map((status) => has(status)),
  has('on_hold', 'withdrawn'),
  has('withdrawn', 'on_hold', 'on_hold'),
  has('in_vault', 'transfer_pending', 'shipment_pending'),
  has('transfer_pending', 'shipped'),
  has(...ITEM_STATUSES),
  ...[account, other].map(
    (id): Filter<Item> => [`fboAccountId=${id}`, ({ fboAccountId }) => fboAccountId === id],
  ),
  ['fboAccountId=fbo_nobody', () => false],
  [
    `status=on_hold,shipped&fboAccountId=${account}`,
    ({ fboAccountId, status }) =>
      fboAccountId === account && ['on_hold', 'shipped'].includes(status),
  ],
  [`createdFrom=${moment(3)}`, ({ createdAt }) => createdAt >= moment(3)],
  [`createdBefore=${moment(9)}`, ({ createdAt }) => createdAt < moment(9)],
  [SPAN, spanned],
  [
    `status=on_hold&fboAccountId=${account}&${SPAN}`,
    (item) => item.status === 'on_hold' && item.fboAccountId === account && spanned(item),
  ],
  [`createdFrom=${moment(9)}&createdBefore=${moment(3)}`, () => false],
  ['declaredValueFrom=300', ({ declaredValueCents: cents }) => cents >= 300],
  ['declaredValueTo=300', ({ declaredValueCents: cents }) => cents <= 300],
  ['declaredValueFrom=41&declaredValueTo=1999', ({ declaredValueCents: cents }) => cents === 300],
  ['declaredValueFrom=9223372036854775807', () => false],
  [`changedFrom=${moment(120)}`, ({ changedAt }) => changedAt >= moment(120)],
  [`changedBefore=${moment(120)}`, ({ changedAt }) => changedAt < moment(120)],
  ['q=penny%20black', ({ description }) => /penny.*black|black.*penny/i.test(`${description}`)],
  ['q=pe', ({ description }) => /penny/i.test(`${description}`)],
  ['q=en', () => false],
  [
    'q=penny&status=withdrawn',
    ({ description, status }) => /penny/i.test(`${description}`) && status === 'withdrawn',
  ],
]

const BY_VALUE: Filter<Item>[] = [
  ['', () => true],
  has('in_vault', 'on_hold', 'shipped'),
  ['declaredValueFrom=300', ({ declaredValueCents }) => declaredValueCents >= 300],
]

export const FILTERED_ITEMS: Reads = {
  'List Inventory Items: each filter, alone and with others, in each order': async (desk) => {
    const items = await makeItems(desk)
    // With statistics PostgreSQL sorts so few rows, and does not just follow an index in order.
    await desk.sql`analyze inventory_items`
    await noteAllWords(desk, desk.organizationId)
    const newestFirst = sorted(items, byTime).toReversed()
    const filters = filtersOf(desk)
    const byCreation = filtered(LIST, newestFirst, { filters, hasOrders: true })
    const named = { path: `${LIST}?sort=-createdAt`, ids: newestFirst.map(({ id }) => id) }
    const ofAccount = `${LIST}?fboAccountId=${desk.account}`
    const isOfAccount = ({ fboAccountId }: Item) => fboAccountId === desk.account
    const byCents = BY_VALUE.flatMap(([query, keep]) => {
      const ids = sorted(items.filter(isOfAccount).filter(keep), byValue).map(({ id }) => id)
      return [
        { path: `${ofAccount}&${query}&sort=declaredValueCents`, ids },
        { path: `${ofAccount}&${query}&sort=-declaredValueCents`, ids: ids.toReversed() },
      ]
    })
    const foreign = await desk.records.token(await desk.records.organization())
    return [
      ...byCreation,
      named,
      ...byCents,
      { path: `${LIST}?q=penny`, token: foreign.token, ids: [] },
    ]
  },

  'Values are whole cents, and without an account no list is sorted by them': async (desk) => {
    const query = 'sort=-declaredValueCents&declaredValueFrom=1.5&limit=0'
    const { status, body } = await desk.api.get(`${LIST}?${query}`, { token: desk.token })
    assert.equal(status, 400)
    const errors: Record<string, string>[] = body.errors
    assert.deepEqual(errors.map(({ pointer }) => pointer).sort(), [
      ...['/declaredValueFrom', '/limit', '/sort'],
    ])
    const sentence =
      'sort=-declaredValueCents sorts the items of one account: send fboAccountId, too.'
    assert.equal(errors.find(({ pointer }) => pointer === '/sort')?.detail, sentence)
    return []
  },

  'A place by value in a cursor is checked': async ({ api, token, account, setup }) => {
    await setup.items(3, '7')
    const first = `${LIST}?fboAccountId=${account}&sort=-declaredValueCents&limit=2`
    const next = linksOf(await api.get(first, { token })).next as string
    const cursor = new URL(next, 'http://vault').searchParams.get('cursor') as string
    const content = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    for (const value of ['-1', '1.5', 5, null, '9223372036854775808', "1'"]) {
      content[5] = [value, 'item_1']
      const forged = Buffer.from(JSON.stringify(content)).toString('base64url')
      const { status } = await api.get(next.replace(cursor, forged), { token })
      assert.equal(status, 400, `${value}`)
    }
    return []
  },
}
