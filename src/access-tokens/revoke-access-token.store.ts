import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'

const REVOKE = `
  update access_tokens set revoked_at = $3 where organization_id = $1 and id = $2`

/** Revokes a token that this transaction has locked. */
export function writeRevocation(
  tx: OrganizationTransaction,
  { id, revokedAt }: { readonly id: string; readonly revokedAt: Date | null },
): void {
  void tx.run(REVOKE, [id, revokedAt?.toISOString() ?? null])
}
