import type { Change } from '../database/changes/change.ts'
import { Refusal } from '../domain/errors.ts'
import { newId } from '../domain/ids.ts'
import { ROLES_MAX } from '../domain/limits.ts'
import type { Permission } from '../domain/permissions.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { ordered, type RoleRow } from './role.ts'
import { givingRefusal, nameRefusal } from './role-change.rules.ts'
import { roleEvent } from './role-events.ts'
import { insertRole, lockRoles, type RoleFacts } from './roles.store.ts'

interface NewRole {
  readonly name: string
  readonly permissions: readonly Permission[]
}

/** Creates a role. The vault's operator may give it any permission. */
export const CREATE_ROLE: Change<NewRole, RoleFacts, RoleRow> = {
  name: 'create_role',
  isOfPowers: true,
  lock: (tx) => lockRoles(tx),
  judge: ({ caller, input }, { roles, policy }, { nowMs }) => {
    const { organizationId } = caller
    const at = new Date(nowMs)
    const permissions = ordered(input.permissions)
    const names = { organizationId, id: newId('role'), name: input.name }
    const role = { ...names, permissions, createdAt: at, changedAt: at, version: 1 }
    const refusal =
      signInRefusal(caller, policy, nowMs) ??
      givingRefusal(caller, input.permissions) ??
      nameRefusal(role, roles)
    if (refusal !== undefined) return refusal
    return roles.length >= ROLES_MAX ? tooMany() : role
  },
  write: (tx, accepted) => {
    for (const { result } of accepted) insertRole(tx, result)
  },
  events: (accepted) =>
    accepted.map((one) => {
      const { name, permissions } = one.result
      const data = { version: 1, after: { name, permissions } }
      return roleEvent(one, 'role.created', { role: one.result, at: one.result.changedAt, data })
    }),
}

function tooMany(): Refusal {
  return new Refusal('too_many_roles', {
    detail:
      `The organization has ${ROLES_MAX} roles of its own, and may have no more: delete one, or ` +
      'change one.',
  })
}
