import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import type { AccessTokenRow, TokenIssuer } from './access-token.ts'

/** A token: the record, and the secret, which nobody can see again. */
export interface IssuedToken {
  readonly accessToken: AccessTokenRow
  /** The token that it acts for; null where it acts for itself. */
  readonly principalId: string | null
  /** The token that its line began with; null where it begins one itself. */
  readonly lineId: string | null
  readonly token: string
}

const HOLDER = `
  select id, principal_id, line_id, owner
  from access_tokens
  where organization_id = $1 and id = $2`

/** The token that asks for another one; undefined where the vault's operator does. */
export async function findIssuer(
  tx: OrganizationTransaction,
  issuerId: string | null,
): Promise<TokenIssuer | undefined> {
  if (issuerId === null) return undefined
  const [issuer] = await tx.run<TokenIssuer>(HOLDER, [issuerId])
  return issuer
}

const INSERT = `
  insert into access_tokens (organization_id, id, token_sha256, permissions, owner, principal_id,
    line_id, allowed_addresses, issued_by_token_id, rotated_from_token_id, created_at, expires_at)
  values ($1, $2, $3, $4::text[], $5, $6, $7, $8::text[], $9, $10, $11, $12)`

// By its hash the token's organization is found, before anything else is known of a request.
const NOTE_ORGANIZATION = `
  insert into access_token_organizations (organization_id, token_sha256)
  values ($1, $2)
  on conflict (token_sha256) do nothing`

/** Stores a token; its secret is not among what is stored. */
export function insertToken(
  tx: OrganizationTransaction,
  { accessToken, principalId, lineId }: Omit<IssuedToken, 'token'>,
  tokenSha256: Buffer,
): void {
  void tx.run(INSERT, [
    accessToken.id,
    tokenSha256,
    accessToken.permissions,
    accessToken.owner,
    principalId,
    lineId,
    accessToken.allowedAddresses,
    accessToken.issuedByTokenId,
    accessToken.rotatedFromTokenId,
    accessToken.createdAt.toISOString(),
    accessToken.expiresAt.toISOString(),
  ])
  void tx.run(NOTE_ORGANIZATION, [tokenSha256])
}
