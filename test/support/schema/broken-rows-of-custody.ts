import { type BrokenRows, long, outside } from './schema-rows.ts'

const AT = new Date('2026-01-01T00:00:00Z')
const HELD = { heldAt: AT, holdReason: 'Why' }
const CANCELLED = { cancelledAt: AT, cancellationReason: 'Why' }
const SHIPPED = { status: 'shipped', shippedAt: AT }
const ERASED = { erasedAt: AT, erasureReason: 'Case 1' }
const FIRST = { number: 1, fromFboAccountId: null, fromStatus: null }
const REJECTED = { status: 'rejected', decidedAt: AT }

/** Accounts, items, and what moves and values them. Ids of `away` are of another organization. */
export const BROKEN_ROWS_OF_CUSTODY: BrokenRows = {
  fbo_accounts: {
    id_form: [{ id: long(65) }],
    pkey: [{ id: 'home_one' }],
    organization: [{ organizationId: 'nobody' }],
    one_primary: [{ isPrimary: true }],
    first_name_length: [{ firstName: '' }],
    last_name_length: [{ lastName: long(301) }],
    email_form: [{ email: 'a@b@c' }, { email: `a@${long(253)}` }],
    phone_form: [
      { phone: '12' },
      { phone: 'none' },
      { phone: '112\n' },
      { phone: '112\u0085' },
      { phone: '1'.repeat(65) },
    ],
    business_name_length: [{ businessName: long(501) }],
    max_insured_value_not_negative: [{ maxInsuredValueCents: '-1' }],
    erasure: [
      { erasureReason: 'Case 1' },
      { erasedAt: AT },
      { erasedAt: AT, erasureReason: long(2001) },
      { ...ERASED, firstName: 'Ada' },
      { ...ERASED, lastName: 'Ada' },
      { ...ERASED, businessName: 'Ada' },
      { ...ERASED, email: 'ada@example.com' },
      { ...ERASED, phone: '555 012' },
    ],
  },
  fbo_account_profiles: {
    external_id_length: [{ externalId: '', externalIdFolded: '' }],
    external_id_both: [{ externalId: 'A' }, { externalIdFolded: 'a' }],
    metadata_object: [{ metadata: '[]' }],
    version_positive: [{ version: 0 }],
  },
  transfer_batches: {
    id_form: [{ id: 'ü' }],
    accounts_differ: [{ toFboAccountId: 'home_one' }],
    status_known: [{ status: 'approved', decidedAt: AT }],
    total_items_range: [{ totalItems: 0, itemIds: [], reasons: [] }],
    item_ids_count: [{ itemIds: [] }],
    reasons_count: [{ reasons: ['trade', 'trade'] }],
    reasons_known: [{ reasons: ['gift'] }],
    notes_length: [{ notes: long(2001) }],
    idempotency_key_length: [{ idempotencyKey: '' }],
    decided_at_set: [{ status: 'completed' }, { decidedAt: AT }],
    decision_reason_length: outside('decisionReason', 2000, REJECTED),
    decision_reason_of_decision: [
      { decisionReason: 'Why' },
      { status: 'completed', decidedAt: AT, decisionReason: 'Why' },
    ],
    system_review_known: [{ systemReview: 'perhaps' }],
    review_known: [{ systemReview: 'failed', review: ['whim'] }],
    review_given: [{ systemReview: 'failed' }, { review: ['reason_not_covered'] }],
    approved_by_system_completed: [{ approvedBySystem: true }],
  },
  outbound_shipments: {
    id_form: [{ id: 'a/b' }],
    status_known: [{ status: 'cancelled' }],
    shipped_at_set: [{ status: 'shipped' }, { status: 'delivered' }, { shippedAt: AT }],
    account: [{ fboAccountId: 'away_one' }],
    created_by: [{ createdByTokenId: 'away_tok' }],
    approved_by: [{ approvedByTokenId: 'away_tok' }],
    notes_length: [{ notes: long(2001) }],
    total_items_not_negative: [{ totalItems: -1 }],
    hold_complete: [{ heldAt: AT }, { holdReason: 'Why' }],
    hold_reason_length: outside('holdReason', 2000, { heldAt: AT }),
    hold_before_shipped: [
      { ...HELD, ...SHIPPED },
      { ...HELD, ...CANCELLED },
    ],
    cancellation_complete: [{ cancelledAt: AT }, { cancellationReason: 'Why' }],
    cancellation_reason_length: outside('cancellationReason', 2000, { cancelledAt: AT }),
    cancelled_before_shipped: [{ ...CANCELLED, ...SHIPPED }],
    carrier_length: outside('carrier', 100, SHIPPED),
    service_length: outside('service', 100, SHIPPED),
    tracking_number_length: outside('trackingNumber', 100, SHIPPED),
  },
  outbound_shipment_directions: {
    recipient_object: [{ recipient: '[]' }],
    service_length: outside('service', 100),
    insured_value_not_negative: [{ insuredValueCents: '-1' }],
    metadata_object: [{ metadata: '[]' }],
  },
  inventory_items: {
    id_form: [{ id: 'a.b' }],
    status_known: [{ status: 'lost' }, { status: 'transfer_pending' }],
    description_length: outside('description', 500),
    declared_value_not_negative: [{ declaredValueCents: '-1' }],
    one_claim: [
      ...['on_hold', 'shipped', 'delivered', 'withdrawn'].flatMap((status) => [
        { status, activeTransferId: 'home_xfer' },
        { status, activeShipmentId: 'home_ship' },
      ]),
      { activeTransferId: 'home_xfer', activeShipmentId: 'home_ship' },
    ],
    hold_reason_length: outside('holdReason', 2000, { status: 'on_hold' }),
    hold_reason_of_hold: [{ holdReason: 'Why' }, { status: 'withdrawn', holdReason: 'Why' }],
    movement_count_positive: [{ movementCount: 0 }],
    identity: [{ identifiers: {} }, { metadata: '[]' }, { evidence: {} }, { correctionCount: -1 }],
  },
  inventory_item_identifiers: {
    scheme_form: [{ scheme: 'PSA' }],
    value_length: outside('valueFolded', 512),
  },
  corrections: {
    subject_known: [{ subjectType: 'access_token' }],
    number_positive: [{ number: 0 }],
    reason_length: [{ reason: '' }],
  },
  inventory_stays: { moments: [{ endedAt: new Date('2025-12-31') }] },
  inventory_movements: {
    number_positive: [{ number: 0 }],
    reason_length: outside('reason', 2000),
    first: [
      { number: 1 },
      { fromStatus: null },
      { fromFboAccountId: null },
      { kind: 'taken_in', toStatus: 'in_vault' },
      { ...FIRST, fromStatus: 'in_vault', kind: 'taken_in', toStatus: 'in_vault' },
    ],
    kind_fits: [
      { kind: 'lost' },
      { toStatus: 'withdrawn' },
      { ...FIRST, kind: 'imported', toStatus: 'lost' },
    ],
    account_moves: [
      { toFboAccountId: 'home_two' },
      {
        kind: 'transfer_completed',
        transferBatchId: 'home_xfer',
        fromStatus: 'transfer_pending',
        toStatus: 'in_vault',
      },
    ],
    holder_named: [
      { kind: 'transfer_created', toStatus: 'transfer_pending' },
      { kind: 'shipment_created', toStatus: 'shipment_pending' },
      { transferBatchId: 'home_xfer' },
      { outboundShipmentId: 'home_ship' },
      { ...FIRST, kind: 'imported', toStatus: 'transfer_pending' },
      { ...FIRST, kind: 'imported', toStatus: 'shipment_pending' },
    ],
  },
  inventory_valuations: {
    number_positive: [{ number: 0 }],
    values: [{ fromValueCents: '-1' }, { toValueCents: '-1' }, { toValueCents: '100' }],
    reason_length: outside('reason', 2000),
  },
  approvals: {
    subject_known: [{ subjectType: 'access_token' }],
    version_positive: [{ version: 0 }],
    end_after_start: [{ endedAt: new Date('2025-12-31') }],
  },
  revaluations: {
    status_known: [{ ...REJECTED, status: 'expired' }],
    reason_length: outside('reason', 2000),
    items_counted: [
      { totalItems: 0, itemIds: [], fromValuesCents: [], toValuesCents: [] },
      { totalItems: 2 },
      { itemIds: ['home_item', 'other'] },
      { fromValuesCents: [] },
      { toValuesCents: ['1', '2'] },
    ],
    decision_complete: [
      { status: 'approved' },
      { decidedAt: new Date('2026-01-01') },
      { decidedByTokenId: 'home_tok' },
    ],
    decision_reason_of_decision: [{ decisionReason: 'No' }, { ...REJECTED, decisionReason: '' }],
  },
}
