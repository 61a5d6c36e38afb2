import { type Operation, ProblemError, request } from '../api/request.ts'
import type { Permission } from '../session/caller.tsx'

export interface Found {
  readonly to: string
  readonly kind: string
}

const LOOKUPS = [
  {
    kind: 'Transfer',
    permission: 'transfer_batches:read',
    operation: 'GET /v1/transfers/{id}',
    page: '/transfers/',
  },
  {
    kind: 'Item',
    permission: 'inventory_items:read',
    operation: 'GET /v1/inventory-items/{id}',
    page: '/items/',
  },
  {
    kind: 'Account',
    permission: 'fbo_accounts:read',
    operation: 'GET /v1/fbo-accounts/{id}',
    page: '/accounts/',
  },
  {
    kind: 'Shipment',
    permission: 'outbound_shipments:read',
    operation: 'GET /v1/outbound-shipments/{id}',
    page: '/shipments/',
  },
  {
    kind: 'Webhook endpoint',
    permission: 'webhooks:manage',
    operation: 'GET /v1/webhook-endpoints/{id}',
    page: '/webhooks/',
  },
  {
    kind: 'Event',
    permission: 'events:read',
    operation: 'GET /v1/events/{id}',
    page: '/events?id=',
  },
] as const satisfies readonly {
  readonly permission: Permission
  readonly operation: Operation
  readonly [name: string]: string
}[]

/**
 * Finds the records with this id, of every type that the token may read: an id does not say its
 * type, since imports keep the ids of other systems.
 * @throws {ProblemError} if a request fails for another reason than the id
 */
export async function findById(id: string, permissions: readonly Permission[]): Promise<Found[]> {
  const found = LOOKUPS.filter(({ permission }) => permissions.includes(permission)).map(
    async ({ kind, operation, page }) => {
      const isThere = await exists(request(operation, { path: { id } }))
      return isThere ? [{ kind, to: `${page}${id}` }] : []
    },
  )
  const byTracking = permissions.includes('outbound_shipments:read') ? shipmentTracked(id) : []
  return (await Promise.all([...found, byTracking])).flat()
}

async function shipmentTracked(trackingNumber: string): Promise<Found[]> {
  const operation = 'GET /v1/outbound-shipments/by-tracking-number/{trackingNumber}'
  try {
    const { body } = await request(operation, { path: { trackingNumber } })
    return [{ to: `/shipments/${body.data.id}`, kind: 'Shipment with this tracking number' }]
  } catch (error) {
    if (isRefusal(error)) return []
    throw error
  }
}

async function exists(record: Promise<unknown>): Promise<boolean> {
  try {
    await record
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

/** Whether the id is unknown, or not an id at all. */
function isRefusal(error: unknown): boolean {
  return error instanceof ProblemError && [400, 403, 404, 409].includes(error.problem.status)
}
