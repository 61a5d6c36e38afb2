import type { OrganizationTransaction } from '../../../database/changes/organization-transaction.ts'
import { rowsOf } from '../../../database/changes/row-of.ts'
import type { StoredEndpoint } from './find-endpoint.store.ts'

const UPDATE = `
  update webhook_endpoints
  set url = $3, types = $4::text[], is_enabled = ($5::text is null), disabled_reason = $5::text
  where organization_id = $1 and id = $2`

export function updateEndpoint(tx: OrganizationTransaction, endpoint: StoredEndpoint): void {
  const { id, url, types, disabledReason } = endpoint
  void tx.run(UPDATE, [id, url, types, disabledReason])
}

/** The endpoint has all of its time again until failures disable it. */
export const forgetFailures = rowsOf<object, [endpointId: string]>(`
  update webhook_endpoint_health
  set failing_since = null, last_error = null
  where organization_id = $1 and endpoint_id = $2`)

const ROTATE = `
  update webhook_endpoints
  set encrypted_secret = $3, previous_encrypted_secret = $4, previous_secret_ends_at = $5
  where organization_id = $1 and id = $2`

/**
 * Stores the secrets of a locked endpoint.
 * @param previousEncryptedSecret null if the previous one ends at once
 */
export function updateSecrets(
  tx: OrganizationTransaction,
  { id, encryptedSecret, previousSecretEndsAt }: StoredEndpoint,
  previousEncryptedSecret: string | null,
): void {
  const endsAt = previousSecretEndsAt?.toISOString() ?? null
  void tx.run(ROTATE, [id, encryptedSecret, previousEncryptedSecret, endsAt])
}

/** Deletes the endpoint, its health, its deliveries and their attempts, which refer to it. */
export const deleteEndpoint = rowsOf<object, [id: string]>(
  'delete from webhook_endpoints where organization_id = $1 and id = $2',
)
