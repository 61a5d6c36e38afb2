import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { eventOf } from '../../domain/events.ts'
import { type IfMatch, versionRefusal } from '../../domain/versions.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { endTokens, forgetCodes, lockLiveTokens } from './change-person-state.store.ts'
import { personPowersRefusal } from './grant-roles.rules.ts'
import { lockPerson } from './lock-person.store.ts'
import { personNotFound } from './person.ts'
import { readOwnRoles } from './roles.store.ts'
import { unbindPerson } from './write-person.store.ts'

interface Unbinding {
  readonly id: string
  readonly ifMatch: IfMatch
}

/**
 * Frees a person from their account at the identity provider: the next sign-in with the person's
 * email address binds them again. Whoever has the account now keeps no session and no token.
 */
export const UNBIND_PERSON = unbatchedChange({
  name: 'unbind_person',
  isOfPowers: true,
  lock: (tx, { id }: Unbinding) => ({
    before: lockPerson(tx, id),
    ownRoles: readOwnRoles(tx),
    tokenIds: lockLiveTokens(tx, id),
    policy: currentPolicy(tx),
  }),
  judge: ({ caller, input: { ifMatch } }, { before, ownRoles, tokenIds, policy }, { nowMs }) => {
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
  write: (tx, { caller, result: { person, isChanged, tokenIds: ids, at } }) => {
    if (!isChanged) return
    unbindPerson(tx, person)
    void forgetCodes(tx, person.id)
    if (ids.length > 0) endTokens(tx, { ids, at, byTokenId: caller.tokenId, reason: 'ended' })
  },
  events: (one) => {
    const { person, isChanged, at: occurredAt } = one.result
    if (!isChanged) return []
    const { id, version } = person
    const subject = { type: 'person', id } as const
    return eventOf(one, 'person.unbound', { occurredAt, subject, data: { version } })
  },
})
