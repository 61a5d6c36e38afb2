import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Sql } from 'postgres'
import { newId } from '../../../src/domain/ids.ts'
import type { ApiResponse } from '../vault/api-client.ts'
import { TransferSetup } from '../vault/transfers.ts'
import type { TestVault } from '../vault/vault.ts'
import { ENDPOINTS, EndpointSetup } from './endpoint-setup.ts'

/** A list of an organization of its own, with some records, and changes to it during paging. */
export interface ArrangedList {
  readonly path: string
  readonly token: string
  readonly organizationId: string
  /** Creates another record that the list shows from then on. */
  readonly create?: () => Promise<unknown>
  /** The same in a transaction, created at a past time; for lists that show the newest first. */
  readonly createIn?: (tx: Sql, createdAt: Date) => Promise<unknown>
  /** Removes a record late in the list; for lists of a moment. */
  readonly remove?: () => Promise<unknown>
}

export interface ListCase {
  /** A filter that leaves out none of the records. */
  readonly filter?: string
  /** Where paging shows records created meanwhile. */
  readonly meets: 'nothing new' | 'what is new, at the end'
  readonly isNewestFirst?: true
  readonly arrange: (vault: TestVault) => Promise<ArrangedList>
}

/** More records than three pages of two hold; two of them have the same time. */
const HOURS = [0, 1, 2, 3, 3, 4, 5]
const EPOCH = Date.parse('2026-01-02T03:04:05.678Z')
const hoursLater = (hours: number) => new Date(EPOCH + hours * 3_600_000)
/** Between the others: older than the first records of paging, newer than the last ones. */
export const BETWEEN = hoursLater(2.5)

type Columns = Record<string, string | number | Date | Buffer | string[] | null>

/** A list of records, the newest first. */
function newestFirst(
  list: { path: string; table: string; filter?: string },
  columns: (accounts: { one: string; other: string }) => Columns,
): ListCase {
  const arrange = async ({ records, sql }: TestVault): Promise<ArrangedList> => {
    const organizationId = await records.organization()
    const createdAt = hoursLater(0)
    const one = await records.fboAccount(organizationId, { createdAt })
    const other = await records.fboAccount(organizationId, { createdAt })
    const createIn = (tx: Sql, createdAt: Date) => {
      const row = { organizationId, id: newId('xfer'), createdAt, ...columns({ one, other }) }
      return tx`insert into ${tx(list.table)} ${tx(row)}`
    }
    for (const hours of HOURS) await createIn(sql, hoursLater(hours))
    const { id, token } = await records.token(organizationId)
    // Used just now, so that its use is not written between two reads of the list of tokens.
    await sql`update access_tokens set last_used_at = now() where id = ${id}`
    const create = () => createIn(sql, new Date())
    return { path: list.path, token, organizationId, create, createIn }
  }
  const { filter } = list
  return {
    meets: 'nothing new',
    isNewestFirst: true,
    arrange,
    ...(filter === undefined ? {} : { filter }),
  }
}

const ofOne = ({ one }: { one: string }) => ({ fboAccountId: one })

