import { BROKEN_DECISIONS } from './broken-decisions.ts'
import { BROKEN_MOVEMENTS } from './broken-movements.ts'
import { BROKEN_WEBHOOKS } from './broken-webhooks.ts'
import { HOME, type Row } from './schema-rows.ts'

export type BrokenRow = readonly [table: string, columns: Row, constraint: string]

const long = (length: number) => 'x'.repeat(length)
const AT = new Date('2026-01-01T00:00:00Z')

// Each row breaks exactly one rule: the table, the columns that break it, and the rule's name.
const OF_RECORDS: readonly BrokenRow[] = [
  ['organizations', { id: 'a b' }, 'organizations_id_form'],
  ['organizations', { id: HOME }, 'organizations_pkey'],
  ['organizations', { name: long(301) }, 'organizations_name_length'],
  [
    'access_token_organizations',
    { tokenSha256: Buffer.alloc(31) },
    'access_token_organizations_sha256_length',
  ],
  ['access_tokens', { id: '' }, 'access_tokens_id_form'],
  ['access_tokens', { organizationId: 'nobody' }, 'access_tokens_organization'],
  ['access_tokens', { tokenSha256: Buffer.alloc(31) }, 'access_tokens_sha256_length'],
  ['access_tokens', { expiresAt: new Date('2036-01-01') }, 'access_tokens_lifetime'],
  [
    'access_tokens',
    { allowedAddresses: Array<string>(51).fill('10.0.0.0/8') },
    'access_tokens_allowed_addresses_count',
  ],
  ['fbo_accounts', { id: long(65) }, 'fbo_accounts_id_form'],
  ['fbo_accounts', { id: 'home_one' }, 'fbo_accounts_pkey'],
  ['fbo_accounts', { organizationId: 'nobody' }, 'fbo_accounts_organization'],
  ['fbo_accounts', { isPrimary: true }, 'fbo_accounts_one_primary'],
  ['fbo_accounts', { firstName: '' }, 'fbo_accounts_first_name_length'],
  ['fbo_accounts', { lastName: long(301) }, 'fbo_accounts_last_name_length'],
  ['fbo_accounts', { email: 'a@b@c' }, 'fbo_accounts_email_form'],
  ['fbo_accounts', { email: `a@${long(253)}` }, 'fbo_accounts_email_form'],
  ['fbo_accounts', { phone: '12' }, 'fbo_accounts_phone_form'],
  ['fbo_accounts', { phone: 'none' }, 'fbo_accounts_phone_form'],
  ['fbo_accounts', { phone: '112\n' }, 'fbo_accounts_phone_form'],
  ['fbo_accounts', { phone: '112\u0085' }, 'fbo_accounts_phone_form'],
  ['fbo_accounts', { phone: '1'.repeat(65) }, 'fbo_accounts_phone_form'],
  ['fbo_accounts', { businessName: long(501) }, 'fbo_accounts_business_name_length'],
  ['fbo_accounts', { maxInsuredValueCents: '-1' }, 'fbo_accounts_max_insured_value_not_negative'],
  ['fbo_accounts', { erasureReason: 'Case 1' }, 'fbo_accounts_erasure'],
  ['fbo_accounts', { erasedAt: AT }, 'fbo_accounts_erasure'],
  ['fbo_accounts', { erasedAt: AT, erasureReason: long(2001) }, 'fbo_accounts_erasure'],
  ...(['firstName', 'lastName', 'businessName'] as const).map(
    (member): BrokenRow => [
      'fbo_accounts',
      { erasedAt: AT, erasureReason: 'Case 1', [member]: 'Ada' },
      'fbo_accounts_erasure',
    ],
  ),
  [
    'fbo_accounts',
    { erasedAt: AT, erasureReason: 'Case 1', email: 'ada@example.com' },
    'fbo_accounts_erasure',
  ],
  [
    'fbo_accounts',
    { erasedAt: AT, erasureReason: 'Case 1', phone: '555 012' },
    'fbo_accounts_erasure',
  ],
  ['transfer_batches', { id: 'ü' }, 'transfer_batches_id_form'],
  ['transfer_batches', { toFboAccountId: 'home_one' }, 'transfer_batches_accounts_differ'],
  ['transfer_batches', { status: 'approved', decidedAt: AT }, 'transfer_batches_status_known'],
  [
    'transfer_batches',
    { totalItems: 0, itemIds: [], reasons: [] },
    'transfer_batches_total_items_range',
  ],
  ['transfer_batches', { itemIds: [] }, 'transfer_batches_item_ids_count'],
  ['transfer_batches', { reasons: ['trade', 'trade'] }, 'transfer_batches_reasons_count'],
  ['transfer_batches', { reasons: ['gift'] }, 'transfer_batches_reasons_known'],
  ['transfer_batches', { notes: long(2001) }, 'transfer_batches_notes_length'],
  ['outbound_shipments', { id: 'a/b' }, 'outbound_shipments_id_form'],
  ['outbound_shipments', { status: 'cancelled' }, 'outbound_shipments_status_known'],
  ['outbound_shipments', { status: 'shipped' }, 'outbound_shipments_shipped_at_set'],
  ['outbound_shipments', { status: 'delivered' }, 'outbound_shipments_shipped_at_set'],
  ['outbound_shipments', { shippedAt: AT }, 'outbound_shipments_shipped_at_set'],
  ['inventory_items', { id: 'a.b' }, 'inventory_items_id_form'],
  ['inventory_items', { status: 'lost' }, 'inventory_items_status_known'],
  ['inventory_items', { description: '' }, 'inventory_items_description_length'],
  ['inventory_items', { description: long(501) }, 'inventory_items_description_length'],
  ['inventory_items', { declaredValueCents: '-1' }, 'inventory_items_declared_value_not_negative'],
  ['inventory_items', { status: 'transfer_pending' }, 'inventory_items_status_known'],
  ...(['on_hold', 'shipped', 'delivered', 'withdrawn'] as const).flatMap((status): BrokenRow[] => [
    ['inventory_items', { status, activeTransferId: 'home_xfer' }, 'inventory_items_one_claim'],
    ['inventory_items', { status, activeShipmentId: 'home_ship' }, 'inventory_items_one_claim'],
  ]),
  [
    'inventory_items',
    { activeTransferId: 'home_xfer', activeShipmentId: 'home_ship' },
    'inventory_items_one_claim',
  ],
  ['outbound_shipment_blocks', { level: 3 }, 'outbound_shipment_blocks_level_known'],
  [
    'outbound_shipment_blocks',
    { organizationId: 'nobody' },
    'outbound_shipment_blocks_organization',
  ],
  ['transfer_batches', { idempotencyKey: '' }, 'transfer_batches_idempotency_key_length'],
  ['idempotency_keys', { key: long(256) }, 'idempotency_keys_key_length'],
  ['idempotency_keys', { requestSha256: Buffer.alloc(31) }, 'idempotency_keys_sha256_length'],
  ['imports', { organizationId: 'nobody' }, 'imports_organization'],
  ['imports', { state: 'x' }, 'imports_state_known'],
  ['imports', { state: 'completed' }, 'imports_completion_complete'],
  ['imports', { completedAt: new Date() }, 'imports_completion_complete'],
  ['imports', { state: 'received' }, 'imports_content_known'],
  ['events', { number: '0' }, 'events_number_positive'],
  ['events', { system: 'policy' }, 'events_one_actor'],
  ['events', { tokenId: null }, 'events_one_actor'],
  ['event_seals', { chainHash: Buffer.alloc(31) }, 'event_seals_chain_hash_length'],
  ['signing_keys', { publicKey: Buffer.alloc(31) }, 'signing_keys_public_key_length'],
  [
    'signing_keys',
    { previousKeyId: 'key_before', signature: Buffer.alloc(63) },
    'signing_keys_signature_lengths',
  ],
  ['signing_keys', { previousKeyId: 'key_before' }, 'signing_keys_signature_with_previous'],
  ['event_checkpoints', { sequence: -1 }, 'event_checkpoints_sequence_not_negative'],
  ['event_checkpoints', { chainHash: Buffer.alloc(31) }, 'event_checkpoints_chain_hash_length'],
  ['event_checkpoints', { signature: Buffer.alloc(63) }, 'event_checkpoints_signature_length'],
  ['event_checkpoints', { organizationId: 'nobody' }, 'event_checkpoints_organization'],
  // References to records of another organization, which do exist there.
  ['outbound_shipments', { fboAccountId: 'away_one' }, 'outbound_shipments_account'],
]

