import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  DEFAULT_POLICY,
  type OrganizationPolicyRow,
} from '../../access/organizations/organization-policy.ts'
import { type ReviewFacts, reviewReasons } from './review-transfer.ts'
import { REVIEW_REASONS } from './transfer-batch.ts'

const unlimited: OrganizationPolicyRow = {
  ...DEFAULT_POLICY,
  organizationId: 'org_1',
  systemApproval: 'within_limits',
}
const policy: OrganizationPolicyRow = {
  ...unlimited,
  systemApprovalMaxItems: 2,
  systemApprovalMaxDeclaredValueCents: '100',
  systemApprovalMaxItemsPerDay: 5,
  systemApprovalMaxDeclaredValueCentsPerDay: '500',
  systemApprovalReasons: ['trade', 'request'],
}

const day = { items: 5, declaredValueCents: '500' }

/** A batch that is just within every limit. */
const within: ReviewFacts = {
  policy,
  totalItems: 2,
  declaredValueCents: '100',
  reasons: ['trade', 'request'],
  exposureCents: '1000',
  maxInsuredValueCents: '1000',
  day,
  isRecentlyRevalued: false,
  approvalsRequired: 1,
}
const exposure = { exposureCents: '1001' }
const over = {
  totalItems: 3,
  declaredValueCents: '101',
  reasons: ['trade', 'rebalance'],
  ...exposure,
  day: { items: 6, declaredValueCents: '501' },
  isRecentlyRevalued: true,
  approvalsRequired: 2,
}

const EXPOSED = ['insured_exposure_over_maximum']
const under = (insuredExposure: 'block' | 'observe') => ({ policy: { ...policy, insuredExposure } })
const uncovered = { ...unlimited, systemApprovalReasons: [] }

/** In published order, each limit alone; then all of them, and what is no limit. */
const ROWS: [what: string, facts: Partial<ReviewFacts>, reasons: readonly string[]][] = [
  ['nothing', {}, []],
  ['the number of items', { totalItems: 3 }, ['item_count_over_limit']],
  ['the declared value', { declaredValueCents: '101' }, ['declared_value_over_limit']],
  ['one beyond a bigint', { declaredValueCents: '9'.repeat(22) }, ['declared_value_over_limit']],
  ['a declared value of fewer digits', { declaredValueCents: '99' }, []],
  ['a reason', { reasons: over.reasons }, ['reason_not_covered']],
  ['the exposure', exposure, EXPOSED],
  ['the exposure under block', { ...exposure, ...under('block') }, EXPOSED],
  ['no exposure where it is observed', { ...exposure, ...under('observe') }, []],
  ['an exposure of fewer digits', { exposureCents: '999' }, []],
  ['the items of a day', { day: { ...day, items: 6 } }, ['daily_item_count_over_limit']],
  [
    'the declared value of a day',
    { day: { ...day, declaredValueCents: '501' } },
    ['daily_declared_value_over_limit'],
  ],
  ['a value that the creator changed', { isRecentlyRevalued: true }, ['recently_revalued']],
  ['several approvals', { approvalsRequired: 2 }, ['several_approvals_required']],
  ['all of them', over, REVIEW_REASONS],
  [
    'the exposure alone where there are no limits',
    { ...over, policy: unlimited, isRecentlyRevalued: false, approvalsRequired: 1 },
    EXPOSED,
  ],
  ['any reason where none is covered', { policy: uncovered }, ['reason_not_covered']],
]
for (const [what, facts, reasons] of ROWS) {
  test(`The system leaves a batch to a person for: ${what}`, () => {
    assert.deepEqual(reviewReasons({ ...within, ...facts }), reasons)
  })
}
