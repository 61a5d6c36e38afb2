import { ProblemError, request } from '../api/request.ts'
import type { Permission } from '../session/caller.tsx'

export interface Found {
  readonly to: string
  readonly kind: string
}

/**
 * Finds the records with this id, of every type that the token may read: an id does not say its
 * type, since imports keep the ids of other systems.
 * @throws {ProblemError} what is no refusal for the id
 */
export async function findById(id: string, permissions: readonly Permission[]): Promise<Found[]> {
  const args = { path: { id } }
  const looks: readonly (readonly [Permission, string, string, () => Promise<unknown>])[] = [
    [
      'transfer_batches:read',
      'Transfer',
      `/transfers/${id}`,
      () => request('GET /v1/transfers/{id}', args),
    ],
    [
      'inventory_items:read',
      'Item',
      `/items/${id}`,
      () => request('GET /v1/inventory-items/{id}', args),
    ],
    [
      'fbo_accounts:read',
      'Account',
      `/accounts/${id}`,
      () => request('GET /v1/fbo-accounts/{id}', args),
    ],
    [
      'outbound_shipments:read',
      'Shipment',
      `/shipments/${id}`,
      () => request('GET /v1/outbound-shipments/{id}', args),
    ],
    [
      'webhooks:manage',
      'Webhook endpoint',
      `/webhooks/${id}`,
      () => request('GET /v1/webhook-endpoints/{id}', args),
    ],
    ['events:read', 'Event', `/events?id=${id}`, () => request('GET /v1/events/{id}', args)],
  ]
  const found = looks
    .filter(([permission]) => permissions.includes(permission))
    .map(async ([, kind, to, look]) => ((await isThere(look)) ? [{ to, kind }] : []))
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

async function isThere(look: () => Promise<unknown>): Promise<boolean> {
  try {
    await look()
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

/** The id is unknown, or no id at all. */
function isRefusal(error: unknown): boolean {
  return error instanceof ProblemError && [400, 403, 404, 409].includes(error.problem.status)
}
