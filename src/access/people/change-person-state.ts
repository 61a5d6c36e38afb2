import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { eventOf } from '../../domain/events.ts'
import { illegalTransition } from '../../domain/state-transitions.ts'
import { type IfMatch, versionRefusal } from '../../domain/versions.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import {
  endTokens,
  findPendingOf,
  forgetCodes,
  lockLiveTokens,
} from './change-person-state.store.ts'
import { personPowersRefusal } from './grant-roles.rules.ts'
import { lockPerson } from './lock-person.store.ts'
import { personNotFound } from './person.ts'
import { readOwnRoles } from './roles.store.ts'
import { updatePerson } from './write-person.store.ts'

type PersonVerb = 'suspend' | 'resume'

interface StateChange {
  readonly id: string
  readonly ifMatch: IfMatch
  readonly verb: PersonVerb
}

/**
 * Suspends a person, with all tokens and sessions, or lets one sign in again. What the person
 * requested or approved stays.
 */
export const CHANGE_PERSON_STATE = unbatchedChange({
  name: 'change_person_state',
  isOfPowers: true,
  lock: (tx, { id, verb }: StateChange) => {
    const isEnd = verb === 'suspend'
    return {
      person: lockPerson(tx, id),
      ownRoles: readOwnRoles(tx),
      // A suspension does not wait for anybody to sign in.
      policy: isEnd ? undefined : currentPolicy(tx),
      tokenIds: isEnd ? lockLiveTokens(tx, id) : [],
      pending: isEnd ? findPendingOf(tx, id) : [],
    }
  },
  judge: ({ caller, input: { ifMatch, verb } }, facts, { nowMs }) => {
    const { person, ownRoles, policy, tokenIds, pending } = facts
    if (person === undefined) return personNotFound()
    const { status, version, roleIds } = person
    const refusal =
      (policy && signInRefusal(caller, policy, nowMs)) ??
      versionRefusal('person', { version, ifMatch }) ??
      personPowersRefusal(caller, roleIds, ownRoles)
    if (refusal !== undefined) return refusal
    const allowed = status === 'suspended' ? 'resume' : 'suspend'
    if (verb !== allowed) {
      return illegalTransition({
        recordType: 'person',
        verb,
        currentStatus: status,
        allowed: [allowed],
      })
    }
    const at = new Date(nowMs)
    const resumed = person.lastSignedInAt === null ? 'invited' : 'active'
    const changed =
      verb === 'suspend'
        ? ({ status: 'suspended', suspendedAt: at } as const)
        : ({ status: resumed, suspendedAt: null } as const)
    const after = { ...person, ...changed, version: version + 1 }
    return { person: after, statusBefore: status, at, tokenIds, pending }
  },
  write: (tx, { caller, result: { person, tokenIds: ids, at } }) => {
    updatePerson(tx, person)
    const byTokenId = caller.tokenId
    if (ids.length > 0) endTokens(tx, { ids, at, byTokenId, reason: 'suspended' })
    if (person.status === 'suspended') void forgetCodes(tx, person.id)
  },
  events: (one) => {
    const { person, statusBefore, at: occurredAt } = one.result
    const { id, status, version } = person
    const type = status === 'suspended' ? 'person.suspended' : 'person.resumed'
    const data = { version, statusBefore, statusAfter: status }
    return eventOf(one, type, { occurredAt, subject: { type: 'person', id }, data })
  },
})
