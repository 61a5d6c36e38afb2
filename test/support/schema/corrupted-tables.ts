/** The tables that a corruption may change. */
export const CORRUPTED_TABLES = [
  'people',
  'passkeys',
  'fbo_accounts',
  'transfer_batches',
  'outbound_shipments',
  'outbound_shipment_directions',
  'inventory_items',
  'outbound_shipment_items',
  'inventory_movements',
  'inventory_stays',
  'inventory_valuations',
  'revaluations',
  'approvals',
  'corrections',
  'inventory_item_identifiers',
  'fbo_account_profiles',
  'access_token_organizations',
  'idempotency_keys',
  'events',
  'event_seals',
  'event_checkpoints',
]

/** Those with triggers, which would refuse it. */
export const GUARDED_TABLES = [
  'fbo_accounts',
  'transfer_batches',
  'outbound_shipment_items',
  'inventory_movements',
  'inventory_stays',
  'inventory_valuations',
  'approvals',
  'corrections',
  'events',
  'event_seals',
  'event_checkpoints',
]
