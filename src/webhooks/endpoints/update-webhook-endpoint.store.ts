import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import type { StoredEndpoint } from './find-endpoint.store.ts'

const UPDATE = `
  update webhook_endpoints
  set url = $3, types = $4::text[], is_enabled = ($5::text is null), disabled_reason = $5::text
  where organization_id = $1 and id = $2`

/** Stores what the owner of a locked endpoint has changed. */
export function updateEndpoint(tx: OrganizationTransaction, endpoint: StoredEndpoint): void {
  const { id, url, types, disabledReason } = endpoint
  void tx.run(UPDATE, [id, url, types, disabledReason])
}

const FORGET_FAILURES = `
  update webhook_endpoint_health
  set failing_since = null, last_error = null
  where organization_id = $1 and endpoint_id = $2`

/** The endpoint has all of its time again until failures disable it. */
export function forgetFailures(tx: OrganizationTransaction, endpointId: string): void {
  void tx.run(FORGET_FAILURES, [endpointId])
}
