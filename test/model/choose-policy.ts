import { chooseId } from './choose-record.ts'
import type { Dice } from './dice.ts'
import type { ModelPolicy, VaultModel } from './model-state.ts'

function chooseRules(model: VaultModel, dice: Dice): ModelPolicy['approvalRules'] {
  return Array.from({ length: dice.upTo(3) }, () => ({
    approvals: dice.one([2, 2, 3]),
    ...(dice.chance(0.5) ? { aboveDeclaredValueCents: dice.one(['0', '3000', '6000']) } : {}),
    ...(dice.chance(0.4) ? { aboveItems: dice.one([1, 2, 3]) } : {}),
    ...(dice.chance(0.4) ? { fboAccountId: chooseId(model, dice, 'account') } : {}),
  }))
}

/** A change of some members of the policy, now and then of none. */
export function choosePolicy(model: VaultModel, dice: Dice): Partial<ModelPolicy> {
  const members: Partial<ModelPolicy> = {
    fourEyes: dice.chance(0.7),
    transferExpirySeconds: dice.one([null, 3_600, 86_400]),
    insuredExposure: dice.one(['observe', 'review', 'block']),
    systemApproval: dice.one(['off', 'within_limits']),
    systemApprovalMaxItems: dice.one([null, 1, 2, 4]),
    systemApprovalMaxDeclaredValueCents: dice.one([null, '0', '3000', '8000']),
    systemApprovalMaxItemsPerDay: dice.one([null, null, 20, 200]),
    systemApprovalMaxDeclaredValueCentsPerDay: dice.one([null, null, '100000', '9000000']),
    revaluationReviewDays: dice.one([null, null, 7]),
    revaluationMaxPercent: dice.one([null, 20, 100]),
    revaluationMaxCents: dice.one([null, '300', '2000']),
    systemApprovalReasons: dice.one([['request', 'trade', 'rebalance'], ['rebalance'], []]),
    recipientRequired: dice.chance(0.3),
    approvalRules: chooseRules(model, dice),
  }
  const names = dice.some(Object.keys(members), dice.chance(0.05) ? 0 : 1 + dice.upTo(3))
  return Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)))
}
