import type { Caller } from '../caller.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { ACCESS_TOKEN_COLUMNS, type AccessTokenRow } from './access-token.ts'

export interface NewAccessToken extends Pick<AccessTokenRow, 'id' | 'owner' | 'allowedAddresses'> {
  readonly permissions: readonly string[]
  readonly tokenSha256: Buffer
  readonly lifetimeSeconds: number
}

/**
 * Stores a token of the caller's organization; its secret is not among what is stored.
 *
 * Without an owner of its own it acts for whoever the caller's token acts for, and has that owner:
 * a second token is no second pair of eyes. One that the vault's operator issues acts for itself.
 */
export async function createAccessToken(
  caller: Caller,
  database: RequestDatabase,
  { id, permissions, owner, allowedAddresses, tokenSha256, lifetimeSeconds }: NewAccessToken,
): Promise<AccessTokenRow> {
  const { organizationId, tokenId } = caller
  const rows = await database.decide(
    caller,
    (sql) => sql<AccessTokenRow[]>`
      insert into access_tokens (organization_id, id, token_sha256, permissions, owner,
        principal_id, allowed_addresses, issued_by_token_id, expires_at)
      select ${organizationId}, ${id}, ${tokenSha256}, ${[...permissions]}::text[],
        coalesce(asked.owner, issuer.owner),
        case when asked.owner is null then coalesce(issuer.principal_id, issuer.id) end,
        ${allowedAddresses === null ? null : [...allowedAddresses]}::text[], ${tokenId}, now() + ${lifetimeSeconds} * interval '1 second'
      from (values (${owner}::text)) as asked (owner)
      left join access_tokens as issuer
        on issuer.organization_id = ${organizationId} and issuer.id = ${tokenId}
      returning ${sql(ACCESS_TOKEN_COLUMNS)}, now() as read_at`,
  )
  return rows[0] as AccessTokenRow
}
