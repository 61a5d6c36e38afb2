import type { Caller } from '../../domain/caller.ts'
import { Refusal, refusalOf } from '../../domain/errors.ts'
import { foldedValue } from '../../domain/folding.ts'
import { ROLES_MAX } from '../../domain/limits.ts'
import {
  isRole,
  type OwnRoles,
  type Permission,
  permissionsOfRoles,
} from '../../domain/permissions.ts'
import { grantRefusal, lackingRefusal, lacksOf } from '../tokens/grant-permissions.rules.ts'
import { builtInRole, type RoleRow, type RoleUses } from './role.ts'

// Nobody grants what they lack, nor takes it from others: who creates, changes or deletes a role
// has all its permissions, before and after.

/** `permission_not_held` for permissions in the body of a request. */
export function givingRefusal(caller: Caller, permissions: readonly Permission[]) {
  return grantRefusal(caller, { permissions, allowedAddresses: null })
}

/** `permission_not_held` for permissions that a role has already. */
export function takingRefusal(verb: 'change' | 'delete', caller: Caller, role: RoleRow) {
  return lackingRefusal(caller, role.permissions, lacksOf('role', verb))
}

/** `role_name_taken`: by a built-in role, or by another one of the organization. */
export function nameRefusal(
  { id, organizationId, name }: Pick<RoleRow, 'id' | 'organizationId' | 'name'>,
  roles: readonly RoleRow[],
): Refusal | undefined {
  // Names that differ in case, width or spaces are one.
  const folded = foldedValue(name)
  const other =
    builtInRole(organizationId, folded) ??
    roles.find((role) => role.id !== id && foldedValue(role.name) === folded)
  if (other === undefined) return undefined
  const detail = `The role ${other.id} has this name: choose another one.`
  return refusalOf([{ pointer: '/name', code: 'role_name_taken', detail }], 'state')
}

/** `role_built_in`. */
export function builtInRefusal(organizationId: string, id: string): Refusal | undefined {
  const role = builtInRole(organizationId, id)
  if (role === undefined) return undefined
  const detail = `The role ${id} is built-in: create a role of your own with other permissions.`
  return new Refusal('role_built_in', { detail })
}

/** `too_many_roles`. */
export function countRefusal(roles: readonly RoleRow[]): Refusal | undefined {
  if (roles.length < ROLES_MAX) return undefined
  return new Refusal('too_many_roles', {
    detail:
      `The organization has ${ROLES_MAX} roles of its own, and may have no more: delete one, or ` +
      'change one.',
  })
}

/** `role_in_use`. */
export function useRefusal({
  accessTokens,
  people,
  isGivenAtSignIn,
}: RoleUses): Refusal | undefined {
  if (accessTokens + people === 0 && !isGivenAtSignIn) return undefined
  const had =
    `Valid tokens (${accessTokens}) or people (${people}) have this role: revoke those tokens ` +
    'and give those people other roles first.'
  const given =
    'The identity provider gives this role: take it out of its defaultRoles and roleMapping first.'
  const details = [
    ...(accessTokens + people === 0 ? [] : [had]),
    ...(isGivenAtSignIn ? [given] : []),
  ]
  return new Refusal('role_in_use', {
    detail: details.join(' '),
    members: { accessTokensTotal: accessTokens, peopleTotal: people },
  })
}

/** The refusal of roles that the organization does not have; undefined if it has all. */
export function unknownRolesRefusal(
  roleIds: readonly string[],
  ownRoles: OwnRoles,
): Refusal | undefined {
  const violations = roleIds.flatMap((id, index) => {
    if (isRole(id, ownRoles)) return []
    const detail = 'The organization has no role with this id: send one that List Roles shows.'
    return [{ pointer: `/roles/${index}`, code: 'role_not_found' as const, detail }]
  })
  return violations.length === 0 ? undefined : refusalOf(violations, 'state')
}

/** The refusal of a caller who lacks a permission of these roles of a person, before or after. */
export function personPowersRefusal(
  caller: Caller,
  roleIds: readonly string[],
  ownRoles: OwnRoles,
): Refusal | undefined {
  return lackingRefusal(
    caller,
    permissionsOfRoles(roleIds, ownRoles),
    (missing) =>
      'You lack permissions that the person has or would have: let somebody do it who has ' +
      `${missing}.`,
  )
}
