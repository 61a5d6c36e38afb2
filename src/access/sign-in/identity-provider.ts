import { type Static, Type } from 'typebox'
import { lockOrganization } from '../../database/changes/locks.ts'
import {
  type OrganizationTransaction,
  runnerOf,
} from '../../database/changes/organization-transaction.ts'
import { rowOf } from '../../database/changes/row-of.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller } from '../../domain/caller.ts'
import {
  columnsOf,
  NOT_BLANK,
  namedObject,
  nullableId,
  nullableInstant,
  nullableText,
  type RowOf,
  recordId,
  responseMaker,
} from '../../domain/fields.ts'
import { EXAMPLE_IDS, ID_PATTERN } from '../../domain/ids.ts'
import {
  CLIENT_CREDENTIAL_LENGTH_MAX,
  EMAIL_DOMAINS_MAX,
  ISSUER_LENGTH_MAX,
  MAPPED_CLAIM_VALUES_MAX,
  ROLES_CLAIM_LENGTH_MAX,
  ROLES_OF_ONE_MAX,
} from '../../domain/limits.ts'

const ISSUER_EXAMPLE = 'https://login.example.com/realms/vault'
const CLIENT_ID_EXAMPLE = 'vault-inventory'
const ROLE_EXAMPLE = ['operator']
const MAPPING_EXAMPLE = { 'vault-approvers': ['approver'] }

const ADMISSIONS = ['invited', 'email_domains'] as const

const ROLES = {
  type: 'array',
  items: { type: 'string', pattern: ID_PATTERN },
  maxItems: ROLES_OF_ONE_MAX,
  uniqueItems: true,
}

const CREDENTIAL_FORM = {
  pattern: '^[\\x21-\\x7E]([\\x20-\\x7E]*[\\x21-\\x7E])?$',
  minLength: 1,
  maxLength: CLIENT_CREDENTIAL_LENGTH_MAX,
  'x-violation-hint': 'Send it as the provider shows it, without blanks at its ends.',
}

/** The settings of a provider, but for its secret. */
const SETTINGS = {
  issuer: Type.String({
    description:
      'The issuer as the provider writes it into its ID tokens: an https URL without a query. Its ' +
      'configuration is found below it, at `/.well-known/openid-configuration`.',
    'x-violation-unstorable': true,
    minLength: 1,
    maxLength: ISSUER_LENGTH_MAX,
    examples: [ISSUER_EXAMPLE],
  }),
  clientId: Type.String({
    description: 'The client id that the provider gave to this vault.',
    ...CREDENTIAL_FORM,
    examples: [CLIENT_ID_EXAMPLE],
  }),
  admission: Type.Enum([...ADMISSIONS], {
    description:
      '`invited` (default): who signs in must have been invited before. `email_domains`: ' +
      'a person whose e-mail address has one of `emailDomains` is created by the first sign-in.',
    examples: ['invited'],
  }),
  emailDomains: Type.Unsafe<string[]>({
    title: 'EmailDomains',
    type: 'array',
    items: { type: 'string', pattern: '^[a-z0-9-]+(\\.[a-z0-9-]+)+$', maxLength: 253 },
    description:
      'The domains that e-mail addresses of people who sign in must have, in lower case and ASCII; ' +
      'a subdomain is a domain of its own. Default: empty, any.',
    maxItems: EMAIL_DOMAINS_MAX,
    uniqueItems: true,
    'x-violation-hint': 'Write domains like example.com, each once.',
    examples: [['example.com']],
  }),
  defaultRoles: Type.Unsafe<string[]>({
    title: 'DefaultRoles',
    ...ROLES,
    description:
      'The roles of people whom a sign-in creates. With `rolesClaim`, everybody who signs in has ' +
      'them beside those of the claim. Default: empty.',
    examples: [ROLE_EXAMPLE],
  }),
  rolesClaim: nullableText({
    title: 'RolesClaim',
    description:
      'The claim whose values `roleMapping` maps: a text or a list of texts. With it, each sign-in ' +
      "replaces the person's roles. Default: null, roles are those given by people.",
    ...NOT_BLANK,
    maxLength: ROLES_CLAIM_LENGTH_MAX,
    examples: ['groups'],
  }),
  roleMapping: Type.Unsafe<Readonly<Record<string, string[]>>>({
    type: 'object',
    title: 'RoleMapping',
    description:
      'The roles of each value of the claim. Values that are not here give none. Default: empty.',
    maxProperties: MAPPED_CLAIM_VALUES_MAX,
    propertyNames: { ...NOT_BLANK, maxLength: ROLES_CLAIM_LENGTH_MAX },
    additionalProperties: ROLES,
    examples: [MAPPING_EXAMPLE],
  }),
}

