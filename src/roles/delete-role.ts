import type { Change } from '../database/changes/change.ts'
import { Refusal } from '../domain/errors.ts'
import { type IfMatch, versionRefusal } from '../domain/versions.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { type RoleRow, roleNotFound } from './role.ts'
import { builtInRefusal, takingRefusal } from './role-change.rules.ts'
import { roleEvent } from './role-events.ts'
import { deleteRole, lockRoleToDelete, type RoleFacts, type RoleUses } from './roles.store.ts'

interface RoleDeletion {
  readonly id: string
  readonly ifMatch: IfMatch
}

interface DeletedRole {
  readonly role: RoleRow
  readonly at: Date
}

/** Deletes a role that nobody has; the result is the role before. */
export const DELETE_ROLE: Change<
  RoleDeletion,
  RoleFacts & { readonly uses: RoleUses },
  DeletedRole
> = {
  name: 'delete_role',
  isOfPowers: true,
  lock: (tx, inputs) => lockRoleToDelete(tx, (inputs[0] as RoleDeletion).id),
  judge: ({ caller, input: { id, ifMatch } }, { roles, policy, uses }, { nowMs }) => {
    const builtIn = builtInRefusal(caller.organizationId, id)
    if (builtIn !== undefined) return builtIn
    const role = roles.find((one) => one.id === id)
    if (role === undefined) return roleNotFound()
    const refusal =
      signInRefusal(caller, policy, nowMs) ??
      versionRefusal('role', { version: role.version, ifMatch }) ??
      takingRefusal('delete', caller, role) ??
      inUse(uses)
    return refusal ?? { role, at: new Date(nowMs) }
  },
  write: (tx, accepted) => {
    for (const { result } of accepted) deleteRole(tx, result.role.id)
  },
  events: (accepted) =>
    accepted.map((one) => {
      const { role, at } = one.result
      const { name, permissions } = role
      return roleEvent(one, 'role.deleted', { role, at, data: { before: { name, permissions } } })
    }),
}

function inUse({ accessTokens, people, isGivenAtSignIn }: RoleUses): Refusal | undefined {
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
