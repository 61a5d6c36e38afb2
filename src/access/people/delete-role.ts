import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { Refusal } from '../../domain/errors.ts'
import { eventOf } from '../../domain/events.ts'
import { type IfMatch, versionRefusal } from '../../domain/versions.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { roleNotFound } from './role.ts'
import { builtInRefusal, takingRefusal } from './role-change.rules.ts'
import { deleteRole, lockRoleToDelete, type RoleUses } from './roles.store.ts'

interface RoleDeletion {
  readonly id: string
  readonly ifMatch: IfMatch
}

/** Deletes a role that nobody has; the result is the role before. */
export const DELETE_ROLE = unbatchedChange({
  name: 'delete_role',
  isOfPowers: true,
  lock: (tx, { id }: RoleDeletion) => lockRoleToDelete(tx, id),
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
  write: (tx, { result: { role } }) => deleteRole(tx, role.id),
  events: (one) => {
    const { role, at: occurredAt } = one.result
    const { id, name, permissions } = role
    const data = { before: { name, permissions } }
    return eventOf(one, 'role.deleted', { occurredAt, subject: { type: 'role', id }, data })
  },
})

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