const { issuer, clientId, ...CHOICES } = SETTINGS

export const IDENTITY_PROVIDER_SETTINGS = namedObject(
  'IdentityProviderSettings',
  'The whole settings: an omitted member has its default.',
  {
    issuer,
    clientId,
    clientSecret: Type.Optional(
      Type.String({
        description:
          'The secret that the provider gave with the client id. It is stored encrypted and never ' +
          'shown. Omitted: the stored one stays, if the issuer and the client id do.',
        ...CREDENTIAL_FORM,
        examples: ['...'],
      }),
    ),
    ...Type.Partial(Type.Object(CHOICES)).properties,
  },
  {
    examples: [
      {
        issuer: ISSUER_EXAMPLE,
        clientId: CLIENT_ID_EXAMPLE,
        clientSecret: '...',
        emailDomains: ['example.com'],
        rolesClaim: 'groups',
        roleMapping: MAPPING_EXAMPLE,
      },
    ],
  },
)

export type IdentityProviderSettings = Static<typeof IDENTITY_PROVIDER_SETTINGS>

export const IDENTITY_PROVIDER = namedObject(
  'IdentityProvider',
  'The OpenID Connect provider that people of an organization sign in with.',
  {
    organizationId: recordId('Organization that it belongs to.', EXAMPLE_IDS.organization),
    issuer: nullableText({
      description: 'The issuer of its ID tokens; null if no provider is set.',
      examples: [ISSUER_EXAMPLE],
    }),
    clientId: nullableText({
      description: 'The client id of this vault there; null if no provider is set.',
      examples: [CLIENT_ID_EXAMPLE],
    }),
    ...CHOICES,
    version: Type.Integer({
      description: 'Number of its changes; 0 if no provider is set.',
      examples: [1],
    }),
    changedAt: nullableInstant('it was last changed', '2026-11-21T08:30:00.000Z'),
    changedByTokenId: nullableId(
      'The access token that last changed it; null if no provider is set.',
      EXAMPLE_IDS.accessToken,
    ),
  },
)

/** A provider as the service stores it. */
export interface IdentityProviderRow extends RowOf<Static<typeof IDENTITY_PROVIDER>> {
  readonly issuer: string
  readonly clientId: string
  readonly changedAt: Date
  readonly encryptedSecret: string
}

/** The choices of a request that does not make them. */
export const DEFAULT_CHOICES = {
  admission: 'invited',
  emailDomains: [],
  defaultRoles: [],
  rolesClaim: null,
  roleMapping: {},
} as const satisfies Partial<IdentityProviderRow>

const NO_PROVIDER = {
  issuer: null,
  clientId: null,
  ...DEFAULT_CHOICES,
  version: 0,
  changedAt: null,
  changedByTokenId: null,
}

export const IDENTITY_PROVIDER_COLUMNS = `${columnsOf(IDENTITY_PROVIDER)}, encrypted_secret`

const toResponse = responseMaker(IDENTITY_PROVIDER)

/** The provider in a response; undefined: the organization has none. */
export function toIdentityProvider(
  organizationId: string,
  provider: IdentityProviderRow | undefined,
): Static<typeof IDENTITY_PROVIDER> {
  return toResponse(provider ?? ({ organizationId, ...NO_PROVIDER } as never))
}

export const SETTING_NAMES = Object.keys(SETTINGS) as (keyof typeof SETTINGS)[]

export function clientSecretContext(organizationId: string): string {
  return `identity provider ${organizationId}`
}

const currentIdentityProvider = rowOf<IdentityProviderRow, []>(`
  select ${IDENTITY_PROVIDER_COLUMNS}
  from identity_providers
  where organization_id = $1`)

/** The provider of the caller's organization; undefined if it has none. */
export async function findIdentityProvider(
  caller: Pick<Caller, 'organizationId'>,
  { run }: { readonly run: RequestDatabase['stranger'] },
): Promise<IdentityProviderRow | undefined> {
  return await run(caller, (sql) => currentIdentityProvider(runnerOf(caller, sql)))
}

/**
 * Locks the organization's row, then reads its provider: of two requests that set it at once, the
 * second waits and sees what the first wrote.
 */
export async function lockIdentityProvider(
  tx: OrganizationTransaction,
): Promise<IdentityProviderRow | undefined> {
  const [, provider] = await Promise.all([lockOrganization(tx), currentIdentityProvider(tx)])
  return provider
}
