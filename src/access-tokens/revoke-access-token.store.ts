import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import type { AccessTokenRow } from './access-token.ts'

const REVOKE = `
  update access_tokens
  set revoked_at = $3, revoked_by_token_id = $4
  where organization_id = $1 and id = $2`

/** Revokes a token that this transaction has locked. */
export function writeRevocation(
  tx: OrganizationTransaction,
  { id, revokedAt, revokedByTokenId }: AccessTokenRow,
): void {
  void tx.run(REVOKE, [id, revokedAt?.toISOString() ?? null, revokedByTokenId])
}
