import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { type EventData, type EventType, eventOf, type NewEvent } from '../../domain/events.ts'
import { newId } from '../../domain/ids.ts'
import { lockPersonOfAccount, lockPersonOfEmail } from '../people/lock-person.store.ts'
import { admittedPerson } from './admit-person.rules.ts'
import { lockIdentityProvider } from './identity-provider.store.ts'
import type { IdentityProviderRow } from './identity-provider.ts'
import type { ProvidedPerson } from './sign-in-claims.rules.ts'
import { SignInFailed } from './sign-in-failure.ts'
import { findOrganizationName, insertPerson, updatePerson } from './sign-in-person.store.ts'

interface ProvidedSignIn {
  readonly provided: ProvidedPerson
  /** The provider whose claims they are. */
  readonly provider: Pick<IdentityProviderRow, 'issuer' | 'version'>
}

/**
 * Finds the person whom a provider signed in, or creates them, binds them to the account at their
 * first sign-in, and gives them the roles of the claim. Or it throws `SignInFailed`.
 */
export const SIGN_IN_PERSON = unbatchedChange({
  name: 'sign_in_person',
  lock: (tx, { provided }: ProvidedSignIn) => ({
    provider: lockIdentityProvider(tx),
    // Behind the organization's row: two first sign-ins with one address follow each other.
    bySubject: lockPersonOfAccount(tx, provided),
    byEmail: typeof provided.email === 'string' ? lockPersonOfEmail(tx, provided.email) : undefined,
    organization: findOrganizationName(tx),
  }),
  judge: ({ input }, { provider, organization, ...people }, { nowMs }) => {
    const { issuer, version } = input.provider
    const isOfProvider = provider?.issuer === issuer && provider.version === version
    if (provider === undefined || !isOfProvider) return new SignInFailed('not_begun')
    const admitted = admittedPerson(input.provided, provider, people)
    if (typeof admitted === 'string') return new SignInFailed(admitted)
    const { id, roleIds, roleIdsBefore, versionBefore } = admitted
    const hasOtherRoles = !isSame(roleIds, roleIdsBefore)
    const isChanged = hasOtherRoles || !admitted.isBound
    const { name, email } = people.bySubject ?? people.byEmail ?? input.provided
    return {
      ...admitted,
      id: id ?? newId('prsn'),
      at: new Date(nowMs),
      isNew: id === null,
      organizationName: organization?.name ?? '',
      personName: name === null ? String(email) : `${name} (${email})`,
      hasOtherRoles,
      version: versionBefore + (isChanged ? 1 : 0),
    }
  },
  write: (tx, { result, input }) => {
    if (result.isNew) insertPerson(tx, result, input.provided)
    else if (result.hasOtherRoles || !result.isBound) updatePerson(tx, result, input.provided)
  },
  // Nothing that the provider says of a person is in them, but for the roles.
  events: (one) => {
    const { result } = one
    const { id, at: occurredAt, isNew, isBound, hasOtherRoles, version } = result
    const event = (type: EventType, data: EventData): NewEvent => {
      const subject = { type: 'person', id } as const
      return { ...eventOf(one, type, { occurredAt, subject, data }), system: 'identity_provider' }
    }
    const after = { roles: result.roleIds }
    const ofRoles = { changedMembers: ['roles'], before: { roles: result.roleIdsBefore }, after }
    return [
      ...(isNew ? [event('person.admitted', { version, after })] : []),
      ...(isBound ? [] : [event('person.bound', { version })]),
      ...(!isNew && hasOtherRoles ? [event('person.updated', { version, ...ofRoles })] : []),
    ]
  },
})

function isSame(roleIds: readonly string[], before: readonly string[]): boolean {
  return roleIds.length === before.length && roleIds.every((id) => before.includes(id))
}
