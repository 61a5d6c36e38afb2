import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import type { AccessTokenRow } from './access-token.ts'
import { ACCESS_TOKEN_COLUMNS, TOKENS_WITH_POWERS } from './token-columns.store.ts'

interface LockedToken extends AccessTokenRow {
  readonly principalId: string | null
  readonly familyId: string | null
  /** The lifetime that the token was issued with, even if a rotation has shortened it. */
  readonly fullLifetimeMs: number
}

const LOCK = `
  select id from access_tokens
  where organization_id = $1 and id = $2
  for no key update`

const LOCKED = `
  select ${ACCESS_TOKEN_COLUMNS}, statement_timestamp() as read_at, principal_id,
    line_id as family_id,
    (extract(epoch from coalesce(full_lifetime, expires_at - created_at)) * 1000)::float8
      as full_lifetime_ms
  from ${TOKENS_WITH_POWERS}
  where organization_id = $1 and id = $2`

/** Locks the token: of two who rotate or revoke it, the second sees it as the first left it. */
export async function lockToken(
  tx: OrganizationTransaction,
  id: string,
): Promise<LockedToken | undefined> {
  const [, [token]] = await Promise.all([tx.run(LOCK, [id]), tx.run<LockedToken>(LOCKED, [id])])
  return token
}

const END = `
  update access_tokens
  set full_lifetime = $3::float8 * interval '1 millisecond', revoked_at = $4,
    revoked_by_token_id = $5, expires_at = $6
  where organization_id = $1 and id = $2`

/** Stores the end of a locked token: its revocation, or an earlier expiry. */
export function endToken(tx: OrganizationTransaction, token: LockedToken): void {
  void tx.run(END, [
    token.id,
    token.fullLifetimeMs,
    token.revokedAt?.toISOString() ?? null,
    token.revokedByTokenId,
    token.expiresAt.toISOString(),
  ])
}
