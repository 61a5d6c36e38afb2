import type { Change } from '../database/changes/change.ts'
import { TRANSFER_REASONS } from '../transfers/transfer-batch.ts'
import { currentPolicy } from './current-policy.store.ts'
import { type OrganizationPolicyRow, POLICY_MEMBERS } from './organization-policy.ts'
import { insertPolicy, lockPolicy } from './update-organization-policy.store.ts'

/** The members that a request sent, each with its new value. */
export type PolicyChanges = Partial<Pick<OrganizationPolicyRow, keyof typeof POLICY_MEMBERS>>

/** Adds the next version of the policy, unless it says the same; the result is what holds then. */
export const UPDATE_ORGANIZATION_POLICY: Change<
  PolicyChanges,
  OrganizationPolicyRow,
  OrganizationPolicyRow & { readonly isNew: boolean }
> = {
  name: 'update_organization_policy',
  lock: async (tx) => {
    const [, policy] = await Promise.all([lockPolicy(tx), currentPolicy(tx)])
    return policy
  },
  judge: ({ caller, input }, policy, { nowMs }) => {
    const { systemApprovalReasons: reasons } = input
    const changed = {
      ...policy,
      ...input,
      // The order that reasons were sent in means nothing: sent in another one, they change
      // nothing.
      ...(reasons && {
        systemApprovalReasons: TRANSFER_REASONS.filter((one) => reasons.includes(one)),
      }),
    }
    const members = Object.keys(POLICY_MEMBERS) as (keyof PolicyChanges)[]
    const isNew = members.some((member) => String(changed[member]) !== String(policy[member]))
    if (!isNew) return { ...policy, isNew }
    const version = policy.version + 1
    const changedAt = new Date(nowMs)
    return { ...changed, version, changedAt, changedByTokenId: caller.tokenId, isNew }
  },
  write: (tx, accepted) => {
    for (const { result } of accepted) if (result.isNew) insertPolicy(tx, result)
  },
}
