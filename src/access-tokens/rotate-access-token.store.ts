import type { Caller } from '../caller.ts'
import type { OrNulls } from '../database/or-nulls.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Permission } from '../permissions.ts'
import { ACCESS_TOKEN_COLUMNS, type AccessTokenRow } from './access-token.ts'

export interface Rotation {
  /** The token whose place is taken. */
  readonly oldTokenId: string
  readonly newTokenId: string
  readonly tokenSha256: Buffer
  /** How long the old one goes on; with 0 it is revoked at once. */
  readonly graceDays: number
}

/** What the statement saw of the old token while it held its lock. */
export interface RotationFacts extends Pick<AccessTokenRow, 'expiresAt' | 'revokedAt' | 'readAt'> {
  readonly permissions: readonly Permission[]
  readonly allowedAddresses: readonly string[] | null
}

type RotationRow = OrNulls<AccessTokenRow> & {
  readonly oldPermissions: readonly Permission[]
  readonly oldAllowedAddresses: readonly string[] | null
  readonly oldExpiresAt: Date
  readonly oldRevokedAt: Date | null
  readonly seenAt: Date
}

/**
 * Rotates a token in one statement: lock, judge, end the old one, store the new one; undefined
 * where the organization has none of that id, a row of null where it could not be rotated.
 *
 * It locks the old token's row. Of two rotations at once the second waits and sees what the first
 * left: revoked, and it is refused; or in its grace, and it rotates that too, which cuts the grace
 * to the shorter one. FOR NO KEY UPDATE: foreign keys of other rows may go on reading it.
 *
 * The new one lives as long as the old one was meant to. `full_lifetime` keeps that where a grace
 * cut it: else whoever lost the first answer and rotates again would get a token of a few days.
 */
export async function rotateAccessToken(
  caller: Caller,
  database: RequestDatabase,
  { oldTokenId, newTokenId, tokenSha256, graceDays }: Rotation,
): Promise<{ row: AccessTokenRow | null; facts: RotationFacts } | undefined> {
  const { organizationId, tokenId, permissions } = caller
  const held = caller.allowedAddresses === undefined ? null : [...caller.allowedAddresses]
  const [found] = await database.decide(
    caller,
    (sql) => sql<RotationRow[]>`
      with old as materialized (
        select id, permissions, allowed_addresses, expires_at, revoked_at
        from access_tokens
        where organization_id = ${organizationId} and id = ${oldTokenId}
        for no key update
      ), wider as (
        select 1 from old
        where allowed_addresses is null and ${held}::text[] is not null
        union all
        select 1 from old, unnest(allowed_addresses) as block
        where not exists (select from unnest(${held}::text[]) as held
          where block::inet <<= held::inet) and ${held}::text[] is not null
      ), ended as (
        update access_tokens
        set full_lifetime = coalesce(full_lifetime, access_tokens.expires_at - created_at),
          revoked_at = case when ${graceDays}::integer = 0 then now() end,
          expires_at = case when ${graceDays}::integer = 0 then access_tokens.expires_at
            else least(access_tokens.expires_at, now() + ${graceDays}::integer * interval '1 day') end
        from old
        where access_tokens.organization_id = ${organizationId} and access_tokens.id = old.id
          and old.revoked_at is null and old.expires_at > now()
          and old.permissions <@ ${[...permissions]}::text[]
          and not exists (select from wider)
        returning access_tokens.id, access_tokens.permissions, owner, principal_id, full_lifetime,
          access_tokens.allowed_addresses
      ), rotated as (
        insert into access_tokens (organization_id, id, token_sha256, permissions, owner,
          principal_id, allowed_addresses, issued_by_token_id, rotated_from_token_id, expires_at)
        select ${organizationId}, ${newTokenId}, ${tokenSha256}, permissions, owner,
          coalesce(principal_id, id), allowed_addresses, ${tokenId}, id, now() + full_lifetime
        from ended
        returning ${sql(ACCESS_TOKEN_COLUMNS)}, now() as read_at
      )
      select rotated.*, old.permissions as old_permissions,
        old.allowed_addresses as old_allowed_addresses, old.expires_at as old_expires_at,
        old.revoked_at as old_revoked_at, now() as seen_at
      from old left join rotated on true`,
  )
  if (found === undefined) return undefined
  const { oldPermissions, oldAllowedAddresses, oldExpiresAt, oldRevokedAt, seenAt, ...row } = found
  return {
    row: row.id === null ? null : row,
    facts: {
      permissions: oldPermissions,
      allowedAddresses: oldAllowedAddresses,
      expiresAt: oldExpiresAt,
      revokedAt: oldRevokedAt,
      readAt: seenAt,
    },
  }
}
