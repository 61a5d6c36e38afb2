import { Type } from 'typebox'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { rowsOf } from '../../database/changes/row-of.ts'
import type { Caller } from '../../domain/caller.ts'
import type { Refusal } from '../../domain/errors.ts'
import { eventOf } from '../../domain/events.ts'
import { namedObject } from '../../domain/fields.ts'
import { PENDING_NAMED_MAX } from '../../domain/limits.ts'
import type { OwnRoles } from '../../domain/permissions.ts'
import { illegalTransition } from '../../domain/state-transitions.ts'
import { type IfMatch, versionRefusal } from '../../domain/versions.ts'
import { change, recordReply } from '../../http/change.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { currentPolicy } from '../organizations/organization-policy.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { endSessionsOf, lockSessionsOf } from '../tokens/access-tokens.ts'
import { findPendingOf, PENDING_RECORD } from './pending-records.ts'
import {
  lockPerson,
  PERSON,
  PERSON_BY_ID,
  type PersonRow,
  personNotFound,
  toPerson,
  updatePerson,
} from './person.ts'
import { readOwnRoles } from './role.ts'
import { personPowersRefusal } from './role-change.rules.ts'

const OF_PERSON = {
  permission: 'people:manage',
  isOfPowers: true,
  isPersonal: () => true,
  ...PERSON_BY_ID,
} as const
const REFUSALS = ['permission_not_held', 'version_conflict', 'invalid_state_transition'] as const

const SUSPENDED_PERSON = namedObject('SuspendedPerson', 'A person who was just suspended.', {
  ...PERSON.properties,
  pending: Type.Array(PENDING_RECORD, {
    description:
      'What the person requested, or approved as one of several, and still waits for an approval: ' +
      `look whether you still want it. Of each type the newest ${PENDING_NAMED_MAX}.`,
  }),
})

/** All that the person requested or approved stays. */
export const suspendPersonRoute = change({
  operationId: 'suspendPerson',
  description:
    'Suspends a person: all tokens of the person are revoked and all sessions end, on every ' +
    'replica within a second, and the person cannot sign in. You must have all permissions ' +
    'that the person has.',
  path: '/v1/people/{id}/suspend',
  ...OF_PERSON,
  success: versionedResponse('The person, `suspended`.', SUSPENDED_PERSON),
  refusals: REFUSALS,
  // A suspension does not wait for anybody to sign in.
  lock: (tx, { id }) => ({
    before: lockPerson(tx, id),
    ownRoles: readOwnRoles(tx),
    tokenIds: lockLiveTokens(tx, id),
    pending: findPendingOf(tx, id),
  }),
  judge: ({ caller, input: { ifMatch } }, facts, { nowMs }) => {
    const { before, ownRoles, tokenIds, pending } = facts
    if (before === undefined) return personNotFound()
    const refusal = refusalOfChange(caller, before, { ifMatch, ownRoles }, 'suspend')
    if (refusal !== undefined) return refusal
    const at = new Date(nowMs)
    const suspended = { status: 'suspended', suspendedAt: at, version: before.version + 1 } as const
    return { before, person: { ...before, ...suspended }, at, tokenIds, pending }
  },
  write: (tx, { caller, result: { person, tokenIds, at } }) => {
    updatePerson(tx, person)
    endTokens(tx, tokenIds, { at, byTokenId: caller.tokenId, reason: 'suspended' })
    void forgetCodes(tx, person.id)
  },
  events: (one) => {
    const { before, person, at: occurredAt } = one.result
    const { id, status, version } = person
    const data = { version, statusBefore: before.status, statusAfter: status }
    return eventOf(one, 'person.suspended', { occurredAt, subject: { type: 'person', id }, data })
  },
  respond: ({ person, pending }) =>
    recordReply({ ...toPerson(person), pending: [...pending] }, person),
  committed: (_, { tokenIds }, { forgetToken }) => tokenIds.forEach(forgetToken),
})

export const resumePersonRoute = change({
  operationId: 'resumePerson',
  description:
    'Lets a suspended person sign in again. Tokens that were revoked stay so. You must have all ' +
    'permissions that the person has.',
  path: '/v1/people/{id}/resume',
  ...OF_PERSON,
  success: versionedResponse('The person, who can sign in.', PERSON),
  refusals: ['sign_in_required', ...REFUSALS],
  lock: (tx, { id }) => ({
    before: lockPerson(tx, id),
    ownRoles: readOwnRoles(tx),
    policy: currentPolicy(tx),
  }),
  judge: ({ caller, input: { ifMatch } }, { before, ownRoles, policy }, { nowMs }) => {
    if (before === undefined) return personNotFound()
    const refusal =
      signInRefusal(caller, policy, nowMs) ??
      refusalOfChange(caller, before, { ifMatch, ownRoles }, 'resume')
    if (refusal !== undefined) return refusal
    const status = before.lastSignedInAt === null ? 'invited' : 'active'
    const resumed = { status, suspendedAt: null, version: before.version + 1 } as const
    return { person: { ...before, ...resumed }, at: new Date(nowMs) }
  },
  write: (tx, { result: { person } }) => updatePerson(tx, person),
  events: (one) => {
    const { person, at: occurredAt } = one.result
    const { id, status, version } = person
    const data = { version, statusBefore: 'suspended', statusAfter: status }
    return eventOf(one, 'person.resumed', { occurredAt, subject: { type: 'person', id }, data })
  },
  respond: ({ person }) => recordReply(toPerson(person), person),
})

