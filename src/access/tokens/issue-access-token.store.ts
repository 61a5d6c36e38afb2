import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import type { AccessTokenRow, TokenIssuer } from './access-token.ts'
import { lockPersonOf } from './lock-person.store.ts'
import {
  TOKEN_HOLDER_COLUMNS,
  TOKEN_POWERS_COLUMNS,
  TOKENS_WITH_POWERS,
} from './token-columns.store.ts'

/** A new token: the record, and the secret, which is shown only once. */
export interface IssuedToken {
  readonly accessToken: AccessTokenRow
  /** The token that it acts for; null if it acts for itself. */
  readonly principalId: string | null
  /** The first token of its family; null if this is the first. */
  readonly familyId: string | null
  readonly token: string
}

const ISSUER = `
  select ${TOKEN_HOLDER_COLUMNS}, line_id as family_id,
    ${TOKEN_POWERS_COLUMNS}
  from ${TOKENS_WITH_POWERS}
  where organization_id = $1 and id = $2`

/** The token that issues another one; undefined if the vault's operator does. */
export async function findIssuer(
  tx: OrganizationTransaction,
  issuerId: string | null,
): Promise<TokenIssuer | undefined> {
  if (issuerId === null) return undefined
  const [, [issuer]] = await Promise.all([
    lockPersonOf(tx, issuerId),
    tx.run<TokenIssuer>(ISSUER, [issuerId]),
  ])
  return issuer
}

const INSERT = `
  insert into access_tokens (organization_id, id, token_sha256, permissions, owner, principal_id,
    line_id, allowed_addresses, issued_by_token_id, rotated_from_token_id, created_at, expires_at,
    role_id, person_id)
  values ($1, $2, $3, $4::text[], $5, $6, $7, $8::text[], $9, $10, $11, $12, $13, $14)`

// Authentication finds the organization of a token here, by its hash alone.
const INSERT_ORGANIZATION = `
  insert into access_token_organizations (organization_id, token_sha256)
  values ($1, $2)`

/** Stores a token without its secret. */
export function insertToken(
  tx: OrganizationTransaction,
  { accessToken, principalId, familyId }: Omit<IssuedToken, 'token'>,
  tokenSha256: Buffer,
): void {
  void tx.run(INSERT, [
    accessToken.id,
    tokenSha256,
    [...accessToken.permissions],
    accessToken.owner,
    principalId,
    familyId,
    accessToken.allowedAddresses,
    accessToken.issuedByTokenId,
    accessToken.rotatedFromTokenId,
    accessToken.createdAt.toISOString(),
    accessToken.expiresAt.toISOString(),
    accessToken.roleId,
    accessToken.personId,
  ])
  void tx.run(INSERT_ORGANIZATION, [tokenSha256])
}
