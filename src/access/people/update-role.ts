import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { eventOf } from '../../domain/events.ts'
import type { Permission } from '../../domain/permissions.ts'
import { type IfMatch, versionRefusal } from '../../domain/versions.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { ordered, type RoleRow, roleNotFound } from './role.ts'
import { builtInRefusal, givingRefusal, nameRefusal, takingRefusal } from './role-change.rules.ts'
import { lockRoles, updateRole } from './roles.store.ts'

interface RoleUpdate {
  readonly id: string
  readonly ifMatch: IfMatch
  readonly changes: { readonly name?: string; readonly permissions?: readonly Permission[] }
}

/** Changes a role, unless nothing changes. Tokens and people have it as it is then. */
export const UPDATE_ROLE = unbatchedChange({
  name: 'update_role',
  isOfPowers: true,
  lock: (tx, _: RoleUpdate) => lockRoles(tx),
  judge: ({ caller, input: { id, ifMatch, changes } }, { roles, policy }, { nowMs }) => {
    const builtIn = builtInRefusal(caller.organizationId, id)
    if (builtIn !== undefined) return builtIn
    const before = roles.find((role) => role.id === id)
    if (before === undefined) return roleNotFound()
    const { name = before.name, permissions = before.permissions } = changes
    const changed = { ...before, name, permissions: ordered(permissions) }
    const refusal =
      signInRefusal(caller, policy, nowMs) ??
      versionRefusal('role', { version: before.version, ifMatch }) ??
      takingRefusal('change', caller, before) ??
      givingRefusal(caller, permissions) ??
      nameRefusal(changed, roles)
    if (refusal !== undefined) return refusal
    if (changedMembers(before, changed).length === 0) return { role: before, before }
    const version = before.version + 1
    return { role: { ...changed, version, changedAt: new Date(nowMs) }, before }
  },
  write: (tx, { result: { role, before } }) => {
    if (role !== before) updateRole(tx, role)
  },
  events: (one) => {
    const { role, before } = one.result
    if (role === before) return []
    const { id, version, changedAt: occurredAt } = role
    const members = changedMembers(before, role)
    const changed = (of: RoleRow) => Object.fromEntries(members.map((name) => [name, of[name]]))
    return eventOf(one, 'role.updated', {
      occurredAt,
      subject: { type: 'role', id },
      data: { version, changedMembers: members, before: changed(before), after: changed(role) },
    })
  },
})

const MEMBERS = ['name', 'permissions'] as const

function changedMembers(before: RoleRow, after: RoleRow) {
  return MEMBERS.filter((member) => String(before[member]) !== String(after[member]))
}
