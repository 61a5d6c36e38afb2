import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'

/** An endpoint as its locked row has it. */
export interface LockedEndpoint {
  readonly id: string
  readonly isEnabled: boolean
  readonly version: number
  /** When the lock was taken. */
  readonly now: Date
}

const LOCK = `
  select id, is_enabled, version, statement_timestamp() as now
  from webhook_endpoints
  where organization_id = $1 and id = any($2::text[])
  order by id
  for update`

/** Locks the rows of endpoints in id order. */
export async function lockEndpoints(
  tx: OrganizationTransaction,
  ids: readonly string[],
): Promise<LockedEndpoint[]> {
  return await tx.run<LockedEndpoint>(LOCK, [ids])
}

const DISABLE = `
  update webhook_endpoints
  set is_enabled = false, disabled_reason = $3
  where organization_id = $1 and id = $2`

export function writeDisabled(tx: OrganizationTransaction, id: string, reason: string): void {
  void tx.run(DISABLE, [id, reason])
}
