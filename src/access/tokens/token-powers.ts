import { builtInPermissions } from '../../domain/built-in-roles.ts'
import { PERMISSIONS, type Permission } from '../../domain/permissions.ts'

/** The columns that decide which permissions a token has. */
export interface TokenPowers {
  /** Its own. */
  readonly permissions: readonly Permission[]
  readonly roleId: string | null
  /** Those of its role, if that is one of the organization's own. */
  readonly rolePermissions: readonly Permission[]
  /** The session of a person that the token stands for; null for all other tokens. */
  readonly personSessionId: string | null
  readonly personId: string | null
  readonly personRoleIds: readonly string[]
  /** Those of the person's roles that are the organization's own. */
  readonly personRolePermissions: readonly Permission[]
}

/**
 * The permissions that a token has now: its own and those of its role. A person's token has none
 * that the person lacks; that of a session has all of the person's.
 */
export function permissionsOf(powers: TokenPowers): Permission[] {
  const { personId, personSessionId, roleId } = powers
  const own = new Set([
    ...powers.permissions,
    ...(roleId === null ? [] : builtInPermissions(roleId)),
    ...powers.rolePermissions,
  ])
  const isHeld = personId === null ? () => true : holderOf(powers)
  const isGiven = personSessionId === null ? (each: Permission) => own.has(each) : () => true
  return PERMISSIONS.filter((each) => isGiven(each) && isHeld(each))
}

function holderOf({
  personRoleIds,
  personRolePermissions,
}: TokenPowers): (permission: Permission) => boolean {
  const held = new Set([...personRoleIds.flatMap(builtInPermissions), ...personRolePermissions])
  return (permission) => held.has(permission)
}

export function powersOf(token: TokenPowers & { readonly allowedAddresses: string[] | null }) {
  return { permissions: permissionsOf(token), allowedAddresses: token.allowedAddresses }
}
