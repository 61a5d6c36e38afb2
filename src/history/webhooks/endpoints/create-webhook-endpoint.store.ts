import { lockOrganization } from '../../../database/changes/lock-organization.store.ts'
import type { OrganizationTransaction } from '../../../database/changes/organization-transaction.ts'
import type { StoredEndpoint } from './find-endpoint.store.ts'

const BEFORE = `
  select (select count(*) from webhook_endpoints where organization_id = $1)::integer as count,
    (select coalesce(max(number), 0) from events where organization_id = $1)::float8 as position`

export interface EndpointsBefore {
  readonly count: number
  /** The number of its last event. */
  readonly position: number
}

/** Locks the organization's row, so that its endpoints are counted one request after the other. */
export async function lockEndpoints(tx: OrganizationTransaction): Promise<EndpointsBefore> {
  const [, [row]] = await Promise.all([lockOrganization(tx), tx.run<EndpointsBefore>(BEFORE, [])])
  return row as EndpointsBefore
}

const INSERT = `
  insert into webhook_endpoints (organization_id, id, url, types, encrypted_secret, created_at)
  values ($1, $2, $3, $4::text[], $5, $6)`

const INSERT_HEALTH = `
  insert into webhook_endpoint_health (organization_id, endpoint_id, position)
  values ($1, $2, $3::float8::bigint)`

export function insertEndpoint(tx: OrganizationTransaction, endpoint: StoredEndpoint): void {
  const { id, url, types, encryptedSecret, createdAt, position } = endpoint
  void tx.run(INSERT, [id, url, types, encryptedSecret, createdAt.toISOString()])
  void tx.run(INSERT_HEALTH, [id, position])
}
