import type { Accepted, Change } from '../database/changes/change.ts'
import { type EventData, type EventType, eventOf, type NewEvent } from '../domain/events.ts'
import { newId } from '../domain/ids.ts'
import { admittedPerson, type FoundPeople } from './admit-person.rules.ts'
import { lockIdentityProvider } from './identity-provider.store.ts'
import type { IdentityProviderRow } from './identity-provider.ts'
import type { ProvidedPerson } from './sign-in-claims.rules.ts'
import type { SignInFailure } from './sign-in-failure.ts'
import {
  insertPerson,
  lockPeople,
  type SignedInPerson,
  updatePerson,
} from './sign-in-person.store.ts'

interface ProvidedSignIn {
  readonly provided: ProvidedPerson
  /** The provider whose claims they are. */
  readonly provider: Pick<IdentityProviderRow, 'issuer' | 'version'>
}

interface Facts extends FoundPeople {
  readonly provider: IdentityProviderRow | undefined
}

interface SignedIn extends SignedInPerson {
  readonly isNew: boolean
  /** Whether the account was bound to the person before. */
  readonly isBound: boolean
  readonly hasOtherRoles: boolean
  readonly roleIdsBefore: readonly string[]
  readonly version: number
}

type SignInResult = SignedIn | { readonly failure: SignInFailure }

/**
 * Finds the person whom a provider signed in, or creates them, binds them to the account at their
 * first sign-in, and gives them the roles of the claim. The result is the person, or why nobody.
 */
export const SIGN_IN_PERSON: Change<ProvidedSignIn, Facts, SignInResult> = {
  name: 'sign_in_person',
  lock: async (tx, inputs) => {
    const { provided } = inputs[0] as ProvidedSignIn
    const [provider, people] = await Promise.all([
      lockIdentityProvider(tx),
      lockPeople(tx, provided),
    ])
    return { provider, ...people }
  },
  judge: ({ input }, { provider, ...people }, { nowMs }) => {
    const { issuer, version } = input.provider
    const isOfProvider = provider?.issuer === issuer && provider.version === version
    if (provider === undefined || !isOfProvider) return { failure: 'not_begun' }
    const admitted = admittedPerson(input.provided, provider, people)
    if (typeof admitted === 'string') return { failure: admitted }
    const { id, roleIds, roleIdsBefore, versionBefore } = admitted
    const hasOtherRoles = !isSame(roleIds, roleIdsBefore)
    const isChanged = hasOtherRoles || !admitted.isBound
    return {
      ...admitted,
      id: id ?? newId('prsn'),
      at: new Date(nowMs),
      isNew: id === null,
      hasOtherRoles,
      version: versionBefore + (isChanged ? 1 : 0),
    }
  },
  write: (tx, accepted) => {
    for (const { result, input } of accepted) {
      if ('failure' in result) continue
      if (result.isNew) insertPerson(tx, result, input.provided)
      else if (result.hasOtherRoles || !result.isBound) updatePerson(tx, result, input.provided)
    }
  },
  events: (accepted) => accepted.flatMap(personEvents),
}

function isSame(roleIds: readonly string[], before: readonly string[]): boolean {
  return roleIds.length === before.length && roleIds.every((id) => before.includes(id))
}

/** Nothing that the provider says of a person is in them, but for the roles. */
function personEvents(one: Accepted<ProvidedSignIn, SignInResult>): NewEvent[] {
  const { result } = one
  if ('failure' in result) return []
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
}
