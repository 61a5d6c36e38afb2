import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { type CurrentConfiguration, lastEnabled } from './endpoint-configuration.store.ts'

/** An endpoint as its locked row has it. */
export interface LockedEndpoint extends CurrentConfiguration {
  readonly id: string
  readonly isEnabled: boolean
  /** When the lock was taken. */
  readonly now: Date
}

const LOCK = `
  select id, url, is_enabled, version, statement_timestamp() as now
  from webhook_endpoints
  where organization_id = $1 and id = any($2::text[])
  order by id
  for update`

/** Locks the rows of endpoints in id order. */
export async function lockEndpoints(
  tx: OrganizationTransaction,
  ids: readonly string[],
): Promise<LockedEndpoint[]> {
  const [rows, enabled] = await Promise.all([
    tx.run<LockedEndpoint>(LOCK, [ids]),
    lastEnabled(tx, ids),
  ])
  return rows.map((row) => ({ ...row, enabledVersion: enabled.get(row.id) ?? null }))
}

const DISABLE = `
  update webhook_endpoints
  set is_enabled = false, disabled_reason = $3
  where organization_id = $1 and id = $2`

export function writeDisabled(tx: OrganizationTransaction, id: string, reason: string): void {
  void tx.run(DISABLE, [id, reason])
}
