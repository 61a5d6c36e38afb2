import type { BrokenRule } from './broken-rows-of-webhooks.ts'
import type { Row } from './schema-rows.ts'

const HOME = 'home'
const AT = new Date('2026-01-01T00:00:00Z')
const long = (length: number) => 'x'.repeat(length)

export const NEW_ROWS_OF_PEOPLE: Readonly<Record<string, (columns: Row) => Row>> = {
  roles: (columns) => ({
    organizationId: HOME,
    id: 'role_new',
    name: 'Night shift',
    nameFolded: 'nightshift',
    permissions: ['events:read'],
    createdAt: AT,
    changedAt: AT,
    ...columns,
  }),
  identity_providers: (columns) => ({
    organizationId: HOME,
    issuer: 'https://id.example.com',
    clientId: 'vault',
    encryptedSecret: 'x',
    admission: 'invited',
    emailDomains: [],
    defaultRoles: [],
    roleMapping: {},
    version: 1,
    changedAt: AT,
    ...columns,
  }),
  passkeys: (columns) => ({
    organizationId: HOME,
    id: 'pkey_new',
    personId: 'home_person',
    credentialId: 'AAAA',
    publicKey: Buffer.alloc(91),
    algorithm: -7,
    rpId: 'localhost',
    name: 'Phone',
    transports: ['internal'],
    createdAt: new Date('2026-01-01'),
    ...columns,
  }),
  people: (columns) => ({
    organizationId: HOME,
    id: 'prsn_new',
    email: 'ada@example.com',
    name: 'Ada',
    roleIds: ['desk'],
    createdAt: AT,
    ...columns,
  }),
}

/** People, their roles and tokens. */
export const BROKEN_ROWS_OF_PEOPLE: Readonly<Record<string, readonly BrokenRule[]>> = {
  access_tokens: [
    ['id_form', { id: '' }],
    ['organization', { organizationId: 'nobody' }],
    ['sha256_length', { tokenSha256: Buffer.alloc(31) }],
    ['lifetime', { expiresAt: new Date('2036-01-01') }],
    ['allowed_addresses_count', { allowedAddresses: Array<string>(51).fill('10.0.0.0/8') }],
    ['owner_length', { owner: '' }],
    ['owner_length', { owner: long(301) }],
    ['principal', { principalId: 'away_tok' }],
    ['issued_by', { issuedByTokenId: 'away_tok' }],
    ['rotated_from', { rotatedFromTokenId: 'away_tok' }],
    ['line', { lineId: 'away_tok' }],
    ['revoked_by', { revokedAt: AT, revokedByTokenId: 'away_tok' }],
    ['revoked_by_of_revoked', { revokedByTokenId: 'home_tok' }],
    ['permissions_known', { permissions: ['vault:open'] }],
    ['allowed_addresses_valid', { allowedAddresses: ['192.0.2.0/24', '192.0.2.7/24'] }],
  ],
  roles: [
    ['name_length', { name: '' }],
    ['permissions_known', { permissions: [] }],
    ['permissions_known', { permissions: ['vault:open'] }],
  ],
  identity_providers: [
    ['organization', { organizationId: 'nobody' }],
    ['changed_by', { changedByTokenId: 'away_tok' }],
    ['admission_known', { admission: 'all' }],
    ['domains_if_admitted', { admission: 'email_domains' }],
    ['mapping_of_claim', { roleMapping: [] }],
    ['mapping_of_claim', { roleMapping: { a: ['desk'] } }],
    ['version_positive', { version: 0 }],
  ],
  people: [
    ['email_form', { email: 'a@' }],
    ['email_form', { email: 'Ada@example.com' }],
    ['name_length', { name: long(301) }],
    ['state_known', { state: 'gone' }],
    ['suspended_at_set', { state: 'suspended' }],
    ['suspended_at_set', { suspendedAt: AT }],
    ['bound_whole', { issuer: 'https://id.example.com' }],
  ],
}

const BOUND = { issuer: 'https://id.example.com', subject: '1' }

export const DOUBLED_OF_PEOPLE: readonly [table: string, Row, Row, constraint: string][] = [
  ['roles', {}, { nameFolded: 'day' }, 'roles_pkey'],
  ['roles', {}, { id: 'role_other' }, 'roles_name'],
  ['identity_providers', {}, { clientId: 'other' }, 'identity_providers_pkey'],
  ['people', {}, { email: 'eva@example.com' }, 'people_pkey'],
  ['people', {}, { id: 'prsn_other' }, 'people_email'],
  ['people', BOUND, { ...BOUND, id: 'prsn_other', email: 'eva@example.com' }, 'people_subject'],
]
