import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { rowsOf } from '../../database/changes/row-of.ts'
import { modeOf } from '../../domain/caller.ts'
import { refusalOf } from '../../domain/errors.ts'
import { eventOf } from '../../domain/events.ts'
import { foldedValue } from '../../domain/folding.ts'
import { newId } from '../../domain/ids.ts'
import { addressBlock } from '../../domain/ip-ranges.ts'
import { TOKEN_LIFETIME_DAYS_DEFAULT } from '../../domain/limits.ts'
import { BUILT_IN_ROLES, builtInPermissions, type Permission } from '../../domain/permissions.ts'
import { change } from '../../http/change.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import {
  type AccessTokenRow,
  ISSUED_ACCESS_TOKEN,
  issuedTokenResponse,
  type TokenHolder,
} from './access-token.ts'
import { grantRefusal, roleGrantRefusal } from './grant-permissions.rules.ts'
import { eitherViolations, NEW_ACCESS_TOKEN } from './new-access-token.ts'
import {
  permissionsOf,
  TOKEN_HOLDER_COLUMNS,
  TOKEN_POWERS_COLUMNS,
  TOKENS_WITH_POWERS,
  type TokenPowers,
} from './token-powers.ts'
import { newToken, tokenSha256 } from './token-secret.ts'

interface Grant {
  /** The permissions, or the id or the name of a role, whose permissions it has. */
  readonly permissions?: readonly Permission[]
  readonly role?: string
  readonly lifetimeSeconds: number
  /** The person that it is given to; without one it acts for its issuer. */
  readonly owner?: string
  /** CIDR blocks that it may be used from; without them, those of its issuer. */
  readonly allowedAddresses?: readonly string[]
}

/**
 * The vault's operator has no permissions and may grant all.
 *
 * A token without an owner acts for the principal of its issuer, and gets that owner: otherwise a
 * second token would satisfy four eyes. A token that the vault's operator issues acts for itself.
 */
export const issueAccessTokenRoute = change({
  operationId: 'issueAccessToken',
  description:
    'Issues an access token for the organization of your own token. It cannot have permissions ' +
    'or addresses that your own token lacks. Only this response contains the secret.',
  path: '/v1/access-tokens',
  permission: 'access_tokens:manage',
  isOfPowers: true,
  body: NEW_ACCESS_TOKEN,
  bodyViolations: eitherViolations,
  success: {
    ...recordResponse('The token, `valid`, and its secret.', ISSUED_ACCESS_TOKEN),
    status: 201,
  },
  returnsSecret: true,
  refusals: ['role_not_found', 'permission_not_held'],
  input: ({ body }): Grant => {
    const { allowedAddresses, expiresInDays = TOKEN_LIFETIME_DAYS_DEFAULT, ...given } = body
    const blocks = allowedAddresses?.map((text) => addressBlock(text) as string)
    const addresses = blocks && { allowedAddresses: blocks }
    return { ...given, ...addresses, lifetimeSeconds: expiresInDays * 86_400 }
  },
  // The person before the role, as Update Person locks them.
  lock: (tx, { role }, { tokenId }) => ({
    issuer: tokenId === null ? undefined : findIssuer(tx, tokenId),
    role: role === undefined ? undefined : lockGrantedRole(tx, role),
  }),
  judge: ({ caller, input }, { issuer, role }, { nowMs }) => {
    const { permissions = [], allowedAddresses = null, owner } = input
    const refusal = grantRefusal(caller, { permissions, allowedAddresses })
    if (refusal !== undefined) return refusal
    if (input.role !== undefined) {
      if (role === undefined) return roleNotFound()
      const ofRole = [...builtInPermissions(role.id), ...role.permissions]
      const lacking = roleGrantRefusal(caller, ofRole)
      if (lacking !== undefined) return lacking
    }
    const addresses = allowedAddresses ?? caller.allowedAddresses ?? null
    const accessToken: AccessTokenRow = {
      id: newId('tok'),
      organizationId: caller.organizationId,
      permissions,
      roleId: role?.id ?? null,
      rolePermissions: role?.permissions ?? [],
      personSessionId: null,
      // A token that a person issues belongs to that person, whatever its owner text says.
      personId: issuer?.personId ?? null,
      personRoleIds: issuer?.personRoleIds ?? [],
      personRolePermissions: issuer?.personRolePermissions ?? [],
      owner: owner ?? issuer?.owner ?? null,
      allowedAddresses: addresses === null ? null : [...addresses],
      issuedByTokenId: caller.tokenId,
      rotatedFromTokenId: null,
      createdAt: new Date(nowMs),
      expiresAt: new Date(nowMs + input.lifetimeSeconds * 1_000),
      revokedAt: null,
      revokedByTokenId: null,
      lastUsedAt: null,
      readAt: new Date(nowMs),
    }
    const actsForItself = owner !== undefined || issuer === undefined
    const principalId = actsForItself ? null : (issuer.principalId ?? issuer.id)
    const familyId = issuer === undefined ? null : (issuer.familyId ?? issuer.id)
    return { accessToken, principalId, familyId, token: newToken(modeOf(caller)) }
  },
  write: (tx, { result }) => insertToken(tx, result),
  events: (one) => {
    const { accessToken } = one.result
    const { id, roleId, personId, createdAt, expiresAt } = accessToken
    const permissions = roleId === null ? accessToken.permissions : permissionsOf(accessToken)
    return eventOf(one, 'access_token.issued', {
      occurredAt: createdAt,
      subject: { type: 'access_token', id },
      data: {
        permissions: [...permissions],
        ...(roleId !== null && { roleId }),
        ...(personId !== null && { personId }),
        expiresAt: expiresAt.toISOString(),
      },
    })
  },
  respond: issuedTokenResponse,
})

