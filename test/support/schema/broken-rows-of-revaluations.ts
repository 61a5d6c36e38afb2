import type { BrokenRule } from './broken-rows-of-webhooks.ts'
import { POLICY_RULES_OF_SESSIONS } from './schema-rows-of-sessions.ts'

const REJECTED = { status: 'rejected', decidedAt: new Date('2026-01-01') }

export const RULES_OF_REVALUATIONS: Readonly<Record<string, readonly BrokenRule[]>> = {
  inventory_valuations: [
    ['number_positive', { number: 0 }],
    ['values', { fromValueCents: '-1' }],
    ['values', { toValueCents: '-1' }],
    ['values', { toValueCents: '100' }],
    ['reason_length', { reason: '' }],
    ['reason_length', { reason: 'x'.repeat(2_001) }],
  ],
  approvals: [
    ['subject_known', { subjectType: 'access_token' }],
    ['version_positive', { version: 0 }],
    ['end_after_start', { endedAt: new Date('2025-12-31') }],
  ],
  revaluations: [
    ['status_known', { ...REJECTED, status: 'expired' }],
    ['reason_length', { reason: '' }],
    ['reason_length', { reason: 'x'.repeat(2_001) }],
    ['items_counted', { totalItems: 0, itemIds: [], fromValuesCents: [], toValuesCents: [] }],
    ['items_counted', { totalItems: 2 }],
    ['items_counted', { itemIds: ['home_item', 'other'] }],
    ['items_counted', { fromValuesCents: [] }],
    ['items_counted', { toValuesCents: ['1', '2'] }],
    ['decision_complete', { status: 'approved' }],
    ['decision_complete', { decidedAt: new Date('2026-01-01') }],
    ['decision_complete', { decidedByTokenId: 'home_tok' }],
    ['decision_reason_of_decision', { decisionReason: 'No' }],
    ['decision_reason_of_decision', { ...REJECTED, decisionReason: '' }],
  ],
}

/** Broken policies. */
export const MORE_POLICY_RULES: readonly BrokenRule[] = [
  ['approval_proof_known', { approvalProof: 'x' }],
  ...POLICY_RULES_OF_SESSIONS,
  ['max_declared_value_per_day_not_negative', { systemApprovalMaxDeclaredValueCentsPerDay: '-1' }],
  ['revaluation_days_range', { revaluationReviewDays: 0 }],
  ['revaluation_days_range', { revaluationReviewDays: 366 }],
  ['revaluation_percent_range', { revaluationMaxPercent: 0 }],
  ['revaluation_percent_range', { revaluationMaxPercent: 100_001 }],
  ['revaluation_cents_not_negative', { revaluationMaxCents: '-1' }],
  ['approval_sign_in_range', { approvalSignInMinutes: 0 }],
  ['approval_sign_in_range', { approvalSignInMinutes: 1_441 }],
  ['approval_rules_listed', { approvalRules: {} }],
  ['approval_rules_listed', { approvalRules: Array(21).fill({ approvals: 2 }) }],
]
