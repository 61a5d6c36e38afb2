import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Sql } from 'postgres'
import { newId } from '../../../src/domain/ids.ts'
import { ENDPOINTS, EndpointSetup } from '../operations/endpoint-setup.ts'
import type { ApiResponse } from '../vault/api-client.ts'
import type { TestVault } from '../vault/vault.ts'

/** The organization that a list belongs to, and an account of it. */
interface Owner {
  readonly organizationId: string
  readonly token: string
  readonly account: string
}

/** A list with at least seven records, and changes to it during paging. */
interface FilledList {
  readonly path: string
  /** Creates another record that the list shows from then on. */
  readonly create?: () => Promise<unknown>
  /** The same in a transaction, created at a past time; for lists that show the newest first. */
  readonly createIn?: (tx: Sql, createdAt: Date) => PromiseLike<unknown>
  /** Removes a record late in the list; for lists of a moment. */
  readonly remove?: () => Promise<unknown>
}

/** A list as the tests of paging fill it. */
export interface ListCase {
  /** A filter that leaves out none of the records. */
  readonly filter?: string
  /** Records created during paging appear at its end; by default they do not appear. */
  readonly showsNew?: true
  readonly isNewestFirst?: true
  readonly fill: (vault: TestVault, owner: Owner) => Promise<FilledList>
}

/** The list of a new organization. */
export async function fillList(vault: TestVault, { fill }: ListCase) {
  const { records, sql } = vault
  const organizationId = await records.organization()
  const account = await records.fboAccount(organizationId, { createdAt: hoursLater(0) })
  const { id, token } = await records.token(organizationId)
  const owner = { organizationId, account, token }
  const list = await fill(vault, owner)
  // Used just now, so that its use is not written between two reads of the list of tokens.
  await sql`update access_tokens set last_used_at = now() where id = ${id}`
  return { ...owner, ...list }
}

/** More records than three pages of two hold; four of them have the same time. */
export const HOURS = [0, 1, 2, 3, 3, 3, 3, 4, 5]
const EPOCH = Date.parse('2026-01-02T03:04:05.678Z')
export const hoursLater = (hours: number) => new Date(EPOCH + hours * 3_600_000)
/** Between the others: older than the first records of paging, newer than the last ones. */
export const BETWEEN = hoursLater(2.5)

type Insert = (tx: Sql, createdAt: Date, owner: Owner) => PromiseLike<unknown>

/** A list that shows the newest record first. */
export function newestFirst(path: string, insert: Insert, filter?: string): ListCase {
  return {
    ...(filter !== undefined && { filter }),
    isNewestFirst: true,
    fill: async ({ sql }, owner) => {
      const createIn = (tx: Sql, createdAt: Date) => insert(tx, createdAt, owner)
      for (const hours of HOURS) await createIn(sql, hoursLater(hours))
      return { path, createIn, create: async () => await createIn(sql, new Date()) }
    },
  }
}

/** Inserts a row with these columns beside its owner, id and time. */
export function into(table: string, columns: (owner: Owner) => Record<string, unknown>): Insert {
  return (tx, createdAt, owner) => {
    const { organizationId } = owner
    const row = { organizationId, id: newId('xfer'), createdAt, ...columns(owner) }
    return tx`insert into ${tx(table)} ${tx(row)}`
  }
}

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
    const setup = new EndpointSetup(vault, organizationId, ['', token])
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

export const VALUATIONS: ListCase = {
  showsNew: true,
  fill: async ({ api, records }, { organizationId, account, token }) => {
    const path = `/v1/inventory-items/${await records.inventoryItem(organizationId, account)}`
    let cents = 0
    const create = async () => {
      cents += 100
      const body = { declaredValueCents: `${cents}`, reason: 'New appraisal' }
      await done(api.post(`${path}/revalue`, { token, body }))
    }
    for (const _ of HOURS) await create()
    return { path: `${path}/valuations`, create }
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

async function done(asked: Promise<ApiResponse>) {
  const { status, text, body } = await asked
  assert.ok(status === 200 || status === 201, text)
  return body
}
