export type Row = Record<string, unknown>

const AT = new Date('2026-01-01T00:00:00Z')

/** By table, a row of the organization `home` that breaks no rule. */
const ROWS: Readonly<Record<string, Row>> = {
  organizations: { id: 'org_new', name: 'New' },
  access_token_organizations: { tokenSha256: Buffer.alloc(32, 9) },
  access_tokens: {
    id: 'tok_new',
    tokenSha256: Buffer.alloc(32, 7),
    permissions: [],
    expiresAt: new Date(),
  },
  outbound_shipments: { id: 'ship_new', fboAccountId: 'home_one' },
  inventory_items: { id: 'item_new', fboAccountId: 'home_one' },
  inventory_item_identifiers: {
    inventoryItemId: 'home_item',
    scheme: 'psa_cert',
    valueFolded: '42118903',
    isPresent: true,
  },
  outbound_shipment_items: {
    outboundShipmentId: 'home_ship',
    position: 1,
    inventoryItemId: 'home_item',
  },
  outbound_shipment_directions: { outboundShipmentId: 'home_ship' },
  idempotency_keys: {
    operation: 'createTransfer',
    key: 'new',
    requestSha256: Buffer.alloc(32),
    status: 201,
    headers: {},
    answer: '{}',
  },
  organization_policies: { version: 1 },
  events: {
    number: '1000',
    type: 'fbo_account.updated',
    occurredAt: AT,
    tokenId: 'home_tok',
    system: null,
    requestId: null,
    subjectType: 'fbo_account',
    subjectId: 'home_one',
    data: {},
  },
  imports: { id: 'imp_new', kind: 'fbo-accounts', attemptId: 'imp_attempt' },
  import_rows: { attemptId: 'imp_attempt', line: 2, fields: {} },
  search_texts: { recordType: 'fbo_account', recordId: 'fbo_nobody', words: ' ada' },
  search_progress: { eventNumber: 1, typesLeft: [] },
  event_seals: { number: '1000', chainHash: Buffer.alloc(32) },
  inventory_stays: {
    inventoryItemId: 'home_item',
    number: 2,
    fboAccountId: 'home_one',
    beganAt: AT,
    endedAt: new Date('2026-01-02'),
  },
  revaluations: {
    id: 'reval_new',
    reason: 'Entered wrong',
    totalItems: 1,
    itemIds: ['home_item'],
    fromValuesCents: ['100'],
    toValuesCents: ['200'],
    createdAt: AT,
  },
  inventory_valuations: {
    inventoryItemId: 'home_item',
    number: 1,
    at: AT,
    fromValueCents: '100',
    toValueCents: '200',
    reason: 'Entered wrong',
  },
  command_runs: { command: 'verify', at: AT, violations: 0 },
  inventory_movements: {
    inventoryItemId: 'home_item',
    number: 2,
    at: new Date(),
    kind: 'held',
    fromFboAccountId: 'home_one',
    fromStatus: 'in_vault',
    toFboAccountId: 'home_one',
    toStatus: 'on_hold',
  },
  fbo_accounts: { id: 'fbo_new' },
  fbo_account_profiles: { fboAccountId: 'home_one', changedAt: AT },
  approvals: { subjectType: 'transfer', subjectId: 'home_xfer', version: 1, at: AT },
  corrections: {
    subjectType: 'fbo_account',
    subjectId: 'home_one',
    number: 1,
    at: AT,
    member: 'isPrimary',
  },
  signing_keys: { id: 'key_new', publicKey: Buffer.alloc(32), encryptedPrivateKey: 'encrypted' },
  event_checkpoints: {
    sequence: 1,
    at: AT,
    chainHash: Buffer.alloc(32),
    keyId: 'key_made',
    signature: Buffer.alloc(64),
  },
  sessions: {
    id: 'sess_new',
    secretSha256: Buffer.alloc(32, 9),
    accessTokenId: 'home_tok',
    createdAt: AT,
    lastUsedAt: AT,
    expiresAt: AT,
    address: '192.0.2.1',
  },
  session_bearers: { tokenSha256: Buffer.alloc(32, 9), sessionId: 'home_sess', expiresAt: AT },
  sign_in_codes: { codeSha256: Buffer.alloc(32, 9), personId: 'home_prsn', expiresAt: AT },
  roles: {
    id: 'role_new',
    name: 'Night shift',
    nameFolded: 'nightshift',
    permissions: ['events:read'],
    createdAt: AT,
    changedAt: AT,
  },
  identity_providers: {
    issuer: 'https://id.example.com',
    clientId: 'vault',
    encryptedSecret: 'x',
    admission: 'invited',
    emailDomains: [],
    defaultRoles: [],
    roleMapping: {},
    version: 1,
    changedAt: AT,
  },
  passkeys: {
    id: 'pkey_new',
    personId: 'home_person',
    credentialId: 'AAAA',
    publicKey: Buffer.alloc(91),
    algorithm: -7,
    rpId: 'localhost',
    name: 'Phone',
    transports: ['internal'],
    createdAt: AT,
  },
  people: {
    id: 'prsn_new',
    email: 'ada@example.com',
    name: 'Ada',
    roleIds: ['desk'],
    createdAt: AT,
  },
  webhook_endpoints: {
    id: 'hook_new',
    url: 'https://example.com/hook',
    encryptedSecret: 'x',
    createdAt: AT,
  },
  webhook_endpoint_health: { endpointId: 'home_hook', position: '0' },
  webhook_deliveries: {
    endpointId: 'home_hook',
    eventNumber: '1000',
    nextAttemptAt: AT,
    createdAt: AT,
  },
  webhook_attempts: {
    endpointId: 'home_hook',
    eventNumber: '1000',
    number: 1,
    at: AT,
    durationMs: 41,
  },
  transfer_batches: {
    id: 'xfer_new',
    fromFboAccountId: 'home_one',
    toFboAccountId: 'home_two',
    totalItems: 1,
    itemIds: ['home_item'],
    reasons: ['trade'],
  },
}

/** The tables of which rows can be made. */
export const TABLES = Object.keys(ROWS)

/** Those that do not belong to an organization. */
const ABOVE = ['organizations', 'signing_keys', 'command_runs']

/** A row that breaks no rule, but for the columns that are given. */
export function rowOf(table: string, columns: Row = {}): Row {
  const scope = ABOVE.includes(table) ? {} : { organizationId: 'home' }
  return { ...scope, ...ROWS[table], ...columns }
}

/** By table and rule, columns that break this rule alone. */
export type BrokenRows = Readonly<Record<string, Readonly<Record<string, readonly Row[]>>>>

export const long = (length: number) => 'x'.repeat(length)

/** Texts that are shorter and longer than a column takes. */
export function outside(column: string, max: number, others: Row = {}): Row[] {
  return ['', long(max + 1)].map((text) => ({ ...others, [column]: text }))
}
