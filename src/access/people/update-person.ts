import { lockOrganization } from '../../database/changes/lock-organization.store.ts'
import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { eventOf } from '../../domain/events.ts'
import { foldedEmail } from '../../domain/folding.ts'
import { type IfMatch, versionRefusal } from '../../domain/versions.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { personPowersRefusal, unknownRolesRefusal } from './grant-roles.rules.ts'
import { emailTaken, type Invitation } from './invite-person.ts'
import { lockPerson, lockPersonOfEmail } from './lock-person.store.ts'
import { type PersonRow, personNotFound } from './person.ts'
import { readOwnRoles } from './roles.store.ts'
import { updatePerson } from './write-person.store.ts'

interface PersonUpdate {
  readonly id: string
  readonly ifMatch: IfMatch
  readonly changes: Partial<Invitation>
}

export const UPDATE_PERSON = unbatchedChange({
  name: 'update_person',
  isOfPowers: true,
  lock: (tx, { id, changes: { email } }: PersonUpdate) => ({
    // Roles are deleted behind the same lock.
    organization: lockOrganization(tx),
    ofEmail: email === undefined ? undefined : lockPersonOfEmail(tx, foldedEmail(email)),
    before: lockPerson(tx, id),
    ownRoles: readOwnRoles(tx),
    policy: currentPolicy(tx),
  }),
  judge: ({ caller, input: { ifMatch, changes } }, facts, { nowMs }) => {
    const { before, ofEmail, ownRoles, policy } = facts
    if (before === undefined) return personNotFound()
    const { roles: roleIds = before.roleIds, email = before.email, name = before.name } = changes
    const concerned = [...before.roleIds, ...roleIds]
    const refusal =
      signInRefusal(caller, policy, nowMs) ??
      versionRefusal('person', { version: before.version, ifMatch }) ??
      unknownRolesRefusal(changes.roles ?? [], ownRoles) ??
      // Also for a name: it is the identity of the person for four eyes.
      personPowersRefusal(caller, concerned, ownRoles)
    if (refusal !== undefined) return refusal
    if (ofEmail !== undefined && ofEmail.id !== before.id) return emailTaken(ofEmail.id)
    const changed = { ...before, email: foldedEmail(email), name, roleIds }
    const isChanged = changedMembers(before, changed).length > 0
    const person = isChanged ? { ...changed, version: before.version + 1 } : before
    return { before, person, at: new Date(nowMs) }
  },
  write: (tx, { result: { before, person } }) => {
    if (person !== before) updatePerson(tx, person)
  },
  events: (one) => {
    const { before, person, at: occurredAt } = one.result
    const members = changedMembers(before, person)
    if (members.length === 0) return []
    const roles = members.includes('roles') && {
      before: { roles: before.roleIds },
      after: { roles: person.roleIds },
    }
    const data = { version: person.version, changedMembers: members, ...roles }
    const subject = { type: 'person', id: person.id } as const
    return eventOf(one, 'person.updated', { occurredAt, subject, data })
  },
})

function changedMembers(before: PersonRow, after: PersonRow): string[] {
  const sorted = ({ roleIds }: PersonRow) => roleIds.toSorted().join()
  return [
    ...(['email', 'name'] as const).filter((member) => before[member] !== after[member]),
    ...(sorted(before) === sorted(after) ? [] : ['roles']),
  ]
}