const UNBIND = `
  update people
  set issuer = null, subject = null, version = $3
  where organization_id = $1 and id = $2`

/** A stranger who has the account now keeps no session and no token. */
export const unbindPersonRoute = change({
  operationId: 'unbindPerson',
  description:
    'Frees a person from their account at the identity provider, after the provider or the ' +
    'account changed. All tokens of the person are revoked and all sessions end, as by Suspend ' +
    "Person, and the next sign-in with the person's email address binds the person to the " +
    'account of that sign-in. You must have all permissions that the person has. It changes ' +
    'nothing about a person without an account.',
  path: '/v1/people/{id}/unbind',
  ...OF_PERSON,
  success: versionedResponse('The person, without an account.', PERSON),
  refusals: ['sign_in_required', 'permission_not_held', 'version_conflict'],
  lock: (tx, { id }) => ({
    before: lockPerson(tx, id),
    ownRoles: readOwnRoles(tx),
    tokenIds: lockLiveTokens(tx, id),
    policy: currentPolicy(tx),
  }),
  judge: ({ caller, input: { ifMatch } }, facts, { nowMs }) => {
    const { before, ownRoles, tokenIds, policy } = facts
    if (before === undefined) return personNotFound()
    const refusal =
      signInRefusal(caller, policy, nowMs) ?? refusalOfChange(caller, before, { ifMatch, ownRoles })
    if (refusal !== undefined) return refusal
    const at = new Date(nowMs)
    if (before.issuer === null) return { person: before, isChanged: false, at, tokenIds: [] }
    const person = { ...before, issuer: null, version: before.version + 1 }
    return { person, isChanged: true, at, tokenIds }
  },
  write: (tx, { caller, result: { person, isChanged, tokenIds, at } }) => {
    if (!isChanged) return
    void tx.run(UNBIND, [person.id, person.version])
    void forgetCodes(tx, person.id)
    endTokens(tx, tokenIds, { at, byTokenId: caller.tokenId, reason: 'ended' })
  },
  events: (one) => {
    const { person, isChanged, at: occurredAt } = one.result
    if (!isChanged) return []
    const { id, version } = person
    const subject = { type: 'person', id } as const
    return eventOf(one, 'person.unbound', { occurredAt, subject, data: { version } })
  },
  respond: ({ person }) => recordReply(toPerson(person), person),
  committed: (_, { tokenIds }, { forgetToken }) => tokenIds.forEach(forgetToken),
})

function refusalOfChange(
  caller: Caller,
  { version, roles, status: currentStatus }: PersonRow,
  { ifMatch, ownRoles }: { readonly ifMatch: IfMatch; readonly ownRoles: OwnRoles },
  verb?: 'suspend' | 'resume',
): Refusal | undefined {
  const refusal =
    versionRefusal('person', { version, ifMatch }) ?? personPowersRefusal(caller, roles, ownRoles)
  const allowed = currentStatus === 'suspended' ? 'resume' : 'suspend'
  if (refusal !== undefined || verb === undefined || verb === allowed) return refusal
  return illegalTransition({ recordType: 'person', verb, currentStatus, allowed: [allowed] })
}

const LIVE_TOKENS = `
  select id
  from access_tokens
  where organization_id = $1 and person_id = $2 and revoked_at is null
  order by id
  for no key update`

/**
 * Locks the tokens of a locked person that are not revoked, and their sessions. A token is issued
 * for a person behind the same lock of the person, so none is missed.
 */
export async function lockLiveTokens(
  tx: OrganizationTransaction,
  personId: string,
): Promise<string[]> {
  const [, tokens] = await Promise.all([
    lockSessionsOf.person(tx, personId),
    tx.run<{ id: string }>(LIVE_TOKENS, [personId]),
  ])
  return tokens.map(({ id }) => id)
}

const REVOKE = `
  update access_tokens
  set revoked_at = $3, revoked_by_token_id = $4
  where organization_id = $1 and id = any($2::text[])`

/** Ends locked tokens, and the sessions that stand on them. */
function endTokens(
  tx: OrganizationTransaction,
  ids: readonly string[],
  ended: { at: Date; byTokenId: string | null; reason: 'suspended' | 'ended' },
): void {
  if (ids.length === 0) return
  void tx.run(REVOKE, [ids, ended.at, ended.byTokenId])
  endSessionsOf(tx, ids, ended)
}

/** Makes the codes of a locked person worthless. */
const forgetCodes = rowsOf<object, [personId: string]>(`
  delete from sign_in_codes
  where organization_id = $1 and code_sha256 in (
    select code_sha256
    from sign_in_codes
    where organization_id = $1 and person_id = $2
    -- One that signs in now waits for the person, and is judged by what it finds then.
    for update skip locked)`)
