import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HELD_STATUSES } from '../../src/inventory-items/inventory-item.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { TransferDesk } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault

interface Holding {
  readonly inventoryItemId: string
  readonly status: string
  readonly activeTransferId: string | null
  readonly activeShipmentId: string | null
  readonly changedAt: string
}

function holdings(desk: TransferDesk, account: string, query = '') {
  const path = `/v1/fbo-accounts/${account}/holdings${query}`
  return api.get(path, { token: desk.approver.token })
}

/** Everything that an account holds, or held, walked through in pages of that many. */
async function held(desk: TransferDesk, account: string, asOf?: string, limit = 100) {
  const found: Holding[] = []
  const moment = asOf === undefined ? '' : `&asOf=${encodeURIComponent(asOf)}`
  for (let page = 1; ; page += 1) {
    const answer = await holdings(desk, account, `?page=${page}&limit=${limit}${moment}`)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.pagination.page, page)
    found.push(...answer.body.data)
    if (!answer.body.pagination.hasMore) return found
    assert.equal(answer.body.data.length, limit)
  }
}

const idsOf = (found: readonly Holding[]) => found.map(({ inventoryItemId }) => inventoryItemId)

/** A moment before, in milliseconds, as the service writes moments. */
const before = (moment: string) => new Date(Date.parse(moment) - 1).toISOString()

