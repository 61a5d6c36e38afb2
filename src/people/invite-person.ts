import type { Change } from '../database/changes/change.ts'
import { lockOrganization } from '../database/changes/lock-organization.store.ts'
import type { OwnRoles } from '../domain/built-in-roles.ts'
import { Refusal } from '../domain/errors.ts'
import { eventOf } from '../domain/events.ts'
import { newId } from '../domain/ids.ts'
import { foldedEmail } from '../domain/text.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import type { OrganizationPolicyRow } from '../organizations/organization-policy.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { readOwnRoles } from '../roles/own-roles.store.ts'
import { personPowersRefusal, unknownRolesRefusal } from './grant-roles.rules.ts'
import { lockPersonOfEmail } from './lock-person.store.ts'
import type { PersonRow } from './person.ts'
import { insertPerson } from './write-person.store.ts'

export interface Invitation {
  readonly email: string
  readonly name: string
  readonly roles: readonly string[]
}

interface InvitationFacts {
  readonly idOfEmail: string | undefined
  readonly ownRoles: OwnRoles
  readonly policy: OrganizationPolicyRow
}

/** Invites a person, who can sign in from then on. */
export const INVITE_PERSON: Change<Invitation, InvitationFacts, PersonRow> = {
  name: 'invite_person',
  isOfPowers: true,
  lock: async (tx, inputs) => {
    const { email } = inputs[0] as Invitation
    const [, other, ownRoles, policy] = await Promise.all([
      lockOrganization(tx),
      lockPersonOfEmail(tx, foldedEmail(email)),
      readOwnRoles(tx),
      currentPolicy(tx),
    ])
    return { idOfEmail: other?.id, ownRoles, policy }
  },
  judge: ({ caller, input: { email, name, roles } }, facts, { nowMs }) => {
    const { idOfEmail, ownRoles, policy } = facts
    const refusal =
      signInRefusal(caller, policy, nowMs) ??
      unknownRolesRefusal(roles, ownRoles) ??
      personPowersRefusal(caller, roles, ownRoles)
    if (refusal !== undefined) return refusal
    if (idOfEmail !== undefined) return emailTaken(idOfEmail)
    return {
      id: newId('prsn'),
      organizationId: caller.organizationId,
      email: foldedEmail(email),
      name,
      roleIds: roles,
      state: 'invited',
      issuer: null,
      createdAt: new Date(nowMs),
      createdByTokenId: caller.tokenId,
      suspendedAt: null,
      lastSignedInAt: null,
      version: 1,
    }
  },
  write: (tx, accepted) => {
    for (const { result } of accepted) insertPerson(tx, result)
  },
  events: (accepted) =>
    accepted.map((one) => {
      const { id, createdAt: occurredAt, roleIds, state } = one.result
      const data = { version: 1, statusAfter: state, after: { roles: roleIds } }
      return eventOf(one, 'person.invited', { occurredAt, subject: { type: 'person', id }, data })
    }),
}

export function emailTaken(personId: string): Refusal {
  return new Refusal('person_exists', {
    detail: 'Another person of the organization has this email address: change that person.',
    members: { personId },
  })
}
