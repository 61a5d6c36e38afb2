import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import type { Database } from '../../database/database.ts'
import { decideChange } from '../../database/decide-change.ts'
import { builtInPermissions } from '../../domain/built-in-roles.ts'
import { type Caller, modeOf } from '../../domain/caller.ts'
import { type Refusal, refusalOf } from '../../domain/errors.ts'
import { eventOf } from '../../domain/events.ts'
import { newId } from '../../domain/ids.ts'
import type { Permission } from '../../domain/permissions.ts'
import type { AccessTokenRow, TokenIssuer } from './access-token.ts'
import { grantRefusal, roleGrantRefusal } from './grant-permissions.rules.ts'
import { type GrantedRole, lockGrantedRole } from './granted-role.store.ts'
import { findIssuer, type IssuedToken, insertToken } from './issue-access-token.store.ts'
import { permissionsOf, type TokenPowers } from './token-powers.ts'
import { newToken, tokenSha256 } from './token-secret.ts'

interface Grant {
  /** The token that issues it; null if the vault's operator does. */
  readonly issuerId: string | null
  /** None where `role` is given. */
  readonly permissions: readonly Permission[]
  /** The id or the name of a role, whose permissions it has. */
  readonly role?: string
  readonly lifetimeSeconds: number
  /** The person that it is given to; without one it acts for its issuer. */
  readonly owner?: string
  /** CIDR blocks that it may be used from; without them, those of its issuer. */
  readonly allowedAddresses?: readonly string[]
}

/**
 * Issues a token. The vault's operator has no permissions and may grant all.
 *
 * A token without an owner acts for the principal of its issuer, and gets that owner: otherwise a
 * second token would satisfy four eyes. A token that the vault's operator issues acts for itself.
 */
export const ISSUE_ACCESS_TOKEN = unbatchedChange({
  name: 'issue_access_token',
  isOfPowers: true,
  // The person before the role, as Update Person locks them.
  lock: (tx, { issuerId, role }: Grant) => ({
    issuer: findIssuer(tx, issuerId),
    role: role === undefined ? undefined : lockGrantedRole(tx, role),
  }),
  judge: ({ caller, input }, { issuer, role }, { nowMs }) => {
    const { permissions, allowedAddresses = null } = input
    const refusal =
      grantRefusal(caller, { permissions, allowedAddresses }) ??
      (input.role === undefined ? undefined : roleRefusal(caller, role))
    if (refusal !== undefined) return refusal
    const addresses = input.allowedAddresses ?? caller.allowedAddresses ?? null
    const accessToken: AccessTokenRow = {
      id: newId('tok'),
      organizationId: caller.organizationId,
      ...powersGiven(input.permissions, role, issuer),
      owner: input.owner ?? issuer?.owner ?? null,
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
    const actsForItself = input.owner !== undefined || issuer === undefined
    const principalId = actsForItself ? null : (issuer.principalId ?? issuer.id)
    const familyId = issuer === undefined ? null : (issuer.familyId ?? issuer.id)
    return { accessToken, principalId, familyId, token: newToken(modeOf(caller)) }
  },
  write: (tx, { result }) => insertToken(tx, result, tokenSha256(result.token)),
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
})

/** `role_not_found`, or `permission_not_held` for each permission of the role that is missing. */
function roleRefusal(caller: Caller, role: GrantedRole | undefined): Refusal | undefined {
  if (role === undefined) {
    const detail = 'The organization has no role with this id or name: List Roles shows all.'
    return refusalOf([{ pointer: '/role', code: 'role_not_found', detail }], 'state')
  }
  const permissions = [...builtInPermissions(role.id), ...role.permissions]
  return roleGrantRefusal(caller, permissions)
}

/** A token that a person issues belongs to that person, whatever its owner text says. */
function powersGiven(
  permissions: readonly Permission[],
  role: GrantedRole | undefined,
  issuer: TokenIssuer | undefined,
): TokenPowers {
  return {
    permissions,
    roleId: role?.id ?? null,
    rolePermissions: role?.permissions ?? [],
    personSessionId: null,
    personId: issuer?.personId ?? null,
    personRoleIds: issuer?.personRoleIds ?? [],
    personRolePermissions: issuer?.personRolePermissions ?? [],
  }
}

/** Issues a token from the command line. */
export async function issueAccessToken(
  caller: Caller,
  database: Pick<Database, 'change'>,
  grant: Omit<Grant, 'issuerId'>,
): Promise<IssuedToken> {
  const input = { ...grant, issuerId: caller.tokenId }
  return await decideChange(caller, database, ISSUE_ACCESS_TOKEN, input)
}
