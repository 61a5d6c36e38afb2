import { rowsOf } from '../../database/changes/row-of.ts'
import { refusalOf } from '../../domain/errors.ts'
import { eventOf } from '../../domain/events.ts'
import { LIST_BODY_BYTES_MAX } from '../../domain/limits.ts'
import { change } from '../../http/change.ts'
import { operation } from '../../http/operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import type { UrlPolicy } from '../../runtime/outbound/url.rules.ts'
import { secretsKeyMissing } from '../../runtime/secrets/secrets.ts'
import { currentPolicy } from '../organizations/organization-policy.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { readOwnRoles } from '../people/role.ts'
import { settingsViolations, vouchingRefusal } from './identity-provider.rules.ts'
import {
  clientSecretContext,
  DEFAULT_CHOICES,
  findIdentityProvider,
  IDENTITY_PROVIDER,
  IDENTITY_PROVIDER_COLUMNS,
  IDENTITY_PROVIDER_SETTINGS,
  type IdentityProviderRow,
  lockIdentityProvider,
  SETTING_NAMES,
  toIdentityProvider,
} from './identity-provider.ts'

const MANAGED = { path: '/v1/identity-provider', permission: 'identity_provider:manage' } as const

export const getIdentityProviderRoute = operation({
  operationId: 'getIdentityProvider',
  description:
    'Reads the OpenID Connect provider that people of the organization sign in with, without ' +
    'its client secret; version 0 if none is set.',
  ...MANAGED,
  success: recordResponse('The provider.', IDENTITY_PROVIDER),
  handle: async ({ caller, database }) => {
    const provider = await findIdentityProvider(caller, database)
    return { data: toIdentityProvider(caller.organizationId, provider) }
  },
})

export const setIdentityProviderRoute = (urls: UrlPolicy) =>
  change({
    operationId: 'setIdentityProvider',
    description:
      'Sets the OpenID Connect provider that people of the organization sign in with, or ' +
      'replaces all its settings. The provider vouches for people, so the caller must have ' +
      'every permission of the roles that it can give, and, for a new issuer, of every person ' +
      'who has not signed in yet. A person who has signed in stays with the issuer and the ' +
      'subject of that time. A request that changes nothing creates no version.',
    method: 'PUT',
    ...MANAGED,
    body: IDENTITY_PROVIDER_SETTINGS,
    bodyBytesMax: LIST_BODY_BYTES_MAX,
    success: recordResponse('The provider.', IDENTITY_PROVIDER),
    refusals: ['sign_in_required', 'role_not_found', 'permission_not_held', 'secrets_key_missing'],
    bodyViolations: (body) => settingsViolations(body, urls),
    isOfPowers: true,
    input: ({ body }, { secrets }) => ({ settings: body, secrets }),
    lock: (tx) => ({
      before: lockIdentityProvider(tx),
      policy: currentPolicy(tx),
      ownRoles: readOwnRoles(tx),
      ofPeople: findRolesOfPeople(tx),
    }),
    judge: ({ caller, input: { settings, secrets } }, facts, { nowMs }) => {
      const { before, policy, ownRoles } = facts
      const tooOld = signInRefusal(caller, policy, nowMs)
      if (tooOld !== undefined) return tooOld
      const { clientSecret, ...members } = settings
      const isNewIssuer = before?.issuer !== settings.issuer
      // The stored secret must not be sent to another issuer.
      const keepsClient = !isNewIssuer && before?.clientId === settings.clientId
      if (clientSecret === undefined && !keepsClient) return secretRequired()
      const choices = { ...DEFAULT_CHOICES, ...members }
      const refusal = vouchingRefusal(caller, {
        provider: choices,
        ownRoles,
        unbound: facts.ofPeople.flatMap((of) => (isNewIssuer && of.isOfUnbound ? of.id : [])),
        takenFrom: takesRoles(before, choices) ? facts.ofPeople.map(({ id }) => id) : [],
      })
      if (refusal !== undefined) return refusal
      if (secrets === null) return secretsKeyMissing()
      const { organizationId } = caller
      const provider: IdentityProviderRow = {
        organizationId,
        ...choices,
        version: (before?.version ?? 0) + 1,
        changedAt: new Date(nowMs),
        changedByTokenId: caller.tokenId,
        encryptedSecret:
          clientSecret === undefined
            ? (before as IdentityProviderRow).encryptedSecret
            : secrets.encrypt(clientSecret, clientSecretContext(organizationId)),
      }
      const changed: string[] = SETTING_NAMES.filter(
        (name) => !isSame(before?.[name], provider[name]),
      )
      const changedMembers = clientSecret === undefined ? changed : [...changed, 'clientSecret']
      const isChanged = before === undefined || changedMembers.length > 0
      return { provider: isChanged ? provider : before, before, changedMembers }
    },
    write: (tx, { result }) => {
      const { provider, changedMembers } = result
      if (changedMembers.length === 0) return
      const values = STORED.map((name) => provider[name])
      void tx.run(SET, values)
    },
    events: (one) => {
      const { provider, before, changedMembers } = one.result
      if (changedMembers.length === 0) return []
      const { organizationId: id, version, changedAt: occurredAt } = provider
      const shown = SETTING_NAMES.filter((name) => changedMembers.includes(name))
      const of = (row: IdentityProviderRow) =>
        Object.fromEntries(shown.map((name) => [name, row[name]]))
      return eventOf(one, 'identity_provider.set', {
        occurredAt,
        subject: { type: 'identity_provider', id },
        data: {
          version,
          changedMembers,
          ...(before !== undefined && { before: of(before) }),
          after: of(provider),
        },
      })
    },
    respond: ({ provider }) => ({
      body: { data: toIdentityProvider(provider.organizationId, provider) },
    }),
  })

