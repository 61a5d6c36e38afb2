import { builtInPermissions, isBuiltInRole } from '../domain/built-in-roles.ts'
import type { Caller } from '../domain/caller.ts'
import { Refusal, refusalOf } from '../domain/errors.ts'
import type { Permission } from '../domain/permissions.ts'

/** The permissions of the organization's own roles, by id. */
export type OwnRoles = ReadonlyMap<string, readonly Permission[]>

/** The refusal of roles that the organization does not have; undefined if it has all. */
export function unknownRolesRefusal(
  roleIds: readonly string[],
  ownRoles: OwnRoles,
): Refusal | undefined {
  const violations = roleIds.flatMap((id, index) => {
    if (isBuiltInRole(id) || ownRoles.has(id)) return []
    const detail = 'The organization has no role with this id: send one that List Roles shows.'
    return [{ pointer: `/roles/${index}`, code: 'role_not_found' as const, detail }]
  })
  return violations.length === 0 ? undefined : refusalOf(violations, 'state')
}

/**
 * Nobody grants or takes what he lacks: the refusal of a caller who lacks a permission of these
 * roles. The vault's operator has no permissions, and may grant all.
 */
export function lackingRefusal(
  caller: Pick<Caller, 'tokenId' | 'permissions'>,
  roleIds: readonly string[],
  ownRoles: OwnRoles,
): Refusal | undefined {
  if (caller.tokenId === null) return undefined
  const needed = roleIds.flatMap((id) => [...builtInPermissions(id), ...(ownRoles.get(id) ?? [])])
  const missingPermissions = [...new Set(needed)].filter((each) => !caller.permissions.has(each))
  if (missingPermissions.length === 0) return undefined
  return new Refusal('permission_not_held', {
    detail:
      'You lack permissions that the person has or would have: let somebody do it who has ' +
      `${missingPermissions.join(', ')}.`,
    members: { missingPermissions },
  })
}
