import { isSamePerson } from '../access-tokens/access-token.ts'
import type { Accepted, Change } from '../database/changes/change.ts'
import { Refusal } from '../domain/errors.ts'
import { eventOf, type NewEvent } from '../domain/events.ts'
import { TRANSFER_REASONS } from '../domain/transfer-reasons.ts'
import { currentPolicy } from './current-policy.store.ts'
import { type OrganizationPolicyRow, POLICY_MEMBERS } from './organization-policy.ts'
import {
  findCreators,
  insertPolicy,
  lockPolicy,
  type TransferCreator,
} from './update-organization-policy.store.ts'

const MEMBERS = Object.keys(POLICY_MEMBERS) as (keyof typeof POLICY_MEMBERS)[]

interface PolicyUpdate {
  readonly changes: Partial<Pick<OrganizationPolicyRow, keyof typeof POLICY_MEMBERS>>
  /** The token of the caller. */
  readonly tokenId: string | null
}

interface PolicyFacts {
  readonly policy: OrganizationPolicyRow
  readonly creators: readonly TransferCreator[]
}

interface UpdatedPolicy extends OrganizationPolicyRow {
  readonly isNew: boolean
  readonly before: OrganizationPolicyRow
}

/**
 * Adds the next version of the policy, unless nothing changes; the result is the current policy.
 * The creator of a pending transfer or revaluation cannot turn off a rule that stops its approval.
 */
export const UPDATE_ORGANIZATION_POLICY: Change<PolicyUpdate, PolicyFacts, UpdatedPolicy> = {
  name: 'update_organization_policy',
  lock: async (tx, updates) => {
    const { tokenId } = updates[0] as PolicyUpdate
    const [, policy, creators] = await Promise.all([
      lockPolicy(tx),
      currentPolicy(tx),
      findCreators(tx, tokenId),
    ])
    return { policy, creators }
  },
  judge: ({ caller, input: { changes, tokenId } }, { policy, creators }, { nowMs }) => {
    const { systemApprovalReasons: reasons } = changes
    const changed = {
      ...policy,
      ...changes,
      // The same reasons in another order are no change.
      ...(reasons && {
        systemApprovalReasons: TRANSFER_REASONS.filter((one) => reasons.includes(one)),
      }),
    }
    const isNew = MEMBERS.some((member) => String(changed[member]) !== String(policy[member]))
    if (!isNew) return { ...policy, isNew, before: policy }
    if (loosens(policy, changed) && hasOwnPending(creators, tokenId)) return ownTransferPending()
    const version = policy.version + 1
    const changedAt = new Date(nowMs)
    return {
      ...changed,
      version,
      changedAt,
      changedByTokenId: caller.tokenId,
      isNew,
      before: policy,
    }
  },
  write: (tx, accepted) => {
    for (const { result } of accepted) if (result.isNew) insertPolicy(tx, result)
  },
  events: (accepted) => accepted.flatMap(policyEvent),
}

function policyEvent(one: Accepted<PolicyUpdate, UpdatedPolicy>): NewEvent | [] {
  const { isNew, before, organizationId, version, changedAt } = one.result
  if (!isNew || changedAt === null) return []
  const changedMembers = MEMBERS.filter((name) => String(one.result[name]) !== String(before[name]))
  const changed = (policy: OrganizationPolicyRow) =>
    Object.fromEntries(changedMembers.map((name) => [name, policy[name]]))
  return eventOf(one, 'organization_policy.updated', {
    occurredAt: changedAt,
    subject: { type: 'organization_policy', id: organizationId },
    data: { version, changedMembers, before: changed(before), after: changed(one.result) },
  })
}

/** Whether the change lets something be approved that could not be before, or by its creator. */
function loosens(before: OrganizationPolicyRow, after: OrganizationPolicyRow): boolean {
  const isUnblocked = before.insuredExposure === 'block' && after.insuredExposure !== 'block'
  return isUnblocked || (before.fourEyes && !after.fourEyes)
}

function hasOwnPending(creators: readonly TransferCreator[], tokenId: string | null): boolean {
  const own = creators.find(({ id }) => id === tokenId)
  return creators.some((creator) => creator.hasPending && isSamePerson(own, creator))
}

function ownTransferPending(): Refusal {
  return new Refusal('self_approval_forbidden', {
    detail:
      'This change would allow the approval of a pending transfer or revaluation of yours: have it ' +
      'decided first, or let another person change the policy with their own token.',
  })
}
