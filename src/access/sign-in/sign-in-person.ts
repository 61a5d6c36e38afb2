import { rowOf } from '../../database/changes/row-of.ts'
import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { type EventData, type EventType, eventOf, type NewEvent } from '../../domain/events.ts'
import { newId } from '../../domain/ids.ts'
import { lockPersonOfAccount, lockPersonOfEmail } from '../people/person.ts'
import { admittedPerson } from './admit-person.rules.ts'
import type { IdentityProviderRow } from './identity-provider.ts'
import { lockIdentityProvider } from './identity-provider.ts'
import type { ProvidedPerson } from './sign-in-claims.rules.ts'
import { SignInFailed } from './sign-in-failure.ts'

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
    bySubject: lockPersonOfAccount(tx, provided.issuer, provided.subject),
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
    const { id, roleIds, at, isNew, isBound, hasOtherRoles } = result
    const { email, name, issuer, subject } = input.provided
    const account = [issuer, subject]
    if (isNew) {
      if (typeof email !== 'string') throw new Error('nobody is admitted without an address')
      void tx.run(INSERT, [id, email, name ?? email, roleIds, ...account, at])
    } else if (hasOtherRoles || !isBound) void tx.run(UPDATE, [id, roleIds, ...account])
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

const findOrganizationName = rowOf<{ name: string }, []>(
  'select name from organizations where id = $1',
)

const INSERT = `
  insert into people (organization_id, id, email, name, role_ids, issuer, subject, created_at)
  values ($1, $2, $3, $4, $5::text[], $6, $7, $8)`

const UPDATE = `
  update people
  set role_ids = $3::text[], issuer = $4, subject = $5, version = version + 1
  where organization_id = $1 and id = $2`

function isSame(roleIds: readonly string[], before: readonly string[]): boolean {
  return roleIds.length === before.length && roleIds.every((id) => before.includes(id))
}