function roleNotFound() {
  const detail = 'The organization has no role with this id or name: List Roles shows all.'
  return refusalOf([{ pointer: '/role', code: 'role_not_found', detail }], 'state')
}

/**
 * Locks the person that the token belongs to, if any. Each change that makes a token of a person
 * does so first: the suspension of a person takes the same lock and misses none.
 */
export const lockPersonOf = rowsOf<object, [tokenId: string]>(`
  select person.id
  from people as person
  join access_tokens as token on token.organization_id = $1 and token.person_id = person.id
  where person.organization_id = $1 and token.id = $2
  for no key update of person`)

interface TokenIssuer extends TokenHolder, TokenPowers {
  /** The first token of its family; null if this is the first. */
  readonly familyId: string | null
}

const ISSUER = `
  select ${TOKEN_HOLDER_COLUMNS}, line_id as family_id,
    ${TOKEN_POWERS_COLUMNS}
  from ${TOKENS_WITH_POWERS}
  where organization_id = $1 and id = $2`

async function findIssuer(
  tx: OrganizationTransaction,
  id: string,
): Promise<TokenIssuer | undefined> {
  const [, [issuer]] = await Promise.all([lockPersonOf(tx, id), tx.run<TokenIssuer>(ISSUER, [id])])
  return issuer
}

interface GrantedRole {
  readonly id: string
  /** Those of an own role; none of a built-in one, whose permissions stand in the program. */
  readonly permissions: readonly Permission[]
}

const GRANTED = `
  select id, permissions
  from roles
  where organization_id = $1 and (id = $2 or name_folded = $3)
  for share`

/**
 * The role with that id or name; undefined if there is none. An own one is locked: it is neither
 * changed nor deleted until the transaction ends. A role's id goes before the name of another.
 */
async function lockGrantedRole(
  tx: OrganizationTransaction,
  idOrName: string,
): Promise<GrantedRole | undefined> {
  const folded = foldedValue(idOrName)
  if (Object.hasOwn(BUILT_IN_ROLES, folded)) return { id: folded, permissions: [] }
  const roles = await tx.run<GrantedRole>(GRANTED, [idOrName, folded])
  return roles.find(({ id }) => id === idOrName) ?? roles[0]
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
  {
    accessToken: one,
    principalId,
    familyId,
    token,
  }: {
    readonly accessToken: AccessTokenRow
    /** The token that it acts for; null if it acts for itself. */
    readonly principalId: string | null
    /** The first token of its family; null if this is the first. */
    readonly familyId: string | null
    readonly token: string
  },
): void {
  const sha256 = tokenSha256(token)
  void tx.run(INSERT, [
    ...[one.id, sha256, one.permissions, one.owner, principalId, familyId],
    ...[one.allowedAddresses, one.issuedByTokenId, one.rotatedFromTokenId],
    ...[one.createdAt, one.expiresAt, one.roleId, one.personId],
  ])
  void tx.run(INSERT_ORGANIZATION, [sha256])
}
