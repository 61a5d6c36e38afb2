import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { refusalOf } from '../../domain/errors.ts'
import { eventOf } from '../../domain/events.ts'
import { type Secrets, secretsKeyMissing } from '../../runtime/secrets/secrets.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { readOwnRoles } from '../people/roles.store.ts'
import {
  findRolesOfPeople,
  lockIdentityProvider,
  writeIdentityProvider,
} from './identity-provider.store.ts'
import {
  clientSecretContext,
  DEFAULT_CHOICES,
  type IdentityProviderRow,
  type IdentityProviderSettings,
  SETTING_NAMES,
} from './identity-provider.ts'
import { vouchingRefusal } from './vouching.rules.ts'

interface SetProvider {
  readonly settings: IdentityProviderSettings
  /** Null if the vault has no key for them. */
  readonly secrets: Secrets | null
}

/** Sets or replaces the provider of the organization, unless nothing changes. */
export const SET_IDENTITY_PROVIDER = unbatchedChange({
  name: 'set_identity_provider',
  isOfPowers: true,
  lock: (tx, _: SetProvider) => ({
    before: lockIdentityProvider(tx),
    policy: currentPolicy(tx),
    ownRoles: readOwnRoles(tx),
    ofPeople: findRolesOfPeople(tx),
  }),
  judge: ({ caller, input: { settings, secrets } }, facts, { nowMs }) => {
    const { before, policy, ownRoles, ofPeople } = facts
    const tooOld = signInRefusal(caller, policy, nowMs)
    if (tooOld !== undefined) return tooOld
    const { clientSecret, ...members } = settings
    if (clientSecret === undefined && !keepsClient(before, settings)) return secretRequired()
    const isNewIssuer = before?.issuer !== settings.issuer
    const choices = { ...DEFAULT_CHOICES, ...members }
    const refusal = vouchingRefusal(caller, {
      provider: choices,
      ownRoles,
      unbound: isNewIssuer ? ofPeople.unbound : [],
      takenFrom: takesRoles(before, choices) ? ofPeople.all : [],
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
    if (result.changedMembers.length > 0) writeIdentityProvider(tx, result.provider)
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
})

/** Whether sign-ins give people other roles than before: they take those that they do not give. */
function takesRoles(
  before: IdentityProviderRow | undefined,
  choices: Pick<IdentityProviderRow, (typeof ROLE_CHOICES)[number]>,
): boolean {
  if (choices.rolesClaim === null) return false
  return ROLE_CHOICES.some((name) => !isSame(before?.[name], choices[name]))
}

const ROLE_CHOICES = ['rolesClaim', 'roleMapping', 'defaultRoles'] as const

/** Whether the stored secret is for them: it must not be sent to another issuer. */
function keepsClient(
  before: IdentityProviderRow | undefined,
  { issuer, clientId }: IdentityProviderSettings,
): boolean {
  return before !== undefined && before.issuer === issuer && before.clientId === clientId
}

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
