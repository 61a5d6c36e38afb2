import type { OrganizationPolicy, OrganizationPolicyUpdate } from '../api/schema.ts'
import { amountProblem, centsOf, money, wholeOf } from '../display/amounts.ts'
import { MEMBERS, type Member, REASONS } from './policy-words.ts'

export const UNIT_SECONDS = { days: 86_400, hours: 3_600, minutes: 60, seconds: 1 } as const
export type Unit = keyof typeof UNIT_SECONDS

type Limit = Extract<
  Member,
  `systemApprovalMax${string}` | `revaluation${string}` | 'approvalSignInMinutes'
>

/** A rule for several approvals; an empty condition is none. */
export interface DraftRule {
  approvals: string
  value: string
  items: string
  fboAccountId: string
}

/** The values of the form's fields. An empty limit means no limit. */
export interface Draft {
  fourEyes: boolean
  recipientRequired: boolean
  approvalRules: DraftRule[]
  needsPasskey: boolean
  expires: boolean
  expiry: string
  unit: Unit
  insuredExposure: OrganizationPolicy['insuredExposure']
  isSystemApproval: boolean
  reasons: string[]
  limits: Record<Limit, string>
  sessionIdleMinutes: string
  sessionMaxHours: string
}

export function draftOf(policy: OrganizationPolicy): Draft {
  const seconds = policy.transferExpirySeconds ?? 14 * UNIT_SECONDS.days
  const unit = (Object.keys(UNIT_SECONDS) as Unit[]).find(
    (each) => seconds % UNIT_SECONDS[each] === 0,
  ) as Unit
  const count = (value: number | null) => (value === null ? '' : String(value))
  const amount = (cents: string | null) => (cents === null ? '' : money(cents))
  return {
    fourEyes: policy.fourEyes,
    recipientRequired: policy.recipientRequired,
    approvalRules: policy.approvalRules.map((rule) => ({
      approvals: String(rule.approvals),
      value: amount(rule.aboveDeclaredValueCents ?? null),
      items: count(rule.aboveItems ?? null),
      fboAccountId: rule.fboAccountId ?? '',
    })),
    needsPasskey: policy.approvalProof === 'passkey',
    expires: policy.transferExpirySeconds !== null,
    expiry: String(seconds / UNIT_SECONDS[unit]),
    unit,
    insuredExposure: policy.insuredExposure,
    isSystemApproval: policy.systemApproval === 'within_limits',
    reasons: [...policy.systemApprovalReasons],
    limits: {
      approvalSignInMinutes: count(policy.approvalSignInMinutes),
      systemApprovalMaxItems: count(policy.systemApprovalMaxItems),
      systemApprovalMaxItemsPerDay: count(policy.systemApprovalMaxItemsPerDay),
      systemApprovalMaxDeclaredValueCents: amount(policy.systemApprovalMaxDeclaredValueCents),
      systemApprovalMaxDeclaredValueCentsPerDay: amount(
        policy.systemApprovalMaxDeclaredValueCentsPerDay,
      ),
      revaluationReviewDays: count(policy.revaluationReviewDays),
      revaluationMaxPercent: count(policy.revaluationMaxPercent),
      revaluationMaxCents: amount(policy.revaluationMaxCents),
    },
    sessionIdleMinutes: String(policy.sessionIdleMinutes),
    sessionMaxHours: String(policy.sessionMaxHours),
  }
}

export type FieldErrors = { readonly [Name in Member]?: string }

/** The policy that the draft describes, and the errors of its fields. */
export function membersOf(draft: Draft): { values: OrganizationPolicyUpdate; errors: FieldErrors } {
  const errors: { [Name in Member]?: string } = {}
  const whole = (name: Limit, most: number) => {
    const text = draft.limits[name].trim()
    const number = wholeOf(text) ?? 0
    if (text === '') return null
    if (number >= 1 && number <= most) return number
    errors[name] = `Enter a whole number from 1 to ${most.toLocaleString()}, or leave it empty.`
    return null
  }
  const between = (name: 'sessionIdleMinutes' | 'sessionMaxHours', least: number, most: number) => {
    const number = wholeOf(draft[name]) ?? 0
    if (number >= least && number <= most) return number
    errors[name] = `Enter a whole number from ${least} to ${most.toLocaleString()}.`
    return undefined
  }
  const cents = (name: Limit) => {
    const text = draft.limits[name].trim()
    const problem = amountProblem(text)
    if (problem !== undefined) errors[name] = problem
    return centsOf(text) ?? null
  }
  const seconds = (wholeOf(draft.expiry) ?? 0) * UNIT_SECONDS[draft.unit]
  if (draft.expires && !(seconds >= 1 && seconds <= 365 * UNIT_SECONDS.days)) {
    errors.transferExpirySeconds = 'Enter a whole number, for a time from 1 second to 365 days.'
  }
  if (draft.approvalRules.some((rule) => !isSoundRule(rule))) {
    errors.approvalRules = 'Enter amounts and whole numbers, or leave a condition empty.'
  }
  const values: OrganizationPolicyUpdate = {
    approvalRules: draft.approvalRules.map(ruleOf),
    approvalSignInMinutes: whole('approvalSignInMinutes', 1_440),
    approvalProof: draft.needsPasskey ? 'passkey' : 'none',
    fourEyes: draft.fourEyes,
    recipientRequired: draft.recipientRequired,
    transferExpirySeconds: draft.expires ? seconds : null,
    insuredExposure: draft.insuredExposure,
    systemApproval: draft.isSystemApproval ? 'within_limits' : 'off',
    systemApprovalReasons: REASONS.filter((each) => draft.reasons.includes(each)) as never,
    systemApprovalMaxItems: whole('systemApprovalMaxItems', 1_000),
    systemApprovalMaxItemsPerDay: whole('systemApprovalMaxItemsPerDay', 1_000_000),
    systemApprovalMaxDeclaredValueCents: cents('systemApprovalMaxDeclaredValueCents'),
    systemApprovalMaxDeclaredValueCentsPerDay: cents('systemApprovalMaxDeclaredValueCentsPerDay'),
    revaluationReviewDays: whole('revaluationReviewDays', 365),
    revaluationMaxPercent: whole('revaluationMaxPercent', 100_000),
    revaluationMaxCents: cents('revaluationMaxCents'),
    sessionIdleMinutes: between('sessionIdleMinutes', 5, 1_440),
    sessionMaxHours: between('sessionMaxHours', 1, 720),
  }
  return { values, errors }
}

function isSoundRule({ value, items }: DraftRule): boolean {
  const isWhole = items.trim() === '' || (wholeOf(items) ?? 1_001) <= 1_000
  return amountProblem(value.trim()) === undefined && isWhole
}

function ruleOf({ approvals, value, items, fboAccountId }: DraftRule) {
  const cents = centsOf(value.trim())
  const aboveItems = wholeOf(items)
  const account = fboAccountId.trim()
  return {
    approvals: Number(approvals),
    ...(cents !== undefined && { aboveDeclaredValueCents: cents }),
    ...(aboveItems !== undefined && { aboveItems }),
    ...(account !== '' && { fboAccountId: account }),
  }
}

/** The members whose values differ: only these are sent. */
export function changedMembers(
  policy: OrganizationPolicy,
  values: OrganizationPolicyUpdate,
): readonly Member[] {
  const text = (value: unknown) =>
    JSON.stringify(Array.isArray(value) ? value.toSorted() : (value ?? null))
  return MEMBERS.map(([name]) => name).filter((name) => text(policy[name]) !== text(values[name]))
}