/** Every list of the service, by its operation. */
export const LISTS: Readonly<Record<string, ListCase>> = {
  listFboAccounts: newestFirst(
    { path: '/v1/fbo-accounts', table: 'fbo_accounts', filter: 'isPrimary=false' },
    () => ({}),
  ),
  listInventoryItems: newestFirst(
    { path: '/v1/inventory-items', table: 'inventory_items', filter: 'status=in_vault' },
    ofOne,
  ),
  listOutboundShipments: newestFirst(
    { path: '/v1/outbound-shipments', table: 'outbound_shipments', filter: 'status=packing' },
    ofOne,
  ),
  listTransfers: newestFirst(
    {
      path: '/v1/transfers',
      table: 'transfer_batches',
      filter: 'createdFrom=2026-01-01T00:00:00Z',
    },
    ({ one, other }) => ({
      ...{ fromFboAccountId: one, toFboAccountId: other, totalItems: 1 },
      ...{ itemIds: ['item_1'], reasons: ['trade'] },
    }),
  ),
  listAccessTokens: newestFirst({ path: '/v1/access-tokens', table: 'access_tokens' }, () => ({
    tokenSha256: randomBytes(32),
    permissions: [],
    expiresAt: hoursLater(24),
  })),
  listEventCheckpoints: {
    meets: 'nothing new',
    isNewestFirst: true,
    arrange: async ({ records, sql }) => {
      const organizationId = await records.organization()
      let made = 0
      const createIn = (tx: Sql, createdAt: Date) => {
        // The chain grows with time; two can be over the same event.
        const sequence = Math.floor((createdAt.getTime() - EPOCH) / 3_600_000)
        made += 1
        const row = {
          ...{ organizationId, sequence, at: new Date(createdAt.getTime() + made) },
          ...{ chainHash: randomBytes(32), keyId: 'key_made', signature: randomBytes(64) },
        }
        return tx`insert into event_checkpoints ${tx(row)}`
      }
      for (const hours of HOURS) await createIn(sql, hoursLater(hours))
      const { token } = await records.token(organizationId)
      const create = () => createIn(sql, new Date())
      return { path: '/v1/event-checkpoints', token, organizationId, create, createIn }
    },
  },
  listWebhookEndpoints: {
    meets: 'nothing new',
    isNewestFirst: true,
    arrange: async ({ records, sql }) => {
      const organizationId = await records.organization()
      const { token } = await records.token(organizationId)
      const createIn = async (tx: Sql, createdAt: Date) => {
        const endpoint = { organizationId, id: newId('hook'), url: 'https://example.com/hook' }
        const row = { ...endpoint, encryptedSecret: 'x', createdAt }
        await tx`insert into webhook_endpoints ${tx(row)}`
        const health = { organizationId, endpointId: endpoint.id, position: 0 }
        await tx`insert into webhook_endpoint_health ${tx(health)}`
      }
      for (const hours of HOURS) await createIn(sql, hoursLater(hours))
      const create = () => createIn(sql, new Date())
      return { path: ENDPOINTS, token, organizationId, create, createIn }
    },
  },
  listWebhookDeliveries: {
    meets: 'nothing new',
    filter: 'status=failed',
    arrange: async (vault) => {
      const setup = await EndpointSetup.open(vault)
      const { id } = await setup.endpoint()
      const create = async () => {
        await done(setup.ask('POST', `/${id}/send-test`))
        await setup.deliver(id, [await setup.lastEvent()], { status: 'failed', attempts: 1 })
      }
      for (const _ of HOURS) await create()
      const { token, organizationId } = setup
      return { path: `${ENDPOINTS}/${id}/deliveries`, token, organizationId, create }
    },
  },
  listTransferItems: {
    meets: 'nothing new',
    arrange: async (vault) => {
      const setup = await TransferSetup.open(vault)
      const { id } = await setup.transfer({ itemIds: await setup.items(7) })
      const path = `/v1/transfers/${id}/items`
      return { path, token: setup.creator.token, organizationId: setup.organizationId }
    },
  },
  listOutboundShipmentItems: {
    meets: 'what is new, at the end',
    arrange: async ({ records }) => {
      const organizationId = await records.organization()
      const account = await records.fboAccount(organizationId)
      const activeShipmentId = await records.outboundShipment(organizationId, account)
      const waiting = { status: 'shipment_pending', activeShipmentId }
      // As an import adds items to a shipment.
      const create = () => records.inventoryItem(organizationId, account, waiting)
      for (const _ of HOURS) await create()
      const { token } = await records.token(organizationId)
      const path = `/v1/outbound-shipments/${activeShipmentId}/items`
      return { path, token, organizationId, create }
    },
  },
  listInventoryMovements: {
    meets: 'what is new, at the end',
    arrange: async ({ api, records }) => {
      const organizationId = await records.organization()
      const { token } = await records.token(organizationId)
      const account = await records.fboAccount(organizationId)
      const path = `/v1/inventory-items/${await records.inventoryItem(organizationId, account)}`
      const create = async () => {
        await done(api.post(`${path}/hold`, { token, body: { reason: 'To look at it' } }))
        await done(api.post(`${path}/release`, { token }))
      }
      for (const _ of HOURS.slice(3)) await create()
      return { path: `${path}/movements`, token, organizationId, create }
    },
  },
  listHoldings: {
    meets: 'nothing new',
    arrange: async ({ api, records }) => {
      const organizationId = await records.organization()
      const { token } = await records.token(organizationId)
      const account = await records.fboAccount(organizationId)
      const ids = await records.inventoryItems(organizationId, account, HOURS.length)
      const path = `/v1/fbo-accounts/${account}/holdings`
      const items = '/v1/inventory-items'
      const create = () => done(api.post(items, { token, body: { fboAccountId: account } }))
      const remove = () => {
        const body = { reason: 'Back to its owner' }
        return done(api.post(`${items}/${ids.pop()}/withdraw`, { token, body }))
      }
      return { path, token, organizationId, create, remove }
    },
  },
}

async function done(asked: Promise<ApiResponse>): Promise<void> {
  const { status, text } = await asked
  assert.ok(status === 200 || status === 201, text)
}
