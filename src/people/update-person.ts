import type { Change, ChangeRequest, DecisionTime } from '../database/changes/change.ts'
import { lockOrganization } from '../database/changes/lock-organization.store.ts'
import type { OwnRoles } from '../domain/built-in-roles.ts'
import { eventOf } from '../domain/events.ts'
import { foldedEmail } from '../domain/text.ts'
import { type IfMatch, versionRefusal } from '../domain/versions.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import type { OrganizationPolicyRow } from '../organizations/organization-policy.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { readOwnRoles } from '../roles/own-roles.store.ts'
import { personPowersRefusal, unknownRolesRefusal } from './grant-roles.rules.ts'
import { emailTaken, type Invitation } from './invite-person.ts'
import { lockPerson, lockPersonOfEmail } from './lock-person.store.ts'
import { type PersonRow, personNotFound } from './person.ts'
import { updatePerson } from './write-person.store.ts'

interface PersonUpdate {
  readonly id: string
  readonly ifMatch: IfMatch
  readonly changes: Partial<Invitation>
}

interface PersonFacts {
  readonly person: PersonRow | undefined
  readonly idOfEmail: string | undefined
  readonly ownRoles: OwnRoles
  readonly policy: OrganizationPolicyRow
}

interface UpdatedPerson {
  readonly before: PersonRow
  readonly person: PersonRow
  readonly at: Date
}

/** Changes the name, the email address or the roles of a person. */
export const UPDATE_PERSON: Change<PersonUpdate, PersonFacts, UpdatedPerson> = {
  name: 'update_person',
  isOfPowers: true,
  lock: async (tx, inputs) => {
    const { id, changes } = inputs[0] as PersonUpdate
    const { email } = changes
    const [, ofEmail, person, ownRoles, policy] = await Promise.all([
      // Roles are deleted behind the same lock.
      lockOrganization(tx),
      email === undefined ? undefined : lockPersonOfEmail(tx, foldedEmail(email)),
      lockPerson(tx, id),
      readOwnRoles(tx),
      currentPolicy(tx),
    ])
    return { person, idOfEmail: ofEmail?.id, ownRoles, policy }
  },
  judge: judgeUpdatePerson,
  write: (tx, accepted) => {
    for (const { result } of accepted) {
      if (result.person !== result.before) updatePerson(tx, result.person)
    }
  },
  events: (accepted) =>
    accepted.flatMap((one) => {
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
    }),
}

function judgeUpdatePerson(
  { caller, input: { ifMatch, changes } }: ChangeRequest<PersonUpdate>,
  { person: before, idOfEmail, ownRoles, policy }: PersonFacts,
  { nowMs }: DecisionTime,
) {
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
  if (idOfEmail !== undefined && idOfEmail !== before.id) return emailTaken(idOfEmail)
  const changed = { ...before, email: foldedEmail(email), name, roleIds }
  const isChanged = changedMembers(before, changed).length > 0
  const person = isChanged ? { ...changed, version: before.version + 1 } : before
  return { before, person, at: new Date(nowMs) }
}

function changedMembers(before: PersonRow, after: PersonRow): string[] {
  const sorted = ({ roleIds }: PersonRow) => roleIds.toSorted().join()
  return [
    ...(['email', 'name'] as const).filter((member) => before[member] !== after[member]),
    ...(sorted(before) === sorted(after) ? [] : ['roles']),
  ]
}
