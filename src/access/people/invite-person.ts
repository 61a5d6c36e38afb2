import { lockOrganization } from '../../database/changes/lock-organization.store.ts'
import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { Refusal } from '../../domain/errors.ts'
import { eventOf } from '../../domain/events.ts'
import { foldedEmail } from '../../domain/folding.ts'
import { newId } from '../../domain/ids.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { personPowersRefusal, unknownRolesRefusal } from './grant-roles.rules.ts'
import { lockPersonOfEmail } from './lock-person.store.ts'
import type { PersonRow } from './person.ts'
import { readOwnRoles } from './roles.store.ts'
import { insertPerson } from './write-person.store.ts'

export interface Invitation {
  readonly email: string
  readonly name: string
  readonly roles: readonly string[]
}

/** Invites a person, who can sign in from then on. */
export const INVITE_PERSON = unbatchedChange({
  name: 'invite_person',
  isOfPowers: true,
  lock: (tx, { email }: Invitation) => ({
    organization: lockOrganization(tx),
    other: lockPersonOfEmail(tx, foldedEmail(email)),
    ownRoles: readOwnRoles(tx),
    policy: currentPolicy(tx),
  }),
  judge: ({ caller, input: { email, name, roles } }, { other, ownRoles, policy }, { nowMs }) => {
    const refusal =
      signInRefusal(caller, policy, nowMs) ??
      unknownRolesRefusal(roles, ownRoles) ??
      personPowersRefusal(caller, roles, ownRoles)
    if (refusal !== undefined) return refusal
    if (other !== undefined) return emailTaken(other.id)
    return {
      id: newId('prsn'),
      organizationId: caller.organizationId,
      email: foldedEmail(email),
      name,
      roleIds: roles,
      status: 'invited',
      issuer: null,
      createdAt: new Date(nowMs),
      createdByTokenId: caller.tokenId,
      suspendedAt: null,
      lastSignedInAt: null,
      version: 1,
    } satisfies PersonRow
  },
  write: (tx, { result }) => insertPerson(tx, result),
  events: (one) => {
    const { id, createdAt: occurredAt, roleIds, status } = one.result
    const data = { version: 1, statusAfter: status, after: { roles: roleIds } }
    return eventOf(one, 'person.invited', { occurredAt, subject: { type: 'person', id }, data })
  },
})

export function emailTaken(personId: string): Refusal {
  return new Refusal('person_exists', {
    detail: 'Another person of the organization has this email address: change that person.',
    members: { personId },
  })
}
