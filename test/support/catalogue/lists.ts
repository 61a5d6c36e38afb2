import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { newId } from '../../../src/domain/ids.ts'
import { ENDPOINTS, EndpointSetup } from '../operations/endpoint-setup.ts'
import type { ApiResponse } from '../vault/api-client.ts'
import { EPOCH, HOURS, into, type ListCase, newestFirst, type Owner } from './list-case.ts'

const ofAccount = ({ account }: Owner) => ({ fboAccountId: account })

export const ACCOUNTS = newestFirst(
  '/v1/fbo-accounts',
  into('fbo_accounts', () => ({})),
  'isPrimary=false',
)

export const ITEMS = newestFirst(
  '/v1/inventory-items',
  into('inventory_items', ofAccount),
  'status=in_vault',
)

export const SHIPMENTS = newestFirst(
  '/v1/outbound-shipments',
  into('outbound_shipments', ofAccount),
  'status=packing',
)

export const TRANSFERS: ListCase = {
  filter: 'createdFrom=2026-01-01T00:00:00Z',
  isNewestFirst: true,
  fill: async (vault, owner) => {
    const toFboAccountId = await vault.records.fboAccount(owner.organizationId)
    const insert = into('transfer_batches', ({ account }) => ({
      fromFboAccountId: account,
      toFboAccountId,
      totalItems: 1,
      itemIds: ['item_1'],
      reasons: ['trade'],
    }))
    return await newestFirst('/v1/transfers', insert).fill(vault, owner)
  },
}

let checkpointsMade = 0

export const CHECKPOINTS = newestFirst('/v1/event-checkpoints', (tx, createdAt, owner) => {
  checkpointsMade += 1
  const row = {
    organizationId: owner.organizationId,
    // The chain grows with time; two can be over the same event.
    sequence: Math.floor((createdAt.getTime() - EPOCH) / 3_600_000),
    at: new Date(createdAt.getTime() + checkpointsMade),
    chainHash: randomBytes(32),
    keyId: 'key_made',
    signature: randomBytes(64),
  }
  return tx`insert into event_checkpoints ${tx(row)}`
})

export const WEBHOOKS = newestFirst(ENDPOINTS, async (tx, createdAt, { organizationId }) => {
  const id = newId('hook')
  const url = 'https://example.com/hook'
  const row = { organizationId, id, url, encryptedSecret: 'x', createdAt }
  await tx`insert into webhook_endpoints ${tx(row)}`
  const health = { organizationId, endpointId: id, position: 0 }
  await tx`insert into webhook_endpoint_health ${tx(health)}`
})

export const DELIVERIES: ListCase = {
  filter: 'status=failed',
  fill: async (vault, { organizationId, token }) => {
    const setup = new EndpointSetup(vault, { organizationId, id: '', token })
    const { id } = await setup.endpoint()
    const create = async () => {
      await done(setup.ask('POST', `/${id}/send-test`))
      await setup.deliver(id, [await setup.lastEvent()], { status: 'failed', attempts: 1 })
    }
    for (const _ of HOURS) await create()
    return { path: `${ENDPOINTS}/${id}/deliveries`, create }
  },
}

export const TRANSFER_ITEMS: ListCase = {
  fill: async ({ api, records }, { organizationId, account, token }) => {
    const to = await records.fboAccount(organizationId)
    const ids = await records.inventoryItems(organizationId, account, HOURS.length)
    const items = ids.map((inventoryItemId) => ({ inventoryItemId, reason: 'trade' }))
    const body = { fromFboAccountId: account, toFboAccountId: to, items }
    const { data } = await done(api.post('/v1/transfers', { token, body }))
    return { path: `/v1/transfers/${data.id}/items` }
  },
}

export const SHIPMENT_ITEMS: ListCase = {
  showsNew: true,
  fill: async ({ records }, { organizationId, account }) => {
    const activeShipmentId = await records.outboundShipment(organizationId, account)
    const waiting = { status: 'shipment_pending', activeShipmentId }
    // As an import adds items to a shipment.
    const create = () => records.inventoryItem(organizationId, account, waiting)
    for (const _ of HOURS) await create()
    return { path: `/v1/outbound-shipments/${activeShipmentId}/items`, create }
  },
}

export const MOVEMENTS: ListCase = {
  showsNew: true,
  fill: async ({ api, records }, { organizationId, account, token }) => {
    const path = `/v1/inventory-items/${await records.inventoryItem(organizationId, account)}`
    const create = async () => {
      await done(api.post(`${path}/hold`, { token, body: { reason: 'To look at it' } }))
      await done(api.post(`${path}/release`, { token }))
    }
    for (const _ of HOURS.slice(3)) await create()
    return { path: `${path}/movements`, create }
  },
}

export const REVALUATIONS = newestFirst(
  '/v1/revaluations',
  into('revaluations', () => ({
    reason: 'New appraisal',
    totalItems: 1,
    itemIds: ['item_1'],
    fromValuesCents: ['1'],
    toValuesCents: ['2'],
  })),
  'status=pending',
)

export const HOLDINGS: ListCase = {
  fill: async ({ api, records }, { organizationId, account, token }) => {
    const ids = await records.inventoryItems(organizationId, account, HOURS.length)
    const items = '/v1/inventory-items'
    const create = () => done(api.post(items, { token, body: { fboAccountId: account } }))
    const remove = () => {
      const body = { reason: 'Back to its owner' }
      return done(api.post(`${items}/${ids.pop()}/withdraw`, { token, body }))
    }
    return { path: `/v1/fbo-accounts/${account}/holdings`, create, remove }
  },
}

export const STATEMENT_LINES: ListCase = {
  filter: 'kind=taken_in',
  showsNew: true,
  fill: async ({ api }, { account, token }) => {
    const create = () =>
      done(api.post('/v1/inventory-items', { token, body: { fboAccountId: account } }))
    for (const _ of HOURS) await create()
    return { path: `/v1/fbo-accounts/${account}/statement/lines`, create }
  },
}

/** Corrections of one item and of its value by turns, as operations write them. */
export const CORRECTIONS: ListCase = {
  showsNew: true,
  fill: async ({ api, records }, { organizationId, account, token }) => {
    const id = await records.inventoryItem(organizationId, account)
    const items = '/v1/inventory-items'
    let made = 0
    const create = async () => {
      made += 1
      const reason = 'New appraisal'
      const values = [{ inventoryItemId: id, declaredValueCents: `${made}` }]
      if (made % 2 > 0)
        await done(api.post(`${items}/revalue`, { token, body: { items: values, reason } }))
      else await done(api.patch(`${items}/${id}`, { token, body: { description: `No. ${made}` } }))
    }
    for (const _ of HOURS) await create()
    return { path: `/v1/corrections?subjectId=${id}`, create }
  },
}

async function done(asked: Promise<ApiResponse>) {
  const { status, text, body } = await asked
  assert.ok(status === 200 || status === 201, text)
  return body
}
