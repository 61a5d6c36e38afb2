import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RefusalCode } from '../../src/domain/errors.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault

const STATUSES = ['pending', 'completed', 'rejected', 'cancelled', 'expired']
const second = (number: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, number)).toISOString()

/** Inserts batches as rows only, the later the newer: enough for a list. */
async function rowsOf(
  setup: TransferSetup,
  rows: readonly { id: string; status?: string; at?: string; from?: string; to?: string }[],
): Promise<void> {
  const { organizationId, source, destination } = setup
  for (const [index, row] of rows.entries()) {
    const { id, status = 'pending', at = second(index), from = source, to = destination } = row
    const decidedAt = status === 'pending' ? null : at
    await sql`
      insert into transfer_batches (organization_id, id, from_fbo_account_id, to_fbo_account_id,
        status, total_items, item_ids, reasons, created_at, decided_at)
      values (${organizationId}, ${id}, ${from}, ${to}, ${status}, 1, '{item_1}', '{trade}', ${at},
        ${decidedAt})`
  }
}

function list(setup: TransferSetup, query = '') {
  return api.get(`/v1/transfers${query}`, { token: setup.approver.token })
}

async function idsOf(setup: TransferSetup, query = ''): Promise<string[]> {
  const response = await list(setup, query)
  assert.equal(response.status, 200, response.text)
  return response.body.data.map(({ id }: { id: string }) => id)
}

const empty = (page: number) => JSON.stringify({ data: [], pagination: { page, hasMore: false } })

test('Each entry equals the response of Get Transfer, newest first', async () => {
  const setup = await TransferSetup.open(vault)
  assert.equal((await list(setup)).text, empty(1))
  const ids: string[] = []
  for (let turn = 0; turn < 5; turn += 1) {
    const { id } = await setup.transfer({ more: { notes: `Number ${turn}` } })
    await sql`update transfer_batches set created_at = ${second(turn)} where id = ${id}`
    ids.unshift(id)
  }
  await setup.approve(ids[0]!)
  await setup.reject(ids[1]!)
  await setup.cancel(ids[2]!)
  await setup.expire(ids[3]!)
  const views = await Promise.all(ids.map(async (id) => (await setup.get(id)).body.data))
  assert.deepEqual(views.map(({ status }) => status).toSorted(), STATUSES.toSorted())
  const response = await withoutWriting(records, () => list(setup))
  // The expired one was moved an hour into the past.
  const newest = views.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
  const expected = { data: newest, pagination: { page: 1, hasMore: false } }
  assert.equal(response.text, JSON.stringify(expected))
})

test('Batches of one moment are ordered by id, and pages show each once', async () => {
  const setup = await TransferSetup.open(vault)
  const ids = Array.from({ length: 60 }, (_, index) => `xfer_${String(index).padStart(3, '0')}`)
  const mixed = [...ids.filter((_, index) => index % 2 === 0), ...ids.filter((_, i) => i % 2 === 1)]
  await rowsOf(
    setup,
    mixed.map((id) => ({ id, at: second(0) })),
  )
  const found: string[] = []
  for (let page = 1; page <= 4; page += 1) {
    const { body } = await list(setup, `?page=${page}&limit=20`)
    assert.deepEqual(body.pagination, { page, hasMore: page < 3 })
    found.push(...body.data.map(({ id }: { id: string }) => id))
  }
  assert.deepEqual(found, ids.toReversed())
  assert.equal((await list(setup)).body.data.length, 25)
  assert.equal(
    (await list(setup, '?page=999999999999999&limit=100')).text,
    empty(999_999_999_999_999),
  )
})

test('status filters by the status of batches', async () => {
  const setup = await TransferSetup.open(vault)
  await rowsOf(
    setup,
    STATUSES.flatMap((status) => [1, 2].map((number) => ({ id: `${status}_${number}`, status }))),
  )
  for (const status of STATUSES) {
    assert.deepEqual(await idsOf(setup, `?status=${status}`), [`${status}_2`, `${status}_1`])
  }
})

