import { type Static, Type } from 'typebox'
import { unknownRecord } from '../../domain/errors.ts'
import {
  byId,
  columnsOf,
  instant,
  namedObject,
  nullableId,
  nullableInstant,
  nullableText,
  type RowOf,
  recordId,
  responseMaker,
} from '../../domain/fields.ts'
import { foldedValue } from '../../domain/folding.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import { TOKEN_OWNER_LENGTH_MAX } from '../../domain/limits.ts'
import { PERMISSIONS } from '../../domain/permissions.ts'
import { powersWarnings } from './grant-permissions.rules.ts'
import { permissionsOf, type TokenPowers } from './token-powers.ts'

const TOKEN_STATES = ['valid', 'expired', 'revoked'] as const

/** No permission implies another one. */
export const TOKEN_PERMISSION = Type.Enum([...PERMISSIONS], { title: 'Permission' })

const ALLOWED_ADDRESSES = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: { type: 'string' },
  description:
    'CIDR blocks of the addresses from which the token may be used; null if any is allowed. ' +
    'From another address, it is refused like an unknown token.',
  examples: [['192.0.2.0/24', '2001:db8::/32']],
})

export const ACCESS_TOKEN = namedObject('AccessToken', 'An access token without its secret.', {
  id: recordId('Identifier of the token, which is not secret.', EXAMPLE_IDS.accessToken),
  organizationId: recordId('Organization that the token belongs to.', EXAMPLE_IDS.organization),
  permissions: Type.Array(TOKEN_PERMISSION, {
    title: 'TokenPermissions',
    description:
      'Permissions that the token has now, with those of its role. Each operation names the ' +
      "permission that it requires. A person's token has none that the person lacks. " +
      '`webhooks:manage` sends all events to any public URL, also without `events:read`.',
    examples: [['fbo_accounts:read', 'outbound_shipments:read']],
  }),
  roleId: nullableId('The role that the token was issued with; null if none.', EXAMPLE_IDS.role),
  personId: nullableId(
    "The person that the token belongs to; null if it is a machine's.",
    EXAMPLE_IDS.person,
  ),
  owner: nullableText({
    description:
      'The person or machine to whom the token was given, as its issuer called it; null if not ' +
      'recorded.',
    minLength: 1,
    maxLength: TOKEN_OWNER_LENGTH_MAX,
    examples: ['Ada Lindqvist'],
  }),
  allowedAddresses: ALLOWED_ADDRESSES,
  state: Type.Enum([...TOKEN_STATES], {
    description: 'State of the token: the service accepts it only while `valid`.',
    examples: ['valid'],
  }),
  issuedByTokenId: nullableId(
    'The access token that issued this token; null if the operator of the vault issued it.',
    EXAMPLE_IDS.accessToken,
  ),
  rotatedFromTokenId: nullableId(
    'The access token that this token replaced in a rotation; null otherwise.',
    EXAMPLE_IDS.accessToken,
  ),
  createdAt: instant('the token was issued', '2026-11-21T08:30:00.000Z'),
  expiresAt: instant('the token expires', '2027-02-19T08:30:00.000Z'),
  revokedAt: nullableInstant('the token was revoked', '2026-11-21T10:02:00.000Z'),
  revokedByTokenId: nullableId(
    'The access token that revoked this token; null if the operator of the vault did, or if ' +
      'nobody did.',
    EXAMPLE_IDS.accessToken,
  ),
  lastUsedAt: nullableInstant(
    'the token was last used, to the minute (the latest use may not be recorded yet)',
    '2026-11-21T09:58:00.000Z',
  ),
})

export const ISSUED_ACCESS_TOKEN = namedObject(
  'IssuedAccessToken',
  'A new access token with its secret.',
  {
    ...ACCESS_TOKEN.properties,
    warnings: Type.Array(Type.String(), {
      description: 'Warnings about risky combinations of permissions, each a sentence.',
      examples: [[]],
    }),
    token: Type.String({
      description: 'The secret, for `Authorization: Bearer`. Store it: it is shown only once.',
      examples: ['vis_...'],
    }),
  },
)

export type AccessToken = Static<typeof ACCESS_TOKEN>

/** A row of `access_tokens`, and when it was read. */
export interface AccessTokenRow
  extends Omit<RowOf<AccessToken>, 'state' | keyof TokenPowers>,
    TokenPowers {
  /** By the database's clock, which also decides at authentication. */
  readonly readAt: Date
}

const {
  state: _,
  permissions: _own,
  roleId: _role,
  personId: _person,
  ...STORED
} = ACCESS_TOKEN.properties

/** The columns of `access_tokens` that are members of the record as they are. */
export const STORED_TOKEN_COLUMNS = columnsOf({ properties: STORED })

const toResponse = responseMaker(ACCESS_TOKEN)

/** The identity of a token for the four-eyes rule. */
export interface TokenHolder {
  readonly id: string
  /** The token that it acts for; null if it acts for itself. */
  readonly principalId: string | null
  /** Null if it is a machine's. */
  readonly personId: string | null
  /** The name of that person, else the owner that its issuer gave. */
  readonly owner: string | null
}

/**
 * Four eyes: whether two tokens belong to the same person, act for the same principal or have the
 * same owner. Two people with one name are two; the name of a person and a machine's owner are not
 * told apart. False if either is undefined: an imported record has no creator here.
 */
export function isSamePerson(one: TokenHolder | undefined, other: TokenHolder | undefined) {
  if (one === undefined || other === undefined) return false
  if (one.personId !== null && other.personId !== null) return one.personId === other.personId
  const isSamePrincipal = (one.principalId ?? one.id) === (other.principalId ?? other.id)
  return isSamePrincipal || isSameName(one.owner, other.owner)
}

function isSameName(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && foldedValue(one) === foldedValue(other)
}

export function tokenState(
  row: Pick<AccessTokenRow, 'revokedAt' | 'expiresAt' | 'readAt'>,
): (typeof TOKEN_STATES)[number] {
  if (row.revokedAt !== null) return 'revoked'
  return row.expiresAt.getTime() <= row.readAt.getTime() ? 'expired' : 'valid'
}

export function toAccessToken(row: AccessTokenRow): AccessToken {
  return toResponse({ ...row, permissions: permissionsOf(row), state: tokenState(row) })
}

/** The one response with the secret of a token. */
export function issuedTokenResponse(issued: {
  readonly accessToken: AccessTokenRow
  readonly token: string
}) {
  const { accessToken, token } = issued
  const data = toAccessToken(accessToken)
  return {
    body: { data: { ...data, warnings: powersWarnings(data), token } },
    headers: { 'Cache-Control': 'no-store' },
  }
}

export const accessTokenNotFound = unknownRecord('access_token_not_found', 'access token')
export const ACCESS_TOKEN_BY_ID = byId(ACCESS_TOKEN, accessTokenNotFound)
