import assert from 'node:assert/strict'
import type { Desk, Reads } from '../../support/reads/desk.ts'

const LIST = '/v1/inventory-items'
const AT = '2026-01-02T03:04:05.678Z'
const LATER = '2026-01-03T03:04:05.678Z'

/** The first members of an item of which nothing is known but its account. */
const plain = ({ organizationId, account }: Desk, id: string) => ({
  ...{ id, fboAccountId: account, organizationId, status: 'in_vault', description: null },
  ...{ declaredValueCents: '0', activeTransferId: null, activeShipmentId: null, holdReason: null },
})
const PHOTO = {
  ...{ kind: 'photo', sha256: 'ab'.repeat(32), mediaType: 'image/jpeg', sizeBytes: 2_483_112 },
  ...{ takenAt: LATER, takenBy: 'Intake desk 2', url: 'https://storage.example.com/front.jpg' },
}

export const ITEMS: Reads = {
  'Get Inventory Item: in each status, and what holds it; the list has all but evidence': async (
    desk,
  ) => {
    const { records, organizationId, account } = desk
    const shipment = await records.outboundShipment(organizationId, account)
    const rows: Record<string, string>[] = [
      {},
      { description: 'Ring', declaredValueCents: '9223372036854775807' },
      { status: 'on_hold', holdReason: 'Disputed' },
      { status: 'on_hold' },
      { status: 'shipment_pending', activeShipmentId: shipment },
      { status: 'shipped' },
      { status: 'delivered' },
      { status: 'withdrawn' },
    ]
    const [shown, listed]: [{ path: string; data: object }[], object[]] = [[], []]
    for (const [place, columns] of rows.entries()) {
      const moments = { changedAt: LATER, createdAt: `2026-01-02T03:04:05.67${place}Z` }
      const id = await records.inventoryItem(organizationId, account, { ...moments, ...columns })
      const state = { ...plain(desk, id), ...columns, identifiers: [], metadata: {} }
      listed.unshift({ ...state, ...moments })
      shown.push({ path: `${LIST}/${id}`, data: { ...state, evidence: [], ...moments } })
    }
    return [...shown, { path: LIST, page: listed }]
  },

  'Get Inventory Item: identifiers, metadata and evidence as they are stored': async (desk) => {
    const { account, insert } = desk
    const identifiers = [{ scheme: 'serial', value: '7 3 274' }]
    const [metadata, evidence] = [{ tier: 'gold' }, [PHOTO]]
    const moments = { changedAt: LATER, createdAt: AT }
    const lists = { identifiers: JSON.stringify(identifiers), evidence: JSON.stringify(evidence) }
    const columns = { id: 'item_whole', fboAccountId: account, metadata, ...moments, ...lists }
    await insert('inventory_items', { ...columns, correctionCount: 3 })
    const state = { ...plain(desk, 'item_whole'), identifiers, metadata, evidence, ...moments }
    return { path: `${LIST}/item_whole`, etag: '"4"', data: state }
  },

  'An item names the transfer that holds it': async (desk) => {
    const { id, itemIds } = await desk.setup.transfer()
    const [item = ''] = itemIds
    const { changedAt, createdAt } = await desk.records.item(item)
    const pending = { ...plain(desk, item), status: 'transfer_pending', activeTransferId: id }
    const more = { identifiers: [], metadata: {}, evidence: [], changedAt, createdAt }
    return { path: `${LIST}/${item}`, data: { ...pending, ...more } }
  },

  'Each read that shows claims ends the transfers that are due before': async (desk) => {
    const { setup, account, other, api, token, sql } = desk
    for (const pathOf of [
      (_: string, item: string) => `${LIST}/${item}`,
      () => `${LIST}?status=in_vault&limit=100`,
      () => `${LIST}?status=transfer_pending`,
      (_: string, item: string) => `${LIST}/${item}/movements`,
      () => `/v1/fbo-accounts/${account}/holdings?limit=100`,
      () => `/v1/fbo-accounts/${other}/insured-exposure`,
      (transfer: string) => `/v1/transfers/${transfer}`,
      () => '/v1/transfers?status=expired&limit=100',
    ]) {
      const { id, itemIds } = await setup.transfer({ itemIds: await setup.items(1, '7') })
      const path = pathOf(id, itemIds[0] as string)
      await setup.expire(id)
      const first = await api.get(path, { token })
      const [batch] = await sql`select status from transfer_batches where id = ${id}`
      assert.equal(batch?.status, 'expired', path)
      assert.equal((await api.get(path, { token })).text, first.text, path)
    }
    return []
  },

  'List Inventory Movements: every member as it is stored, oldest first': async (desk) => {
    const { records, organizationId, account, other, insert, tokenId } = desk
    const shipment = await records.outboundShipment(organizationId, account)
    const columns = { status: 'shipment_pending', activeShipmentId: shipment, changedAt: AT }
    const id = await records.inventoryItem(organizationId, account, columns)
    const first = {
      ...{ number: 1, at: AT, kind: 'imported', fromFboAccountId: null, toFboAccountId: account },
      ...{ fromStatus: null, toStatus: 'shipment_pending', transferBatchId: null },
      ...{ outboundShipmentId: shipment, tokenId: null, reason: null },
    }
    const accounts = { fromFboAccountId: account, toFboAccountId: other }
    const statuses = { fromStatus: 'transfer_pending', toStatus: 'in_vault' }
    const moved = { number: 2, at: LATER, kind: 'transfer_completed', ...accounts, ...statuses }
    const by = { transferBatchId: 'xfer_1', outboundShipmentId: null, tokenId, reason: null }
    const into = { fromFboAccountId: other, toFboAccountId: other, fromStatus: 'in_vault' }
    const held = { number: 3, at: LATER, kind: 'held', ...into, toStatus: 'on_hold' }
    const page = [
      { ...moved, ...by },
      { ...held, ...by, transferBatchId: null, reason: 'Recount' },
    ]
    for (const movement of page)
      await insert('inventory_movements', { inventoryItemId: id, ...movement })
    return { path: `${LIST}/${id}/movements`, page: [first, ...page] }
  },

  'List Corrections of an item: with its values, oldest first, also where it left the vault':
    async (desk) => {
      const { setup, send, shows, sql, tokenId, insert } = desk
      const [id = ''] = await setup.items(1, '1')
      const path = `/v1/corrections?subjectId=${id}`
      await shows({ path, page: [] })
      const values = ['1', '2', '3', '2', '9223372036854775807', '0']
      const reason = 'New appraisal'
      for (const declaredValueCents of values.slice(1)) {
        const items = [{ inventoryItemId: id, declaredValueCents }]
        await send('POST', '/inventory-items/revalue', { items, reason })
      }
      const { description: from } = await send('GET', `/inventory-items/${id}`)
      await send('PATCH', `/inventory-items/${id}`, { description: 'Ring' })
      const [event] = await send('GET', `/events?subjectId=${id}&type=inventory_item.updated`)
      await send('POST', `/inventory-items/${id}/withdraw`, { reason: 'Sold' })
      const made = {
        number: 6,
        at: '2999-01-01T00:00:00.000Z',
        fromValueCents: '0',
        toValueCents: '5',
      }
      const last = { ...made, reason: 'Appraised', tokenId: null, revaluationId: 'reval_1' }
      await insert('inventory_valuations', { ...last, inventoryItemId: id })
      const rows = await sql<{ at: Date }[]>`
      select at from inventory_valuations where inventory_item_id = ${id} order by at, number`
      const member = 'declaredValueCents'
      const page = values.slice(1).map((to, place) => ({
        ...{ number: place + 1, at: rows[place]?.at, member, from: values[place], to },
        ...{ reason, tokenId, revaluationId: null },
      }))
      const corrected = {
        ...{ number: 6, at: event.occurredAt, member: 'description', from, to: 'Ring' },
        ...{ reason: null, tokenId, revaluationId: null },
      }
      const value = {
        ...{ number: 7, at: made.at, member, from: '0', to: '5' },
        ...{ reason: last.reason, tokenId: null, revaluationId: 'reval_1' },
      }
      return { path, page: [...page, corrected, value] }
    },
}
