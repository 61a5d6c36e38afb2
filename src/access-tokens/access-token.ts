import Type, { type Static } from 'typebox'
import { Refusal } from '../domain/errors.ts'
import { EXAMPLE_IDS } from '../domain/example-ids.ts'
import { instant, nullableId, nullableInstant, nullableText, recordId } from '../domain/fields.ts'
import { TOKEN_OWNER_LENGTH_MAX } from '../domain/limits.ts'
import { PERMISSIONS } from '../domain/permissions.ts'
import { powersWarnings } from './grant-permissions.rules.ts'

/** What a token is good for at the moment; only a valid one is let in. */
const TOKEN_STATES = ['valid', 'expired', 'revoked'] as const

export type TokenState = (typeof TOKEN_STATES)[number]

/** One thing that a token may do: no permission follows from another one. */
export const TOKEN_PERMISSION = Type.Enum([...PERMISSIONS])

const EXAMPLE_PERMISSIONS = ['fbo_accounts:read', 'outbound_shipments:read']

const ALLOWED_ADDRESSES = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: { type: 'string' },
  description:
    'Blocks of addresses (CIDR) that it may be used from; null where from anywhere. From elsewhere ' +
    'it is answered like an unknown token.',
  examples: [['192.0.2.0/24', '2001:db8::/32']],
})

/** An access token as the further operations show it; the secret itself is nowhere. */
export const ACCESS_TOKEN = Type.Object(
  {
    id: recordId('Identifier of the token; it is no secret.', EXAMPLE_IDS.accessToken),
    organizationId: recordId('The organization that it acts for.', EXAMPLE_IDS.organization),
    permissions: Type.Array(TOKEN_PERMISSION, {
      description: 'What the token may do; each operation names the permission that it needs.',
      examples: [EXAMPLE_PERMISSIONS],
    }),
    owner: nullableText({
      description: 'Whom the token was given to; null where nobody said.',
      minLength: 1,
      maxLength: TOKEN_OWNER_LENGTH_MAX,
      examples: ['Ada Lindqvist'],
    }),
    allowedAddresses: ALLOWED_ADDRESSES,
    state: Type.Enum([...TOKEN_STATES], {
      description: 'Whether the token is let in: only while `valid`.',
      examples: ['valid'],
    }),
    issuedByTokenId: nullableId(
      'The access token that asked for it; null where the operator of the vault did.',
      EXAMPLE_IDS.accessToken,
    ),
    rotatedFromTokenId: nullableId(
      'The access token that it takes the place of; null where it is no rotation.',
      EXAMPLE_IDS.accessToken,
    ),
    createdAt: instant('the token was issued', '2026-11-21T08:30:00.000Z'),
    expiresAt: instant('it expires', '2027-02-19T08:30:00.000Z'),
    revokedAt: nullableInstant('it was revoked, if it was', '2026-11-21T10:02:00.000Z'),
    revokedByTokenId: nullableId(
      'The access token that revoked it; null where the operator of the vault did, or nobody.',
      EXAMPLE_IDS.accessToken,
    ),
    lastUsedAt: nullableInstant(
      'it was last used, to the minute; later uses may not be written yet',
      '2026-11-21T09:58:00.000Z',
    ),
  },
  {
    title: 'AccessToken',
    description: 'An access token: whose it is and what it may do. Its secret is not shown.',
    additionalProperties: false,
  },
)

/** The response that hands a token out, the only one with its secret. */
export const ISSUED_ACCESS_TOKEN = Type.Object(
  {
    ...ACCESS_TOKEN.properties,
    warnings: Type.Array(Type.String(), {
      description: 'What is unwise about its permissions: each thing in a sentence.',
      examples: [[]],
    }),
    token: Type.String({
      description: 'The secret, for `Authorization: Bearer`. Keep it: it cannot be shown again.',
      examples: ['vis_...'],
    }),
  },
  {
    title: 'IssuedAccessToken',
    description: 'An access token, and its secret for the only time.',
    additionalProperties: false,
  },
)

/** Headers of that response. */
export const SECRET_HEADERS = {
  'Cache-Control': Type.String({ description: '`no-store`: the response holds a secret.' }),
}

export type AccessToken = Static<typeof ACCESS_TOKEN>

/** A row of `access_tokens`, column names in camel case, and when it was read. */
export interface AccessTokenRow
  extends Omit<AccessToken, 'state' | 'createdAt' | 'expiresAt' | 'revokedAt' | 'lastUsedAt'> {
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly revokedAt: Date | null
  readonly lastUsedAt: Date | null
  /** By the database's clock, which also decides who is let in. */
  readonly readAt: Date
}

/** The columns of a row, in the order of the view. */
export const ACCESS_TOKEN_COLUMNS = [
  'id',
  'organization_id',
  'permissions',
  'owner',
  'allowed_addresses',
  'issued_by_token_id',
  'rotated_from_token_id',
  'created_at',
  'expires_at',
  'revoked_at',
  'revoked_by_token_id',
  'last_used_at',
] as const

/** Who stands behind a token. */
export interface TokenHolder {
  readonly id: string
  /** The token that it acts for; null where it acts for itself. */
  readonly principalId: string | null
  readonly owner: string | null
}

/** A token that hands out others. */
export interface TokenIssuer extends TokenHolder {
  /** The token that its line began with; null where it did itself. */
  readonly lineId: string | null
}

/**
 * Four eyes: whether two tokens are the same person's, the same one or of one line or of one owner.
 * Without either of them (a record that nobody here created) they are not.
 */
export function isSamePerson(one: TokenHolder | undefined, other: TokenHolder | undefined) {
  if (one === undefined || other === undefined) return false
  const isSameLine = (one.principalId ?? one.id) === (other.principalId ?? other.id)
  return isSameLine || (one.owner !== null && nameOf(one.owner) === nameOf(other.owner))
}

/** Of an owner, however it was typed: `Ada`, `ada `. */
function nameOf(owner: string | null): string | undefined {
  return owner?.normalize('NFKC').trim().toLowerCase()
}

export function tokenState(
  row: Pick<AccessTokenRow, 'revokedAt' | 'expiresAt' | 'readAt'>,
): TokenState {
  if (row.revokedAt !== null) return 'revoked'
  return row.expiresAt.getTime() <= row.readAt.getTime() ? 'expired' : 'valid'
}

export function toAccessToken(row: AccessTokenRow): AccessToken {
  return {
    id: row.id,
    organizationId: row.organizationId,
    permissions: row.permissions,
    owner: row.owner,
    allowedAddresses: row.allowedAddresses,
    state: tokenState(row),
    issuedByTokenId: row.issuedByTokenId,
    rotatedFromTokenId: row.rotatedFromTokenId,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    revokedByTokenId: row.revokedByTokenId,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }
}

/** The response that hands a token out. */
export function toIssuedAccessToken(row: AccessTokenRow, token: string) {
  return { ...toAccessToken(row), warnings: powersWarnings(row), token }
}

/** What an unknown, a malformed and another organization's id are all answered with. */
export function accessTokenNotFound(): Refusal {
  return new Refusal('access_token_not_found', {
    detail: 'The organization has no access token with this id: check the id.',
  })
}
