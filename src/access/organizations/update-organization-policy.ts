import { isDeepStrictEqual } from 'node:util'
import { lockOrganization } from '../../database/changes/lock-organization.store.ts'
import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { Refusal, refusalOf, type Violation } from '../../domain/errors.ts'
import { eventOf } from '../../domain/events.ts'
import { unknownAccount } from '../../domain/state-transitions.ts'
import { TRANSFER_REASONS } from '../../domain/transfer-reasons.ts'
import { isSamePerson } from '../tokens/access-token.ts'
import { type ApprovalRule, isLoosened } from './approval-rules.ts'
import { currentPolicy } from './current-policy.store.ts'
import { type OrganizationPolicyRow, POLICY_MEMBERS } from './organization-policy.ts'
import { signInRefusal, stricterSignIn } from './sign-in-refusal.ts'
import {
  type Author,
  findAccounts,
  findAuthors,
  insertPolicy,
} from './update-organization-policy.store.ts'

const MEMBERS = Object.keys(POLICY_MEMBERS) as (keyof typeof POLICY_MEMBERS)[]

/** A change of these may let a shipment be approved more easily. */
const LOOSENING = ['fourEyes', 'approvalRules', 'approvalProof', 'approvalSignInMinutes'] as const

/** Beyond them a revaluation needs a second person. */
const REVALUATION_LIMITS = ['revaluationMaxPercent', 'revaluationMaxCents'] as const

interface PolicyUpdate {
  readonly changes: Partial<Pick<OrganizationPolicyRow, keyof typeof POLICY_MEMBERS>>
  readonly tokenId: string | null
}

/**
 * Adds the next version of the policy, unless nothing changes; the result is the current policy.
 * A person who may not approve a transfer, revaluation or shipment keeps the rule that forbids it.
 */
export const UPDATE_ORGANIZATION_POLICY = unbatchedChange({
  name: 'update_organization_policy',
  isOfPowers: true,
  lock: (tx, { tokenId, changes }: PolicyUpdate) => {
    const setsLimits = REVALUATION_LIMITS.some((limit) => changes[limit] !== undefined)
    const named = changes.approvalRules?.flatMap(({ fboAccountId }) => fboAccountId ?? []) ?? []
    return {
      // Two that change different members at once are both kept.
      organization: lockOrganization(tx),
      policy: currentPolicy(tx),
      creators: findAuthors(tx, 'creators', tokenId),
      accounts: named.length > 0 ? findAccounts(tx, named) : [],
      shipmentAuthors: LOOSENING.some((member) => changes[member] !== undefined)
        ? findAuthors(tx, 'shipments', tokenId)
        : [],
      revaluers: setsLimits ? findAuthors(tx, 'revaluers', tokenId) : [],
    }
  },
  judge: ({ caller, input: { changes, tokenId } }, facts, { nowMs }) => {
    const { policy, accounts } = facts
    const unknown = unknownAccounts(changes.approvalRules ?? [], accounts)
    if (unknown.length > 0) return refusalOf(unknown, 'state')
    const { systemApprovalReasons: reasons } = changes
    const changed = {
      ...policy,
      ...changes,
      // The same reasons in another order are no change.
      ...(reasons && {
        systemApprovalReasons: TRANSFER_REASONS.filter((one) => reasons.includes(one)),
      }),
    }
    const isNew = changedMembersOf(policy, changed).length > 0
    if (!isNew) return { ...policy, isNew, before: policy }
    // A limit holds for its author, too: so nobody locks the organization out.
    const signIn = stricterSignIn(policy.approvalSignInMinutes, changed.approvalSignInMinutes)
    const tooOld = signInRefusal(caller, signIn, nowMs)
    if (tooOld !== undefined) return tooOld
    if (letsApproveOwn(policy, changed, facts, tokenId)) return ownPending()
    return {
      ...changed,
      version: policy.version + 1,
      changedAt: new Date(nowMs),
      changedByTokenId: caller.tokenId,
      isNew,
      before: policy,
    }
  },
  write: (tx, { result }) => {
    if (result.isNew) insertPolicy(tx, result)
  },
  events: (one) => {
    const { isNew, before, organizationId, version, changedAt } = one.result
    if (!isNew || changedAt === null) return []
    const changedMembers = changedMembersOf(before, one.result)
    const changed = (policy: OrganizationPolicyRow) =>
      Object.fromEntries(changedMembers.map((name) => [name, policy[name]]))
    return eventOf(one, 'organization_policy.updated', {
      occurredAt: changedAt,
      subject: { type: 'organization_policy', id: organizationId },
      data: { version, changedMembers, before: changed(before), after: changed(one.result) },
    })
  },
})

interface PendingAuthors {
  readonly creators: readonly Author[]
  readonly shipmentAuthors: readonly Author[]
  readonly revaluers: readonly Author[]
}

/** Whether the change allows the approval of a pending record of the caller's own. */
function letsApproveOwn(
  policy: OrganizationPolicyRow,
  changed: OrganizationPolicyRow,
  { creators, shipmentAuthors, revaluers }: PendingAuthors,
  tokenId: string | null,
): boolean {
  const isRaised = REVALUATION_LIMITS.some((limit) => isMore(changed[limit], policy[limit]))
  const isUnblocked = policy.insuredExposure === 'block' && changed.insuredExposure !== 'block'
  const needsLess =
    (policy.fourEyes && !changed.fourEyes) ||
    isLoosened(policy.approvalRules, changed.approvalRules) ||
    (policy.approvalProof === 'passkey' && changed.approvalProof === 'none') ||
    isMore(changed.approvalSignInMinutes, policy.approvalSignInMinutes)
  return (
    (isRaised && hasOwnPending(revaluers, tokenId)) ||
    ((needsLess || isUnblocked) && hasOwnPending(creators, tokenId)) ||
    (needsLess && hasOwnPending(shipmentAuthors, tokenId))
  )
}

function unknownAccounts(
  rules: readonly ApprovalRule[],
  accounts: readonly { readonly id: string }[],
): Violation[] {
  return rules.flatMap(({ fboAccountId }, index) =>
    fboAccountId === undefined || accounts.some(({ id }) => id === fboAccountId)
      ? []
      : [unknownAccount(`/approvalRules/${index}/fboAccountId`)],
  )
}

function changedMembersOf(before: OrganizationPolicyRow, after: OrganizationPolicyRow) {
  return MEMBERS.filter((member) => !isDeepStrictEqual(before[member], after[member]))
}

/** Null is no limit. */
function isMore(limit: number | string | null, than: number | string | null): boolean {
  return than !== null && (limit === null || BigInt(limit) > BigInt(than))
}

function hasOwnPending(authors: readonly Author[], tokenId: string | null): boolean {
  const own = authors.find(({ id }) => id === tokenId)
  return authors.some((author) => author.hasPending && isSamePerson(own, author))
}

function ownPending(): Refusal {
  return new Refusal('self_approval_forbidden', {
    detail:
      'This change would allow the approval of a transfer, revaluation or shipment of yours: have ' +
      'it decided first, or let another person change the policy with their own token.',
  })
}
