import { CHECKPOINTS } from './lists.ts'
import { TOKENS } from './lists-of-people.ts'
import { ACCOUNT, anyToken, type IdPlace, listOf, ofOne, type Rows } from './row.ts'

const TOKEN: IdPlace = { names: 'token', make: (world, owner) => world.token(owner) }
const TOKEN_PATH = '/v1/access-tokens/{id}'
const POLICY_PATH = '/v1/organization-policy'
const PROVIDER_PATH = '/v1/identity-provider'
const RULED = 'body /approvalRules/*/fboAccountId'
let policiesMade = 0
let providersMade = 0
let importsMade = 0

/** Operations on an organization's own policy and tokens. */
export const ROWS_OF_ORGANIZATIONS: Rows = {
  getCaller: anyToken('/v1/caller'),
  getSummary: anyToken('/v1/summary'),
  searchRecords: anyToken('/v1/search?q=lindqvist'),
  advanceSandboxClock: {
    permission: 'organization_policies:update',
    success: 200,
    testOnly: true,
    ids: {},
    request: () => ({ method: 'POST', path: '/v1/sandbox/clock/advance', body: { seconds: 1 } }),
  },
  getOrganizationPolicy: {
    permission: 'organization_policies:read',
    success: 200,
    ids: {},
    request: () => ({ method: 'GET', path: POLICY_PATH }),
  },
  updateOrganizationPolicy: {
    permission: 'organization_policies:update',
    success: 200,
    ids: { [RULED]: ACCOUNT },
    request: (id, tested) => {
      // Another value each time, so that every change is visible.
      policiesMade += 1
      // No record has so many items.
      const rule = { approvals: 2, aboveItems: 1_000, fboAccountId: id(RULED) }
      const body = {
        transferExpirySeconds: 86_400 + policiesMade,
        ...(tested === RULED && { approvalRules: [rule] }),
      }
      return { method: 'PATCH', path: POLICY_PATH, body }
    },
  },
  getIdentityProvider: {
    permission: 'identity_provider:manage',
    success: 200,
    ids: {},
    request: () => ({ method: 'GET', path: PROVIDER_PATH }),
  },
  setIdentityProvider: {
    permission: 'identity_provider:manage',
    success: 200,
    ids: {},
    request: () => {
      // Another issuer each time, so that every change is visible.
      providersMade += 1
      const client = { clientId: 'vault-inventory', clientSecret: 'secret' }
      const body = { issuer: `https://id.example.com/${providersMade}`, ...client }
      return { method: 'PUT', path: PROVIDER_PATH, body }
    },
  },
  deleteIdentityProvider: {
    permission: 'identity_provider:manage',
    success: 200,
    mayBeThere: true,
    ids: {},
    request: () => ({ method: 'DELETE', path: PROVIDER_PATH }),
  },
  createImport: {
    permission: 'imports:create',
    alsoNeeds: ['fbo_accounts:create'],
    success: 201,
    ids: {},
    request: () => {
      importsMade += 1
      const body = `firstName\nAda ${importsMade}\n`
      return { method: 'POST', path: '/v1/imports?type=fbo_accounts', body }
    },
  },
  getImport: ofOne(
    { names: 'import', make: (world, owner) => world.import(owner) },
    ['GET', '/v1/imports/{id}'],
    { permission: 'imports:create' },
  ),
  issueAccessToken: {
    permission: 'access_tokens:manage',
    success: 201,
    ids: {},
    request: () => ({
      method: 'POST',
      path: '/v1/access-tokens',
      body: { permissions: ['access_tokens:manage'] },
    }),
  },
  listEventCheckpoints: listOf('/v1/event-checkpoints', 'events:read', { list: CHECKPOINTS }),
  createEventCheckpoint: {
    permission: 'events:read',
    success: 201,
    mayBeThere: true,
    ids: {},
    request: () => ({ method: 'POST', path: '/v1/event-checkpoints' }),
  },
  listAccessTokens: listOf('/v1/access-tokens', 'access_tokens:manage', { list: TOKENS }),
  rotateAccessToken: ofOne(TOKEN, ['POST', `${TOKEN_PATH}/rotate`], {
    permission: 'access_tokens:manage',
    success: 201,
  }),
  revokeAccessToken: ofOne(TOKEN, ['POST', `${TOKEN_PATH}/revoke`], {
    permission: 'access_tokens:manage',
  }),
  listEvents: listOf('/v1/events', 'events:read', {
    ids: { 'query subjectId': ACCOUNT, 'query actorTokenId': TOKEN },
  }),
  getEvent: ofOne(
    { names: 'event', make: (world, owner) => world.event(owner) },
    ['GET', '/v1/events/{id}'],
    { permission: 'events:read' },
  ),
}
