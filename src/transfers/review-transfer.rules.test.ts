import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrganizationPolicyRow } from '../organizations/organization-policy.ts'
import { type ReviewFacts, reviewReasons } from './review-transfer.rules.ts'
import { REVIEW_REASONS } from './transfer-batch.ts'

const unlimited: OrganizationPolicyRow = {
  organizationId: 'org_1',
  version: 1,
  fourEyes: true,
  recipientRequired: false,
  sessionIdleMinutes: 60,
  sessionMaxHours: 12,
  approvalRules: [],
  approvalProof: 'none',
  approvalSignInMinutes: null,
  transferExpirySeconds: null,
  insuredExposure: 'review',
  systemApproval: 'within_limits',
  systemApprovalMaxItems: null,
  systemApprovalMaxDeclaredValueCents: null,
  systemApprovalMaxItemsPerDay: null,
  systemApprovalMaxDeclaredValueCentsPerDay: null,
  systemApprovalReasons: ['request', 'trade', 'rebalance'],
  revaluationReviewDays: null,
  revaluationMaxPercent: null,
  revaluationMaxCents: null,
  changedAt: null,
  changedByTokenId: null,
}
const policy: OrganizationPolicyRow = {
  ...unlimited,
  systemApprovalMaxItems: 2,
  systemApprovalMaxDeclaredValueCents: '100',
  systemApprovalMaxItemsPerDay: 5,
  systemApprovalMaxDeclaredValueCentsPerDay: '500',
  systemApprovalReasons: ['trade', 'request'],
}

/** A batch that is just within every limit. */
const within: ReviewFacts = {
  policy,
  totalItems: 2,
  declaredValueCents: '100',
  reasons: ['trade', 'request'],
  exposureCents: '1000',
  maxInsuredValueCents: '1000',
  day: { items: 5, declaredValueCents: '500' },
  isRecentlyRevalued: false,
  approvalsRequired: 1,
}
const over = {
  totalItems: 3,
  declaredValueCents: '101',
  reasons: ['trade', 'rebalance'],
  exposureCents: '1001',
  day: { items: 6, declaredValueCents: '501' },
  isRecentlyRevalued: true,
  approvalsRequired: 2,
}

/** In published order, each limit alone; then all of them, and what is no limit. */
const ROWS: [what: string, facts: Partial<ReviewFacts>, reasons: readonly string[]][] = [
  ['nothing', {}, []],
  ['the number of items', { totalItems: over.totalItems }, ['item_count_over_limit']],
  [
    'the declared value',
    { declaredValueCents: over.declaredValueCents },
    ['declared_value_over_limit'],
  ],
  [
    'a declared value beyond a bigint',
    { declaredValueCents: '9'.repeat(22) },
    ['declared_value_over_limit'],
  ],
  ['a declared value of fewer digits', { declaredValueCents: '99' }, []],
  ['a reason', { reasons: over.reasons }, ['reason_not_covered']],
  ['the exposure', { exposureCents: over.exposureCents }, ['insured_exposure_over_maximum']],
  [
    'the exposure under block',
    { exposureCents: '1001', policy: { ...policy, insuredExposure: 'block' } },
    ['insured_exposure_over_maximum'],
  ],
  [
    'no exposure where it is observed',
    { exposureCents: '1001', policy: { ...policy, insuredExposure: 'observe' } },
    [],
  ],
  ['an exposure of fewer digits', { exposureCents: '999' }, []],
  [
    'the items of a day',
    { day: { items: 6, declaredValueCents: '500' } },
    ['daily_item_count_over_limit'],
  ],
  [
    'the declared value of a day',
    { day: { items: 5, declaredValueCents: '501' } },
    ['daily_declared_value_over_limit'],
  ],
  ['a value that the creator changed', { isRecentlyRevalued: true }, ['recently_revalued']],
  ['several approvals', { approvalsRequired: 2 }, ['several_approvals_required']],
  ['all of them', over, REVIEW_REASONS],
  [
    'the exposure alone where there are no limits',
    { ...over, policy: unlimited, isRecentlyRevalued: false, approvalsRequired: 1 },
    ['insured_exposure_over_maximum'],
  ],
  [
    'any reason where none is covered',
    { policy: { ...unlimited, systemApprovalReasons: [] } },
    ['reason_not_covered'],
  ],
]
for (const [what, facts, reasons] of ROWS) {
  test(`The system leaves a batch to a person for: ${what}`, () => {
    assert.deepEqual(reviewReasons({ ...within, ...facts }), reasons)
  })
}
