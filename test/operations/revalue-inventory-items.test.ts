import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ItemVerb } from '../support/operations/item-verbs.ts'
import { RevaluationSetup } from '../support/operations/revaluation-setup.ts'
import { assertFaults, faultsOf, withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault
const setup = await TransferSetup.open(vault)
const { organizationId } = setup
const { id: tokenId, token } = setup.approver
const hold = new ItemVerb(vault, setup, 'hold')
const ITEMS = '/v1/inventory-items'
const reason = 'New appraisal'

const revalue = (...values: readonly (readonly [id: string, cents: string])[]) => {
  const items = values.map(([inventoryItemId, declaredValueCents]) => ({
    ...{ inventoryItemId, declaredValueCents },
  }))
  return api.post(`${ITEMS}/revalue`, { token, body: { items, reason } })
}

const get = async (path: string) => (await api.get(path, { token })).body.data
const byCents = await RevaluationSetup.open(vault, { revaluationMaxCents: '100' })
const valuationsOf = (id: string) => get(`/v1/corrections?subjectId=${id}&limit=100`)

/** The events of a subject that say that items were revalued. */
const eventsOf = (subjectId: string) =>
  get(`/v1/events?type=inventory_item.revalued&subjectId=${subjectId}&limit=1000`)

test('An item gets the value, a valuation and an event, and keeps all else', async () => {
  const [id = ''] = await setup.items(1, '1250000')
  const before = await get(`${ITEMS}/${id}`)
  const response = await revalue([id, '1500000'])
  assert.equal(response.status, 200, response.text)
  const after = { ...before, declaredValueCents: '1500000' }
  assert.deepEqual(response.body, {
    data: [after],
    pagination: { page: 1, hasMore: false },
    totals: { revaluedItems: 1, fromValueCents: '1250000', toValueCents: '1500000' },
  })
  assert.deepEqual(await get(`${ITEMS}/${id}`), after)
  const [valuation, ...more] = await valuationsOf(id)
  assert.deepEqual(more, [])
  assert.ok(Math.abs(Date.parse(valuation.at) - Date.now()) < 60_000)
  const values = { fromValueCents: '1250000', toValueCents: '1500000' }
  const why = { reason, tokenId, revaluationId: null }
  const change = { member: 'declaredValueCents', from: '1250000', to: '1500000' }
  assert.deepEqual(valuation, { number: 1, at: valuation.at, ...change, ...why })
  const [event, ...others] = await eventsOf(id)
  assert.deepEqual(others, [])
  assert.equal(event.occurredAt, valuation.at)
  assert.deepEqual(event.subject, { type: 'inventory_item', id })
  assert.deepEqual(event.data, {
    ...{ version: 2, fboAccountId: setup.source, totalItems: 1 },
    revaluedItems: [{ inventoryItemId: id, ...values }],
  })
})

test('The value that an item has already returns the items, and writes nothing', async () => {
  const [id = '', other = ''] = await setup.items(2, '700')
  const all = await withoutWriting(records, () => revalue([id, '700'], [other, '700']))
  assert.equal(all.status, 200, all.text)
})

test('Items of a list that have their value are left, the others revalued in one event', async () => {
  const [one = '', same = '', other = ''] = await setup.items(3, '700')
  const response = await revalue([other, '800'], [same, '700'], [one, '900'])
  assert.equal(response.status, 200, response.text)
  assert.deepEqual(response.body.pagination, { page: 1, hasMore: false })
  const items = await Promise.all([other, same, one].map((id) => get(`${ITEMS}/${id}`)))
  assert.deepEqual(response.body.data, items)
  assert.deepEqual(await valuationsOf(same), [])
  const event = (await eventsOf(organizationId)).at(-1)
  assert.deepEqual(event.data, {
    totalItems: 2,
    revaluedItems: [
      { inventoryItemId: other, fromValueCents: '700', toValueCents: '800' },
      { inventoryItemId: one, fromValueCents: '700', toValueCents: '900' },
    ],
  })
})

test('A thousand items are revalued together, and fifty events name all of them', async () => {
  const ids = await setup.items(1_000, '5')
  const known = (await eventsOf(organizationId)).length
  const cents = ids.map((_, place) => String(place + 6))
  const response = await revalue(...ids.map((id, place) => [id, cents[place] ?? ''] as const))
  assert.equal(response.status, 200, response.text)
  const shown = response.body.data.map((item: Record<string, string>) => item.declaredValueCents)
  assert.deepEqual(shown, cents)
  const events = (await eventsOf(organizationId)).slice(known)
  const totals = events.map(({ data }: { data: { totalItems: number } }) => data.totalItems)
  assert.deepEqual(totals, Array(50).fill(20))
  const revalued = ids.map((inventoryItemId, place) => ({
    ...{ inventoryItemId, fromValueCents: '5', toValueCents: cents[place] },
  }))
  const named = events.flatMap(
    ({ data }: { data: { revaluedItems: object[] } }) => data.revaluedItems,
  )
  assert.deepEqual(named, revalued)
})

for (const status of ['transfer_pending', 'shipment_pending', 'on_hold'] as const) {
  test(`An item that is ${status} is revalued, and stays so`, async () => {
    const { id, holder } = await hold.itemIn(status)
    const response = await revalue([id, '4200'])
    assert.equal(response.status, 200, response.text)
    const { declaredValueCents, status: after } = response.body.data[0]
    assert.deepEqual([declaredValueCents, after], ['4200', status])
    for (const [name, held] of Object.entries(holder)) {
      assert.equal(response.body.data[0][name], held)
    }
  })
}

test('Items that left keep their value; a list is refused with each, and with unknown ones', async () => {
  const [there = ''] = await setup.items(1, '1')
  const [foreign = ''] = await (await TransferSetup.open(vault)).items(1)
  const unknown = ['item_none', foreign]
  const list = () => revalue(...[there, ...gone, ...unknown].map((id) => [id, '2'] as const))
  const gone: string[] = []
  const errors: object[] = []
  for (const itemStatus of ['shipped', 'delivered', 'withdrawn'] as const) {
    const { id } = await hold.itemIn(itemStatus)
    const code = 'item_left_vault'
    gone.push(id)
    const detail = `Item ${id} is ${itemStatus}, and left the vault: leave it out.`
    const pointer = `/items/${gone.length}/inventoryItemId`
    errors.push({ pointer, code, detail, inventoryItemId: id, itemStatus })
  }
  const all = await withoutWriting(records, list)
  assert.deepEqual([all.status, all.body.code], [409, 'item_left_vault'])
  assert.deepEqual(all.body.errors.slice(0, 3), errors)
  const code = 'inventory_item_not_found'
  const missing = unknown.map((_, place) => `/items/${place + 4}/inventoryItemId ${code}`)
  assert.deepEqual(faultsOf(all).slice(3), missing)
  gone.length = 0
  const faults = unknown.map((_, place) => `/items/${place + 1}/inventoryItemId ${code}`)
  assert.equal((await assertFaults(records, list, [404, ...faults])).body.code, code)
})

test('One response names every fault of a body', async () => {
  const [id = ''] = await setup.items(1)
  const items = [
    { inventoryItemId: id, declaredValueCents: 7 },
    { inventoryItemId: id, declaredValueCents: '9223372036854775808' },
    { declaredValueCents: '01' },
  ]
  const response = await withoutWriting(records, () =>
    api.post(`${ITEMS}/revalue`, { token, body: { items, reason: '', more: 1 } }),
  )
  assert.equal(response.status, 400)
  assert.deepEqual(faultsOf(response).toSorted(), [
    '/items/0/declaredValueCents invalid_type',
    '/items/0/inventoryItemId duplicate_item',
    '/items/1/declaredValueCents invalid_value',
    '/items/1/inventoryItemId duplicate_item',
    '/items/2/declaredValueCents invalid_format',
    '/items/2/inventoryItemId required',
    '/more unknown_field',
    '/reason too_short',
  ])
})

// By how much one person may change a value, as the policy says.

test('Small changes of one day add up; an approval and the next day begin anew', async () => {
  const id = await byCents.item('1000')
  assert.equal((await byCents.revalueAll([id, '1060'])).status, 200)
  assert.equal((await byCents.revalueAll([id, '1100'])).status, 200)
  const over = await byCents.revalueAll([id, '1101'])
  assert.equal(over.status, 202)
  assert.equal(
    (await byCents.revalueAll([id, '950'])).status,
    200,
    'back over the value it began from',
  )
  assert.equal((await byCents.decide(over.body.data.id, 'cancel')).status, 200)
  const large = await byCents.pending([[id, '5000']])
  assert.equal((await byCents.decide(large.id, 'approve')).status, 200)
  assert.equal((await byCents.revalueAll([id, '5100'])).status, 200)
  assert.equal((await byCents.revalueAll([id, '5101'])).status, 202)
  await vault.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      update inventory_valuations
      set at = (at at time zone 'UTC' - interval '25 hours') at time zone 'UTC'
      where inventory_item_id = ${id}`
  })
  assert.equal((await byCents.revalueAll([id, '5200'])).status, 200)
})

test('A percentage is of the value that the changes began from; a value of 0 needs two', async () => {
  const other = await RevaluationSetup.open(vault, { revaluationMaxPercent: 20 })
  const id = await other.item('1000')
  assert.equal((await other.revalueAll([id, '1200'])).status, 200)
  assert.equal((await other.revalueAll([id, '1201'])).status, 202)
  assert.equal((await other.revalueAll([id, '800'])).status, 200)
  assert.equal((await other.revalueAll([id, '799'])).status, 202)
  assert.equal((await other.revalueAll([await other.item('0'), '1'])).status, 202)
})