const [, ...COLUMNS] = IDENTITY_PROVIDER_COLUMNS.split(', ')
const NAMES = [...Object.keys(IDENTITY_PROVIDER.properties), 'encryptedSecret']
const STORED = NAMES.slice(1) as (keyof IdentityProviderRow)[]

const SET = `
  insert into identity_providers (${IDENTITY_PROVIDER_COLUMNS})
  values ($1, ${COLUMNS.map((_, place) => `$${place + 2}`).join(', ')})
  on conflict (organization_id) do update
  set ${COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}`

/** Whether sign-ins give people other roles than before: they take those that they do not give. */
function takesRoles(
  before: IdentityProviderRow | undefined,
  choices: Pick<IdentityProviderRow, (typeof ROLE_CHOICES)[number]>,
): boolean {
  if (choices.rolesClaim === null) return false
  return ROLE_CHOICES.some((name) => !isSame(before?.[name], choices[name]))
}

const ROLE_CHOICES = ['rolesClaim', 'roleMapping', 'defaultRoles'] as const

function secretRequired() {
  const detail =
    'clientSecret is missing: send it with a new provider, issuer or clientId, so that no ' +
    'provider gets the secret of another one.'
  return refusalOf([{ pointer: '/clientSecret', code: 'required', detail }], 'state')
}

/** The same entries in another order are no change. */
function isSame(before: unknown, after: unknown): boolean {
  return textOf(before) === textOf(after)
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify(value.toSorted())
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  const entries = Object.entries(value).map(([key, each]) => [key, textOf(each)] as const)
  return JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The next sign-in with the address of a person who never signed in is theirs. */
const findRolesOfPeople = rowsOf<{ id: string; isOfUnbound: boolean }, []>(`
  select role_id as id, bool_or(subject is null) as is_of_unbound
  from people
  cross join unnest(role_ids) as role_id
  where organization_id = $1
  group by role_id`)

const DELETE = 'delete from identity_providers where organization_id = $1'

export const deleteIdentityProviderRoute = change({
  operationId: 'deleteIdentityProvider',
  description:
    'Deletes the provider with its client secret: nobody can sign in with it any more. ' +
    'Sessions go on until they end or are ended, and people stay. A success also where none ' +
    'is set.',
  method: 'DELETE',
  ...MANAGED,
  success: recordResponse('No provider, as Get Identity Provider shows it.', IDENTITY_PROVIDER),
  refusals: ['sign_in_required'],
  isOfPowers: true,
  lock: (tx) => ({ provider: lockIdentityProvider(tx), policy: currentPolicy(tx) }),
  judge: ({ caller }, { provider, policy }, { nowMs }) => {
    const { organizationId } = caller
    const tooOld = signInRefusal(caller, policy, nowMs)
    return tooOld ?? { organizationId, provider, at: new Date(nowMs) }
  },
  write: (tx) => void tx.run(DELETE, []),
  events: (one) => {
    const { organizationId: id, provider, at: occurredAt } = one.result
    if (provider === undefined) return []
    const { issuer, clientId } = provider
    return eventOf(one, 'identity_provider.deleted', {
      occurredAt,
      subject: { type: 'identity_provider', id },
      data: { before: { issuer, clientId } },
    })
  },
  respond: ({ organizationId }) => ({
    body: { data: toIdentityProvider(organizationId, undefined) },
  }),
})