/** Rows that break exactly one rule each, which one is said with them. */
export const BROKEN: readonly BrokenRow[] = [
  ...OF_RECORDS,
  ...BROKEN_DECISIONS,
  ...BROKEN_MOVEMENTS,
  ...BROKEN_WEBHOOKS,
]

// Rules about two rows: the first of each pair is fine, the second is not together with it.
export const DOUBLED: readonly [table: string, first: Row, second: Row, constraint: string][] = [
  ['access_token_organizations', {}, {}, 'access_token_organizations_pkey'],
  ['access_tokens', { id: 'tok_a' }, { id: 'tok_b' }, 'access_tokens_sha256_unique'],
  ['access_tokens', {}, { tokenSha256: Buffer.alloc(32, 8) }, 'access_tokens_pkey'],
  ['transfer_batches', {}, {}, 'transfer_batches_pkey'],
  ['outbound_shipments', {}, {}, 'outbound_shipments_pkey'],
  ['inventory_items', {}, {}, 'inventory_items_pkey'],
  ['outbound_shipment_items', {}, { position: 2 }, 'outbound_shipment_items_item_once'],
  ['outbound_shipment_items', {}, { inventoryItemId: 'item_new' }, 'outbound_shipment_items_pkey'],
  ['organization_policies', {}, {}, 'organization_policies_pkey'],
  ['idempotency_keys', {}, {}, 'idempotency_keys_pkey'],
  ['imports', {}, {}, 'imports_pkey'],
  ['import_rows', {}, {}, 'import_rows_pkey'],
  ['events', {}, {}, 'events_pkey'],
  ['event_seals', {}, {}, 'event_seals_pkey'],
  ['webhook_endpoints', {}, {}, 'webhook_endpoints_pkey'],
  ['webhook_endpoint_health', {}, {}, 'webhook_endpoint_health_pkey'],
  ['webhook_deliveries', {}, {}, 'webhook_deliveries_pkey'],
  ['webhook_attempts', {}, {}, 'webhook_attempts_pkey'],
  ['outbound_shipment_blocks', {}, {}, 'outbound_shipment_blocks_pkey'],
  ['outbound_shipment_block_changes', {}, {}, 'outbound_shipment_block_changes_pkey'],
  ['inventory_movements', {}, {}, 'inventory_movements_pkey'],
  ['inventory_stays', {}, {}, 'inventory_stays_pkey'],
  ['event_checkpoints', {}, {}, 'event_checkpoints_pkey'],
  ['signing_keys', { retiredAt: AT }, {}, 'signing_keys_pkey'],
  ['signing_keys', {}, { id: 'key_other' }, 'signing_keys_one_in_use'],
]