async function takeIn(desk: TransferDesk, fboAccountId: string, count: number): Promise<string[]> {
  const items = Array.from({ length: count }, () => ({ fboAccountId, declaredValueCents: '700' }))
  const body = { items }
  const answer = await api.post('/v1/inventory-items', { token: desk.creator.token, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data.map(({ id }: { id: string }) => id)
}

async function change(desk: TransferDesk, id: string, verb: string): Promise<void> {
  const body = { reason: `To ${verb} it` }
  const path = `/v1/inventory-items/${id}/${verb}`
  const answer = await api.post(path, { token: desk.creator.token, body })
  assert.equal(answer.status, 200, answer.text)
}

/** What the log says an account held at a moment, worked out here item by item. */
async function heldByLog(desk: TransferDesk, account: string, asOf: string) {
  const rows = await sql`
    select movement.*, item.declared_value_cents
    from inventory_movements as movement
    join inventory_items as item
      on item.organization_id = movement.organization_id and item.id = inventory_item_id
    where movement.organization_id = ${desk.organizationId}
    order by inventory_item_id, number`
  const last = new Map(
    rows
      .filter(({ at }) => at.toISOString() <= asOf)
      .map((row) => [row.inventoryItemId as string, row]),
  )
  return [...last.values()].flatMap((row) => {
    const status = row.toStatus
    if (row.toFboAccountId !== account || !HELD_STATUSES.includes(status)) return []
    return [
      {
        inventoryItemId: row.inventoryItemId,
        status,
        declaredValueCents: row.declaredValueCents,
        activeTransferId: status === 'transfer_pending' ? row.transferBatchId : null,
        activeShipmentId: status === 'shipment_pending' ? row.outboundShipmentId : null,
        changedAt: row.at.toISOString(),
      },
    ]
  })
}

test('It lists what an account holds now: every item in the vault, by id, and what holds it', async () => {
  const desk = await TransferDesk.open(vault)
  const { organizationId, source } = desk
  const activeShipmentId = await records.outboundShipment(organizationId, source)
  const [free, held] = await takeIn(desk, source, 2)
  await change(desk, held as string, 'hold')
  const shipment = { status: 'shipment_pending', activeShipmentId }
  const waiting = await records.inventoryItem(organizationId, source, shipment)
  for (const status of ['shipped', 'delivered', 'withdrawn']) {
    await records.inventoryItem(organizationId, source, { status })
  }
  const transfer = await desk.transfer()
  await desk.items(1)
  const statuses = new Map<string, object>([
    [held as string, { status: 'on_hold', declaredValueCents: '700' }],
    [free as string, { status: 'in_vault', declaredValueCents: '700' }],
    [waiting, shipment],
    ...transfer.itemIds.map((id): [string, object] => [
      id,
      { status: 'transfer_pending', activeTransferId: transfer.id },
    ]),
  ])
  const items = await sql`
    select id, changed_at from inventory_items
    where fbo_account_id = ${source} and status = any(${[...HELD_STATUSES]}) order by id`
  const data = items.map(({ id, changedAt }) => ({
    inventoryItemId: id,
    status: 'in_vault',
    declaredValueCents: '0',
    activeTransferId: null,
    activeShipmentId: null,
    ...statuses.get(id),
    changedAt: changedAt.toISOString(),
  }))
  assert.equal(data.length, 6)
  const answer = await withoutWriting(records, () => holdings(desk, source))
  assert.equal(answer.status, 200)
  assert.equal(answer.text, JSON.stringify({ data, pagination: { page: 1, hasMore: false } }))
})

test('As of any moment it is what it was: intake, claim, move, hold, return, withdrawal', async () => {
  const desk = await TransferDesk.open(vault)
  const { source, destination } = desk
  const itemIds = (await takeIn(desk, source, 3)) as [string, string, string]
  const there = await desk.transfer({ itemIds })
  assert.equal((await desk.approve(there.id)).status, 200)
  await change(desk, itemIds[0], 'hold')
  await change(desk, itemIds[0], 'release')
  const items = [{ inventoryItemId: itemIds[1], reason: 'trade' }]
  const body = { fromFboAccountId: destination, toFboAccountId: source, items }
  const back = await api.post('/v1/transfers', { token: desk.creator.token, body })
  assert.equal((await desk.approve(back.body.data.id)).status, 200)
  assert.equal((await desk.reject((await desk.transfer({ itemIds: [itemIds[1]] })).id)).status, 200)
  await change(desk, itemIds[2], 'withdraw')

  const moments = await sql`
    select distinct at from inventory_movements
    where organization_id = ${desk.organizationId} order by at`
  assert.ok(moments.length >= 9)
  const first = moments[0]?.at.toISOString()
  const last = moments.at(-1)?.at.toISOString()
  for (const account of [source, destination]) {
    for (const { at } of moments) {
      for (const asOf of [before(at.toISOString()), at.toISOString()]) {
        assert.deepEqual(await held(desk, account, asOf), await heldByLog(desk, account, asOf))
      }
    }
  }
  assert.deepEqual(await held(desk, source, before(first)), [])
  assert.deepEqual(idsOf(await held(desk, source, first)), itemIds.toSorted())
  assert.deepEqual(await held(desk, destination, first), [])
  assert.deepEqual(idsOf(await held(desk, source, last)), [itemIds[1]])
  assert.deepEqual(idsOf(await held(desk, destination, last)), [itemIds[0]])
  assert.deepEqual(
    idsOf(await held(desk, destination, before(last))),
    [itemIds[0], itemIds[2]].toSorted(),
  )
})

test('A completed transfer has moved all of its items or none, as of any moment', async () => {
  const desk = await TransferDesk.open(vault)
  const itemIds = await takeIn(desk, desk.source, 20)
  const transfer = await desk.transfer({ itemIds })
  const answer = await desk.approve(transfer.id)
  const { createdAt, decidedAt } = answer.body.data
  const sorted = itemIds.toSorted()
  for (const [asOf, at, notAt] of [
    [createdAt, desk.source, desk.destination],
    [before(decidedAt), desk.source, desk.destination],
    [decidedAt, desk.destination, desk.source],
  ]) {
    assert.deepEqual(idsOf(await held(desk, at, asOf)), sorted)
    assert.deepEqual(await held(desk, notAt, asOf), [])
  }
  const pending = await held(desk, desk.source, before(decidedAt))
  assert.deepEqual(
    new Set(pending.map(({ activeTransferId }) => activeTransferId)),
    new Set([transfer.id]),
  )
})

test('Now, and as of the moment that the database calls now, are the same answer', async () => {
  const desk = await TransferDesk.open(vault)
  const { organizationId, source } = desk
  const activeShipmentId = await records.outboundShipment(organizationId, source)
  const [, held, gone] = await takeIn(desk, source, 3)
  await change(desk, held as string, 'hold')
  await change(desk, gone as string, 'withdraw')
  const claimed = { status: 'shipment_pending', activeShipmentId }
  await records.inventoryItem(organizationId, source, claimed)
  await desk.transfer()
  assert.equal((await desk.approve((await desk.transfer()).id)).status, 200)
  for (const account of [source, desk.destination]) {
    const [clock] = await sql`select now() as now`
    const now = await holdings(desk, account)
    const asOf = await holdings(desk, account, `?asOf=${clock?.now.toISOString()}`)
    assert.ok(now.body.data.length >= 2)
    assert.equal(asOf.text, now.text)
  }
})

test('A claim that has expired is over at the moment it fell due, whenever that is noticed', async () => {
  const desk = await TransferDesk.open(vault)
  const transfer = await desk.transfer()
  const expiredAt = await desk.expire(transfer.id)
  const statusesAt = async (asOf?: string) =>
    (await held(desk, desk.source, asOf)).map(({ status }) => status)
  assert.deepEqual(await statusesAt(before(expiredAt)), ['transfer_pending', 'transfer_pending'])
  assert.deepEqual(await statusesAt(expiredAt), ['in_vault', 'in_vault'])
  const other = await desk.transfer()
  await desk.expire(other.id)
  assert.deepEqual(await statusesAt(), ['in_vault', 'in_vault', 'in_vault', 'in_vault'])
})

test('Pages do not overlap, leave nothing out; one past the end is empty; now and as of', async () => {
  const desk = await TransferDesk.open(vault)
  const ids = (await takeIn(desk, desk.source, 9)).toSorted()
  const { changedAt } = await records.item(ids[0] as string)
  const taken = (changedAt as Date).toISOString()
  for (const asOf of [undefined, taken]) {
    for (const limit of [1, 4, 8, 9, 100]) {
      assert.deepEqual(idsOf(await held(desk, desk.source, asOf, limit)), ids, `limit ${limit}`)
    }
    const past = `?page=10&limit=1${asOf === undefined ? '' : `&asOf=${asOf}`}`
    const { status, body } = await holdings(desk, desk.source, past)
    assert.equal(status, 200)
    assert.deepEqual(body, { data: [], pagination: { page: 10, hasMore: false } })
  }
})

test('A moment may have an offset, and be finer than a millisecond', async () => {
  const desk = await TransferDesk.open(vault)
  const [id] = (await takeIn(desk, desk.source, 1)) as [string]
  const at = (await records.item(id)).changedAt as Date
  const local = new Date(at.getTime() + 7_200_000).toISOString().replace('Z', '+02:00')
  assert.deepEqual(idsOf(await held(desk, desk.source, local)), [id])
  const finer = before(at.toISOString()).replace('Z', '999999Z')
  assert.deepEqual(await held(desk, desk.source, finer), [])
})
