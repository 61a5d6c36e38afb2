import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import { ORGANIZATION_POLICY_COLUMNS, type OrganizationPolicyRow } from './organization-policy.ts'

const LOCK = 'select id from organizations where id = $1 for no key update'

/**
 * Locks the organization's row until the transaction ends: of two that change different members the
 * second begins with what the first wrote, and both are kept.
 */
export async function lockPolicy(tx: OrganizationTransaction): Promise<void> {
  await tx.run(LOCK, [])
}

const INSERT = `
  insert into organization_policies (${ORGANIZATION_POLICY_COLUMNS.join(', ')})
  values ($1, $2, $3::text::boolean, $4, $5, $6, $7, $8, $9::text[], $10, $11)`

export function insertPolicy(tx: OrganizationTransaction, policy: OrganizationPolicyRow): void {
  void tx.run(INSERT, [
    policy.version,
    String(policy.fourEyes),
    policy.transferExpirySeconds,
    policy.insuredExposure,
    policy.systemApproval,
    policy.systemApprovalMaxItems,
    policy.systemApprovalMaxDeclaredValueCents,
    policy.systemApprovalReasons,
    policy.changedAt?.toISOString() ?? null,
    policy.changedByTokenId,
  ])
}
