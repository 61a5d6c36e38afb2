import type { BrokenRow } from './broken-rows.ts'

const long = (length: number) => 'x'.repeat(length)
const AT = new Date('2026-01-01T00:00:00Z')
const ENDED = { status: 'rejected', decidedAt: AT }
const HELD = { heldAt: AT, holdReason: 'Why' }
const CANCELLED = { cancelledAt: AT, cancellationReason: 'Why' }
const SHIPPED = { status: 'shipped', shippedAt: AT }

const OF_TOKENS: readonly BrokenRow[] = [
  ['access_tokens', { owner: '' }, 'access_tokens_owner_length'],
  ['access_tokens', { owner: long(301) }, 'access_tokens_owner_length'],
  ['access_tokens', { principalId: 'away_tok' }, 'access_tokens_principal'],
  ['access_tokens', { issuedByTokenId: 'away_tok' }, 'access_tokens_issued_by'],
  ['access_tokens', { rotatedFromTokenId: 'away_tok' }, 'access_tokens_rotated_from'],
  ['access_tokens', { lineId: 'away_tok' }, 'access_tokens_line'],
  [
    'access_tokens',
    { revokedAt: new Date(), revokedByTokenId: 'away_tok' },
    'access_tokens_revoked_by',
  ],
  ['access_tokens', { revokedByTokenId: 'home_tok' }, 'access_tokens_revoked_by_of_revoked'],
  ['access_tokens', { permissions: ['vault:open'] }, 'access_tokens_permissions_known'],
  [
    'access_tokens',
    { allowedAddresses: ['192.0.2.0/24', '192.0.2.7/24'] },
    'access_tokens_allowed_addresses_valid',
  ],
]

const OF_BATCHES: readonly BrokenRow[] = [
  ['transfer_batches', { status: 'completed' }, 'transfer_batches_decided_at_set'],
  ['transfer_batches', { decidedAt: AT }, 'transfer_batches_decided_at_set'],
  ['transfer_batches', { ...ENDED, decisionReason: '' }, 'transfer_batches_decision_reason_length'],
  [
    'transfer_batches',
    { ...ENDED, decisionReason: long(2001) },
    'transfer_batches_decision_reason_length',
  ],
  ['transfer_batches', { decisionReason: 'Why' }, 'transfer_batches_decision_reason_of_decision'],
  [
    'transfer_batches',
    { ...ENDED, status: 'completed', decisionReason: 'Why' },
    'transfer_batches_decision_reason_of_decision',
  ],
  ['transfer_batches', { systemReview: 'perhaps' }, 'transfer_batches_system_review_known'],
  [
    'transfer_batches',
    { systemReview: 'failed', review: ['whim'] },
    'transfer_batches_review_known',
  ],
  ['transfer_batches', { systemReview: 'failed' }, 'transfer_batches_review_given'],
  ['transfer_batches', { review: ['reason_not_covered'] }, 'transfer_batches_review_given'],
  ['transfer_batches', { approvedBySystem: true }, 'transfer_batches_approved_by_system_completed'],
]

const OF_SHIPMENTS: readonly BrokenRow[] = [
  ['outbound_shipments', { createdByTokenId: 'away_tok' }, 'outbound_shipments_created_by'],
  ['outbound_shipments', { approvedByTokenId: 'away_tok' }, 'outbound_shipments_approved_by'],
  ['outbound_shipments', { notes: long(2001) }, 'outbound_shipments_notes_length'],
  ['outbound_shipments', { totalItems: -1 }, 'outbound_shipments_total_items_not_negative'],
  ['outbound_shipments', { heldAt: AT }, 'outbound_shipments_hold_complete'],
  ['outbound_shipments', { holdReason: 'Why' }, 'outbound_shipments_hold_complete'],
  ['outbound_shipments', { ...HELD, holdReason: '' }, 'outbound_shipments_hold_reason_length'],
  [
    'outbound_shipments',
    { ...HELD, holdReason: long(2001) },
    'outbound_shipments_hold_reason_length',
  ],
  ['outbound_shipments', { ...HELD, ...SHIPPED }, 'outbound_shipments_hold_before_shipped'],
  ['outbound_shipments', { ...HELD, ...CANCELLED }, 'outbound_shipments_hold_before_shipped'],
  ['outbound_shipments', { cancelledAt: AT }, 'outbound_shipments_cancellation_complete'],
  ['outbound_shipments', { cancellationReason: 'Why' }, 'outbound_shipments_cancellation_complete'],
  [
    'outbound_shipments',
    { ...CANCELLED, cancellationReason: '' },
    'outbound_shipments_cancellation_reason_length',
  ],
  [
    'outbound_shipments',
    { ...CANCELLED, cancellationReason: long(2001) },
    'outbound_shipments_cancellation_reason_length',
  ],
  [
    'outbound_shipments',
    { ...CANCELLED, ...SHIPPED },
    'outbound_shipments_cancelled_before_shipped',
  ],
  ...[
    ['carrier', 'outbound_shipments_carrier_length'],
    ['service', 'outbound_shipments_service_length'],
    ['trackingNumber', 'outbound_shipments_tracking_number_length'],
  ].flatMap(([column, rule]): BrokenRow[] => [
    ['outbound_shipments', { ...SHIPPED, [column as string]: '' }, rule as string],
    ['outbound_shipments', { ...SHIPPED, [column as string]: long(101) }, rule as string],
  ]),
]

const OF_POLICIES: readonly BrokenRow[] = (
  [
    [{ organizationId: 'nobody' }, 'organization'],
    [{ changedByTokenId: 'away_tok' }, 'changed_by'],
    [{ version: 0 }, 'version_positive'],
    [{ transferExpirySeconds: 0 }, 'transfer_expiry_range'],
    [{ transferExpirySeconds: 31_536_001 }, 'transfer_expiry_range'],
    [{ insuredExposure: 'off' }, 'insured_exposure_known'],
    [{ systemApproval: 'on' }, 'system_approval_known'],
    [{ systemApprovalMaxItems: 0 }, 'max_items_range'],
    [{ systemApprovalMaxItems: 1_001 }, 'max_items_range'],
    [{ systemApprovalMaxDeclaredValueCents: '-1' }, 'max_declared_value_not_negative'],
    [{ systemApprovalMaxItemsPerDay: 0 }, 'max_items_per_day_range'],
    [
      { systemApprovalMaxDeclaredValueCentsPerDay: '-1' },
      'max_declared_value_per_day_not_negative',
    ],
    [{ systemApprovalReasons: ['trade', 'gift'] }, 'reasons_known'],
  ] as const
).map(([columns, rule]) => ['organization_policies', columns, `organization_policies_${rule}`])

/** Rows that break a rule about who decided what, and how it went on. */
export const BROKEN_DECISIONS: readonly BrokenRow[] = [
  ['inventory_stays', { endedAt: new Date('2025-12-31') }, 'inventory_stays_moments'],
  ...OF_TOKENS,
  ...OF_BATCHES,
  ...OF_SHIPMENTS,
  ...OF_POLICIES,
]
