import type { Change } from '../database/changes/change.ts'
import type { Database } from '../database/database.ts'
import { decideChange } from '../database/decide-change.ts'
import type { Caller } from '../domain/caller.ts'
import { eventOf } from '../domain/events.ts'
import { newId } from '../domain/ids.ts'
import type { Permission } from '../domain/permissions.ts'
import type { AccessTokenRow, TokenIssuer } from './access-token.ts'
import { findIssuer, type IssuedToken, insertToken } from './issue-access-token.store.ts'
import { newToken, tokenSha256 } from './token-secret.ts'

interface Grant {
  /** The token that issues it; null if the vault's operator does. */
  readonly issuerId: string | null
  readonly permissions: readonly Permission[]
  readonly lifetimeSeconds: number
  /** The person that it is given to; without one it acts for its issuer. */
  readonly owner?: string
  /** CIDR blocks that it may be used from; without them, those of its issuer. */
  readonly allowedAddresses?: readonly string[]
}

/**
 * Issues a token. The caller's permissions are not checked here, because the vault's operator has
 * none and may grant all.
 *
 * A token without an owner acts for the principal of its issuer, and gets that owner: otherwise a
 * second token would satisfy four eyes. A token that the vault's operator issues acts for itself.
 */
export const ISSUE_ACCESS_TOKEN: Change<Grant, TokenIssuer | undefined, IssuedToken> = {
  name: 'issue_access_token',
  lock: (tx, inputs) => findIssuer(tx, (inputs[0] as Grant).issuerId),
  judge: ({ caller, input }, issuer, { nowMs }) => {
    const addresses = input.allowedAddresses ?? caller.allowedAddresses ?? null
    const accessToken: AccessTokenRow = {
      id: newId('tok'),
      organizationId: caller.organizationId,
      ...powersOf(input.permissions, issuer),
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
    return { accessToken, principalId, familyId, token: newToken() }
  },
  write: (tx, accepted) => {
    for (const { result } of accepted) insertToken(tx, result, tokenSha256(result.token))
  },
  events: (accepted) =>
    accepted.map((one) => {
      const { id, permissions, personId, createdAt, expiresAt } = one.result.accessToken
      return eventOf(one, 'access_token.issued', {
        occurredAt: createdAt,
        subject: { type: 'access_token', id },
        data: {
          permissions: [...permissions],
          ...(personId !== null && { personId }),
          expiresAt: expiresAt.toISOString(),
        },
      })
    }),
}

/** A token that a person issues belongs to that person, whatever its owner text says. */
function powersOf(permissions: readonly Permission[], issuer: TokenIssuer | undefined) {
  return {
    permissions,
    roleId: null,
    rolePermissions: [],
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
