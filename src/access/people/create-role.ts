import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { Refusal } from '../../domain/errors.ts'
import { eventOf } from '../../domain/events.ts'
import { newId } from '../../domain/ids.ts'
import { ROLES_MAX } from '../../domain/limits.ts'
import type { Permission } from '../../domain/permissions.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { ordered } from './role.ts'
import { givingRefusal, nameRefusal } from './role-change.rules.ts'
import { insertRole, lockRoles } from './roles.store.ts'

interface NewRole {
  readonly name: string
  readonly permissions: readonly Permission[]
}

/** Creates a role. The vault's operator may give it any permission. */
export const CREATE_ROLE = unbatchedChange({
  name: 'create_role',
  isOfPowers: true,
  lock: (tx, _: NewRole) => lockRoles(tx),
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
  write: (tx, { result }) => insertRole(tx, result),
  events: (one) => {
    const { id, name, permissions, createdAt: occurredAt } = one.result
    const data = { version: 1, after: { name, permissions } }
    return eventOf(one, 'role.created', { occurredAt, subject: { type: 'role', id }, data })
  },
})

function tooMany(): Refusal {
  return new Refusal('too_many_roles', {
    detail:
      `The organization has ${ROLES_MAX} roles of its own, and may have no more: delete one, or ` +
      'change one.',
  })
}
