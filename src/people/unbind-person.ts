import type { Change } from '../database/changes/change.ts'
import type { OwnRoles } from '../domain/built-in-roles.ts'
import { eventOf } from '../domain/events.ts'
import { type IfMatch, versionRefusal } from '../domain/versions.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import type { OrganizationPolicyRow } from '../organizations/organization-policy.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { readOwnRoles } from '../roles/own-roles.store.ts'
import { endTokens, forgetCodes, lockLiveTokens } from './change-person-state.store.ts'
import { personPowersRefusal } from './grant-roles.rules.ts'
import { lockPerson } from './lock-person.store.ts'
import { type PersonRow, personNotFound } from './person.ts'
import { unbindPerson } from './write-person.store.ts'

interface Unbinding {
  readonly id: string
  readonly ifMatch: IfMatch
}

interface UnbindingFacts {
  readonly person: PersonRow | undefined
  readonly ownRoles: OwnRoles
  readonly tokenIds: readonly string[]
  readonly policy: OrganizationPolicyRow
}

interface UnboundPerson {
  readonly person: PersonRow
  readonly isChanged: boolean
  readonly at: Date
  /** The tokens that ended with it. */
  readonly tokenIds: readonly string[]
}

/**
 * Frees a person from their account at the identity provider: the next sign-in with the person's
 * email address binds them again. Whoever has the account now keeps no session and no token.
 */
export const UNBIND_PERSON: Change<Unbinding, UnbindingFacts, UnboundPerson> = {
  name: 'unbind_person',
  isOfPowers: true,
  lock: async (tx, inputs) => {
    const { id } = inputs[0] as Unbinding
    const [person, ownRoles, tokenIds, policy] = await Promise.all([
      lockPerson(tx, id),
      readOwnRoles(tx),
      lockLiveTokens(tx, id),
      currentPolicy(tx),
    ])
    return { person, ownRoles, tokenIds, policy }
  },
  judge: ({ caller, input: { ifMatch } }, facts, { nowMs }) => {
    const { person: before, ownRoles, tokenIds, policy } = facts
    if (before === undefined) return personNotFound()
    const { version, roleIds } = before
    const refusal =
      signInRefusal(caller, policy, nowMs) ??
      versionRefusal('person', { version, ifMatch }) ??
      personPowersRefusal(caller, roleIds, ownRoles)
    if (refusal !== undefined) return refusal
    const at = new Date(nowMs)
    if (before.issuer === null) return { person: before, isChanged: false, at, tokenIds: [] }
    const person = { ...before, issuer: null, version: version + 1 }
    return { person, isChanged: true, at, tokenIds }
  },
  write: (tx, accepted) => {
    for (const { caller, result } of accepted) {
      const { person, isChanged, tokenIds: ids, at } = result
      if (!isChanged) continue
      unbindPerson(tx, person)
      forgetCodes(tx, person.id)
      if (ids.length > 0) endTokens(tx, { ids, at, byTokenId: caller.tokenId, reason: 'ended' })
    }
  },
  events: (accepted) =>
    accepted.flatMap((one) => {
      const { person, isChanged, at: occurredAt } = one.result
      if (!isChanged) return []
      const { id, version } = person
      const subject = { type: 'person', id } as const
      return eventOf(one, 'person.unbound', { occurredAt, subject, data: { version } })
    }),
}