test('fromFboAccountId and toFboAccountId filter by source and destination', async () => {
  const setup = await TransferSetup.open(vault)
  const { organizationId, source, destination } = setup
  const third = await records.fboAccount(organizationId)
  await rowsOf(setup, [
    { id: 'there' },
    { id: 'back', from: destination, to: source },
    { id: 'aside', to: third },
  ])
  assert.deepEqual(await idsOf(setup, `?fromFboAccountId=${source}`), ['aside', 'there'])
  assert.deepEqual(await idsOf(setup, `?toFboAccountId=${source}`), ['back'])
  const both = `?fromFboAccountId=${source}&toFboAccountId=${third}&status=pending`
  assert.deepEqual(await idsOf(setup, both), ['aside'])
  assert.equal((await list(setup, '?fromFboAccountId=fbo_nobody')).text, empty(1))
  assert.equal((await list(setup, '?toFboAccountId=fbo_nobody')).text, empty(1))
})

test('createdFrom is inclusive, createdBefore exclusive; any RFC 3339 offset is accepted', async () => {
  const setup = await TransferSetup.open(vault)
  await rowsOf(
    setup,
    ['a', 'b', 'c', 'd'].map((id) => ({ id })),
  )
  assert.deepEqual(await idsOf(setup, `?createdFrom=${second(1)}`), ['d', 'c', 'b'])
  assert.deepEqual(await idsOf(setup, `?createdBefore=${second(2)}`), ['b', 'a'])
  const span = `?createdFrom=${second(1)}&createdBefore=${second(3)}`
  assert.deepEqual(await idsOf(setup, span), ['c', 'b'])
  assert.deepEqual(await idsOf(setup, '?createdFrom=2026-01-01T01:00:02%2B01:00'), ['d', 'c'])
  assert.deepEqual(await idsOf(setup, `?createdFrom=${second(3)}&createdBefore=${second(1)}`), [])
})

test('Batches of other organizations are not listed', async () => {
  const [setup, other] = [await TransferSetup.open(vault), await TransferSetup.open(vault)]
  const mine = await setup.transfer()
  await rowsOf(other, [{ id: mine.id }, { id: 'theirs' }])
  assert.deepEqual(await idsOf(setup), [mine.id])
  assert.equal((await list(setup, `?toFboAccountId=${other.destination}`)).text, empty(1))
})

const KNOWN =
  'It has: page, limit, cursor, status, fromFboAccountId, toFboAccountId, idempotencyKey, createdFrom, createdBefore.'
const INSTANT =
  'must be an RFC 3339 date and time, such as 2026-11-21T09:15:00.000Z; an offset has ' +
  'less than 16 hours.'
const FORM = 'does not have the documented format.'
const INVALID: [query: string, parameter: string, code: RefusalCode, sentence: string][] = [
  [
    '?fboAccountId=x',
    'fboAccountId',
    'unknown_parameter',
    `is not a query parameter of this operation. ${KNOWN}`,
  ],
  ['?limit=101', 'limit', 'invalid_parameter', 'must be a whole number from 1 to 100.'],
  ['?page=0', 'page', 'invalid_parameter', 'must be a whole number from 1 to 999999999999999.'],
  ['?status=Pending', 'status', 'invalid_parameter', `must be one of ${STATUSES.join(', ')}.`],
  ['?status=', 'status', 'invalid_parameter', `must be one of ${STATUSES.join(', ')}.`],
  ['?fromFboAccountId=', 'fromFboAccountId', 'invalid_parameter', FORM],
  ['?toFboAccountId=a%20b', 'toFboAccountId', 'invalid_parameter', FORM],
  ['?idempotencyKey=1%00', 'idempotencyKey', 'invalid_parameter', FORM],
  ['?idempotencyKey=a%20b', 'idempotencyKey', 'invalid_parameter', FORM],
  ['?createdFrom=2026-01-01', 'createdFrom', 'invalid_parameter', INSTANT],
  ['?createdBefore=2026-02-30T00:00:00Z', 'createdBefore', 'invalid_parameter', INSTANT],
  [
    '?status=pending&status=pending',
    'status',
    'invalid_parameter',
    'is given more than once: send it once.',
  ],
]
test('Unknown, repeated or invalid parameters of List Transfers are refused', async () => {
  const setup = await TransferSetup.open(vault)
  for (const [query, parameter, code, sentence] of INVALID) {
    const detail = `${parameter} ${sentence}`
    const response = await withoutWriting(records, () => list(setup, query))
    assertRefused(response, {
      status: 400,
      code,
      detail,
      instance: '/v1/transfers',
      errors: [{ pointer: `/${parameter}`, in: 'query', code, detail }],
    })
  }
})
