import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import { ACCESS_TOKEN_COLUMNS, type AccessTokenRow } from './access-token.ts'

/** A token under its lock. */
export interface LockedToken extends AccessTokenRow {
  readonly principalId: string | null
  readonly lineId: string | null
  /** How long it was meant to live, also where a rotation cut that short. */
  readonly fullLifetimeMs: number
}

const LOCK = `
  select ${ACCESS_TOKEN_COLUMNS.join(', ')}, statement_timestamp() as read_at, principal_id, line_id,
    (extract(epoch from coalesce(full_lifetime, expires_at - created_at)) * 1000)::float8
      as full_lifetime_ms
  from access_tokens
  where organization_id = $1 and id = $2
  for no key update`

/**
 * The token, locked; undefined where the organization has none of that id. Of two that rotate or
 * revoke it at once the second waits, and sees what the first left. FOR NO KEY UPDATE: foreign keys
 * of other rows may go on reading it.
 */
export async function lockToken(
  tx: OrganizationTransaction,
  id: string,
): Promise<LockedToken | undefined> {
  const [token] = await tx.run<LockedToken>(LOCK, [id])
  return token
}

const END = `
  update access_tokens
  set full_lifetime = $3::float8 * interval '1 millisecond', revoked_at = $4,
    revoked_by_token_id = $5, expires_at = $6
  where organization_id = $1 and id = $2`

/** Ends a token whose place another one takes, now or in a while. */
export function endToken(tx: OrganizationTransaction, token: LockedToken): void {
  void tx.run(END, [
    token.id,
    token.fullLifetimeMs,
    token.revokedAt?.toISOString() ?? null,
    token.revokedByTokenId,
    token.expiresAt.toISOString(),
  ])
}
