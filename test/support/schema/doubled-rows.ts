import type { Row } from './schema-rows.ts'

const BOUND = { issuer: 'https://id.example.com', subject: '1' }

/** Tables of which no row can be written twice. */
const ONCE = `
  access_token_organizations session_bearers sign_in_codes transfer_batches outbound_shipments
  inventory_items inventory_item_identifiers outbound_shipment_directions organization_policies
  idempotency_keys imports import_rows events event_seals webhook_endpoints
  webhook_endpoint_health webhook_deliveries webhook_attempts outbound_shipment_blocks
  outbound_shipment_block_changes inventory_movements corrections fbo_account_profiles
  inventory_stays inventory_valuations revaluations approvals search_texts search_progress
  event_checkpoints command_runs
`

// Rules about two rows: the first of each pair is fine, the second is not together with it.
export const DOUBLED: readonly (readonly [
  table: string,
  first: Row,
  second: Row,
  constraint: string,
])[] = [
  ...ONCE.trim()
    .split(/\s+/)
    .map((table) => [table, {}, {}, `${table}_pkey`] as const),
  ['access_tokens', { id: 'tok_a' }, { id: 'tok_b' }, 'access_tokens_sha256_unique'],
  ['access_tokens', {}, { tokenSha256: Buffer.alloc(32, 8) }, 'access_tokens_pkey'],
  ['sessions', {}, { secretSha256: Buffer.alloc(32, 8) }, 'sessions_pkey'],
  ['sessions', {}, { id: 'sess_other' }, 'sessions_secret_unique'],
  [
    'inventory_item_identifiers',
    {},
    { inventoryItemId: 'item_other' },
    'inventory_item_identifiers_present',
  ],
  ['outbound_shipment_items', {}, { position: 2 }, 'outbound_shipment_items_item_once'],
  ['outbound_shipment_items', {}, { inventoryItemId: 'item_new' }, 'outbound_shipment_items_pkey'],
  ['roles', {}, { nameFolded: 'day' }, 'roles_pkey'],
  ['roles', {}, { id: 'role_other' }, 'roles_name'],
  ['identity_providers', {}, { clientId: 'other' }, 'identity_providers_pkey'],
  ['people', {}, { email: 'eva@example.com' }, 'people_pkey'],
  ['people', {}, { id: 'prsn_other' }, 'people_email'],
  ['people', BOUND, { ...BOUND, id: 'prsn_other', email: 'eva@example.com' }, 'people_subject'],
  ['passkeys', {}, { credentialId: 'BBBB' }, 'passkeys_pkey'],
  ['passkeys', {}, { id: 'pkey_other' }, 'passkeys_credential'],
  [
    'fbo_account_profiles',
    { externalId: 'A' },
    { externalId: 'A', fboAccountId: 'home_two' },
    'fbo_account_profiles_external_id',
  ],
  ['signing_keys', { retiredAt: new Date('2026-01-01T00:00:00Z') }, {}, 'signing_keys_pkey'],
  ['signing_keys', {}, { id: 'key_other' }, 'signing_keys_one_in_use'],
]
