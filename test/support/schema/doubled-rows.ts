import { type Row, TABLES } from './schema-rows.ts'

const BOUND = { issuer: 'https://id.example.com', subject: '1' }

type Doubled = readonly [table: string, first: Row, second: Row, constraint: string]

const RULES: readonly Doubled[] = [
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
    { externalId: 'A', externalIdFolded: 'a' },
    { externalId: 'a', externalIdFolded: 'a', fboAccountId: 'home_two' },
    'fbo_account_profiles_external_id',
  ],
  ['signing_keys', { retiredAt: new Date('2026-01-01T00:00:00Z') }, {}, 'signing_keys_pkey'],
  ['signing_keys', {}, { id: 'key_other' }, 'signing_keys_one_in_use'],
]

/** Tables whose primary key alone keeps a row from being written twice. */
const OTHERS = TABLES.filter((table) => !RULES.some((row) => row[3] === `${table}_pkey`))

/** Rules about two rows: the first of each pair is fine, the second is not together with it. */
export const DOUBLED: readonly Doubled[] = [
  ...OTHERS.map((table): Doubled => [table, {}, {}, `${table}_pkey`]),
  ...RULES,
]
