import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutWriting } from '../support/vault/refusal.ts'
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
  // The approvals are shown of one batch alone.
  const views = await Promise.all(
    ids.map(async (id) => {
      const { approvals: _, approvalsRequired: __, ...view } = (await setup.get(id)).body.data
      return view
    }),
  )
  assert.deepEqual(views.map(({ status }) => status).toSorted(), STATUSES.toSorted())
  const response = await withoutWriting(records, () => list(setup))
  // The expired one was moved an hour into the past.
  const newest = views.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
  const expected = { data: newest, pagination: { page: 1, hasMore: false } }
  assert.equal(response.text, JSON.stringify(expected))
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
