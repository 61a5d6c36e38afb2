import type { Change, ChangeRequest, DecisionTime } from '../database/changes/change.ts'
import type { OwnRoles } from '../domain/built-in-roles.ts'
import { eventOf } from '../domain/events.ts'
import { illegalTransition } from '../domain/state-transitions.ts'
import { type IfMatch, versionRefusal } from '../domain/versions.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import type { OrganizationPolicyRow } from '../organizations/organization-policy.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { readOwnRoles } from '../roles/own-roles.store.ts'
import {
  endTokens,
  findPendingOf,
  forgetCodes,
  lockLiveTokens,
  type PendingRecord,
} from './change-person-state.store.ts'
import { personPowersRefusal } from './grant-roles.rules.ts'
import { lockPerson } from './lock-person.store.ts'
import { type PersonRow, personNotFound } from './person.ts'
import { updatePerson } from './write-person.store.ts'

export type PersonVerb = 'suspend' | 'resume'

interface StateChange {
  readonly id: string
  readonly ifMatch: IfMatch
  readonly verb: PersonVerb
}

interface StateFacts {
  readonly person: PersonRow | undefined
  readonly ownRoles: OwnRoles
  /** Only for a resumption. */
  readonly policy: OrganizationPolicyRow | undefined
  readonly tokenIds: readonly string[]
  readonly pending: readonly PendingRecord[]
}

export interface ChangedPerson {
  readonly person: PersonRow
  readonly statusBefore: PersonRow['state']
  readonly at: Date
  /** The tokens that ended with it. */
  readonly tokenIds: readonly string[]
  readonly pending: readonly PendingRecord[]
}

/**
 * Suspends a person, with all tokens and sessions, or lets one sign in again. What the person
 * requested or approved stays.
 */
export const CHANGE_PERSON_STATE: Change<StateChange, StateFacts, ChangedPerson> = {
  name: 'change_person_state',
  isOfPowers: true,
  lock: async (tx, inputs) => {
    const { id, verb } = inputs[0] as StateChange
    const isEnd = verb === 'suspend'
    const [person, ownRoles, policy, tokenIds, pending] = await Promise.all([
      lockPerson(tx, id),
      readOwnRoles(tx),
      // A suspension does not wait for anybody to sign in.
      isEnd ? undefined : currentPolicy(tx),
      isEnd ? lockLiveTokens(tx, id) : [],
      isEnd ? findPendingOf(tx, id) : [],
    ])
    return { person, ownRoles, policy, tokenIds, pending }
  },
  judge: judgeChange,
  write: (tx, accepted) => {
    for (const { caller, result } of accepted) {
      const { person, tokenIds: ids, at } = result
      updatePerson(tx, person)
      const byTokenId = caller.tokenId
      if (ids.length > 0) endTokens(tx, { ids, at, byTokenId, reason: 'suspended' })
      if (person.state === 'suspended') forgetCodes(tx, person.id)
    }
  },
  events: (accepted) =>
    accepted.map((one) => {
      const { person, statusBefore, at: occurredAt } = one.result
      const { id, state, version } = person
      const type = state === 'suspended' ? 'person.suspended' : 'person.resumed'
      const data = { version, statusBefore, statusAfter: state }
      return eventOf(one, type, { occurredAt, subject: { type: 'person', id }, data })
    }),
}

function judgeChange(
  { caller, input: { ifMatch, verb } }: ChangeRequest<StateChange>,
  { person, ownRoles, policy, tokenIds, pending }: StateFacts,
  { nowMs }: DecisionTime,
) {
  if (person === undefined) return personNotFound()
  const { state, version, roleIds } = person
  const refusal =
    (policy && signInRefusal(caller, policy, nowMs)) ??
    versionRefusal('person', { version, ifMatch }) ??
    personPowersRefusal(caller, roleIds, ownRoles)
  if (refusal !== undefined) return refusal
  const allowed = state === 'suspended' ? 'resume' : 'suspend'
  if (verb !== allowed) {
    return illegalTransition({
      recordType: 'person',
      verb,
      currentStatus: state,
      allowed: [allowed],
    })
  }
  const at = new Date(nowMs)
  const resumed = person.lastSignedInAt === null ? 'invited' : 'active'
  const changed =
    verb === 'suspend'
      ? ({ state: 'suspended', suspendedAt: at } as const)
      : ({ state: resumed, suspendedAt: null } as const)
  const after = { ...person, ...changed, version: version + 1 }
  return { person: after, statusBefore: state, at, tokenIds, pending }
}
