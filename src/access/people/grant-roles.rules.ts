import { isRole, type OwnRoles, permissionsOfRoles } from '../../domain/built-in-roles.ts'
import type { Caller } from '../../domain/caller.ts'
import { type Refusal, refusalOf } from '../../domain/errors.ts'
import { lackingRefusal } from '../tokens/grant-permissions.rules.ts'

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
