import { BROKEN_ROWS_OF_CUSTODY } from './broken-rows-of-custody.ts'
import { type BrokenRows, long, outside } from './schema-rows.ts'

const AT = new Date('2026-01-01T00:00:00Z')
const DELIVERED = { status: 'delivered', nextAttemptAt: null, endedAt: AT }

/** Organizations, people, and the service itself. Ids of `away` are of another organization. */
const RULES: BrokenRows = {
  organizations: {
    id_form: [{ id: 'a b' }],
    pkey: [{ id: 'home' }],
    name_length: [{ name: long(301) }],
    currency_form: [{ currency: 'usd' }],
    mode_known: [{ mode: 'trial' }],
  },
  organization_policies: {
    organization: [{ organizationId: 'nobody' }],
    changed_by: [{ changedByTokenId: 'away_tok' }],
    version_positive: [{ version: 0 }],
    transfer_expiry_range: [{ transferExpirySeconds: 0 }, { transferExpirySeconds: 31536001 }],
    insured_exposure_known: [{ insuredExposure: 'off' }],
    system_approval_known: [{ systemApproval: 'on' }],
    max_items_range: [{ systemApprovalMaxItems: 0 }, { systemApprovalMaxItems: 1001 }],
    max_declared_value_not_negative: [{ systemApprovalMaxDeclaredValueCents: '-1' }],
    max_items_per_day_range: [{ systemApprovalMaxItemsPerDay: 0 }],
    reasons_known: [{ systemApprovalReasons: ['trade', 'gift'] }],
    approval_proof_known: [{ approvalProof: 'x' }],
    max_declared_value_per_day_not_negative: [{ systemApprovalMaxDeclaredValueCentsPerDay: '-1' }],
    revaluation_days_range: [{ revaluationReviewDays: 0 }, { revaluationReviewDays: 366 }],
    revaluation_percent_range: [{ revaluationMaxPercent: 0 }, { revaluationMaxPercent: 100_001 }],
    revaluation_cents_not_negative: [{ revaluationMaxCents: '-1' }],
    approval_sign_in_range: [{ approvalSignInMinutes: 0 }, { approvalSignInMinutes: 1_441 }],
    approval_rules_listed: [
      { approvalRules: {} },
      { approvalRules: JSON.stringify(Array(21).fill({ approvals: 2 })) },
    ],
    session_idle_range: [{ sessionIdleMinutes: 4 }, { sessionIdleMinutes: 1_441 }],
    session_max_range: [{ sessionMaxHours: 0 }, { sessionMaxHours: 721 }],
  },
  access_token_organizations: { sha256_length: [{ tokenSha256: Buffer.alloc(31) }] },
  access_tokens: {
    id_form: [{ id: '' }],
    organization: [{ organizationId: 'nobody' }],
    sha256_length: [{ tokenSha256: Buffer.alloc(31) }],
    lifetime: [{ expiresAt: new Date('2036-01-01') }],
    allowed_addresses_count: [{ allowedAddresses: Array<string>(51).fill('10.0.0.0/8') }],
    owner_length: outside('owner', 300),
    principal: [{ principalId: 'away_tok' }],
    issued_by: [{ issuedByTokenId: 'away_tok' }],
    rotated_from: [{ rotatedFromTokenId: 'away_tok' }],
    line: [{ lineId: 'away_tok' }],
    revoked_by: [{ revokedAt: AT, revokedByTokenId: 'away_tok' }],
    revoked_by_of_revoked: [{ revokedByTokenId: 'home_tok' }],
    permissions_known: [{ permissions: ['vault:open'] }],
    allowed_addresses_valid: [{ allowedAddresses: ['192.0.2.0/24', '192.0.2.7/24'] }],
  },
  roles: {
    name_length: [{ name: '' }],
    permissions_known: [{ permissions: [] }, { permissions: ['vault:open'] }],
  },
  identity_providers: {
    organization: [{ organizationId: 'nobody' }],
    changed_by: [{ changedByTokenId: 'away_tok' }],
    admission_known: [{ admission: 'all' }],
    domains_if_admitted: [{ admission: 'email_domains' }],
    mapping_of_claim: [{ roleMapping: '[]' }, { roleMapping: { a: ['desk'] } }],
    version_positive: [{ version: 0 }],
  },
  people: {
    email_form: [{ email: 'a@' }, { email: 'Ada@example.com' }],
    name_length: [{ name: long(301) }],
    state_known: [{ state: 'gone' }],
    suspended_at_set: [{ state: 'suspended' }, { suspendedAt: AT }],
    bound_whole: [{ issuer: 'https://id.example.com' }],
  },
  passkeys: {
    name_length: outside('name', 100),
    algorithm_known: [{ algorithm: -999 }],
    removed_after_created: [{ removedAt: new Date('2025-01-01') }],
  },
  sessions: {
    access_token: [{ accessTokenId: 'away_tok' }],
    person: [{ personId: 'away_prsn' }],
    secret_length: [{ secretSha256: Buffer.alloc(31) }],
    user_agent_length: outside('userAgent', 400),
    end_complete: [{ endedAt: AT }, { endedReason: 'idle' }],
    ended_reason_known: [{ endedAt: AT, endedReason: 'lost' }],
  },
  session_bearers: {
    session: [{ sessionId: 'away_sess' }],
    length: [{ tokenSha256: Buffer.alloc(33) }],
  },
  sign_in_codes: {
    person: [{ personId: 'away_prsn' }],
    length: [{ codeSha256: Buffer.alloc(33) }],
  },
  idempotency_keys: {
    key_length: [{ key: long(256) }],
    sha256_length: [{ requestSha256: Buffer.alloc(31) }],
  },
  imports: {
    organization: [{ organizationId: 'nobody' }],
    state_known: [{ state: 'x' }],
    completion_complete: [{ state: 'completed' }, { completedAt: AT }],
    content_known: [{ state: 'received' }],
  },
  search_progress: { organization: [{ organizationId: 'org_none' }] },
  events: {
    number_positive: [{ number: '0' }],
    one_actor: [{ system: 'policy' }, { tokenId: null }],
  },
  event_seals: { chain_hash_length: [{ chainHash: Buffer.alloc(31) }] },
  event_checkpoints: {
    sequence_not_negative: [{ sequence: -1 }],
    chain_hash_length: [{ chainHash: Buffer.alloc(31) }],
    signature_length: [{ signature: Buffer.alloc(63) }],
    organization: [{ organizationId: 'nobody' }],
  },
  signing_keys: {
    public_key_length: [{ publicKey: Buffer.alloc(31) }],
    signature_lengths: [{ previousKeyId: 'key_before', signature: Buffer.alloc(63) }],
    signature_with_previous: [{ previousKeyId: 'key_before' }],
  },
  command_runs: {
    command_known: [{ command: 'drop', violations: null }],
    violations_of_verify: [{ violations: null }, { violations: -1 }, { command: 'backup' }],
  },
  webhook_endpoints: {
    organization: [{ organizationId: 'nobody' }],
    types_some: [{ types: [] }],
    disabled_reason_known: [{ isEnabled: false, disabledReason: 'x' }],
    disabled_for_a_reason: [{ isEnabled: false }, { disabledReason: 'gone' }],
    previous_secret_ends: [{ previousEncryptedSecret: 'x' }, { previousSecretEndsAt: AT }],
  },
  webhook_endpoint_health: {
    organization: [{ organizationId: 'nobody' }],
    endpoint: [{ endpointId: 'away_hook' }],
    position_not_negative: [{ position: '-1' }],
  },
  webhook_deliveries: {
    organization: [{ organizationId: 'nobody' }],
    endpoint: [{ endpointId: 'away_hook' }],
    status_known: [{ status: 'lost', nextAttemptAt: null, endedAt: AT }],
    attempts_before_range: [
      { attempts: -1, attemptsBefore: -1 },
      { attempts: 1, attemptsBefore: 2 },
    ],
    next_while_pending: [
      { nextAttemptAt: null },
      { status: 'delivered', nextAttemptAt: AT, endedAt: AT },
    ],
    claimed_while_pending: [{ ...DELIVERED, claimedUntil: AT }],
    ends: [{ endedAt: AT }, { status: 'delivered', nextAttemptAt: null, endedAt: null }],
  },
  webhook_attempts: {
    organization: [{ organizationId: 'nobody' }],
    endpoint: [{ endpointId: 'away_hook' }],
    number_positive: [{ number: 0 }],
  },
  ...BROKEN_ROWS_OF_CUSTODY,
}

/** The table, the columns that break a rule, and the name of its constraint. */
export const BROKEN = Object.entries(RULES).flatMap(([table, rules]) =>
  Object.entries(rules).flatMap(([rule, rows]) =>
    rows.map((columns) => [table, columns, `${table}_${rule}`] as const),
  ),
)
