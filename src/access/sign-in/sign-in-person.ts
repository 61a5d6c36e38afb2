import { changeOf } from '../../database/changes/change.ts'
import { rowOf } from '../../database/changes/row-of.ts'
import { type EventData, type EventType, eventOf, type NewEvent } from '../../domain/events.ts'
import { newId } from '../../domain/ids.ts'
import { lockPersonOfAccount, lockPersonOfEmail, type PersonRow } from '../people/person.ts'
import { type IdentityProviderRow, lockIdentityProvider } from './identity-provider.ts'
import type { ProvidedPerson } from './sign-in-claims.rules.ts'
import { SignInFailed, type SignInFailure } from './sign-in-failure.ts'

interface ProvidedSignIn {
  readonly provided: ProvidedPerson
  /** The provider whose claims they are. */
  readonly provider: Pick<IdentityProviderRow, 'issuer' | 'version'>
}

/**
 * Finds the person whom a provider signed in, or creates them, binds them to the account at their
 * first sign-in, and gives them the roles of the claim. Or it throws `SignInFailed`.
 */
export const SIGN_IN_PERSON = changeOf({
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
    if (provider === undefined || !isOfProvider) return failed('not_begun')
    const admitted = admittedPerson(input.provided, provider, people)
    if (typeof admitted === 'string') return failed(admitted)
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

const failed = (failure: SignInFailure): Error => new SignInFailed(failure)

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

/** A person of the organization; without an issuer until a sign-in binds them to an account. */
export type KnownPerson = Pick<PersonRow, 'id' | 'roles' | 'status' | 'issuer' | 'version'>

/** The people that a sign-in can be of. */
export interface FoundPeople {
  /** Bound to the account of this issuer and subject. */
  readonly bySubject: KnownPerson | undefined
  readonly byEmail: KnownPerson | undefined
}

/** The person who signs in; `id` is null for one whom the sign-in creates. */
interface AdmittedPerson {
  readonly id: string | null
  readonly isBound: boolean
  readonly roleIds: readonly string[]
  readonly roleIdsBefore: readonly string[]
  /** The version of the person before; 0 for one whom the sign-in creates. */
  readonly versionBefore: number
}

/**
 * The person whom a provider signed in, or why nobody is. Who is bound to an account stays bound to
 * it: an e-mail address finds only people who have never signed in.
 */
export function admittedPerson(
  provided: ProvidedPerson,
  { admission, defaultRoles }: Pick<IdentityProviderRow, 'admission' | 'defaultRoles'>,
  { bySubject, byEmail }: FoundPeople,
): AdmittedPerson | SignInFailure {
  const { email, roles } = provided
  if (bySubject === undefined && typeof email !== 'string') return email.refusal
  const found = bySubject ?? byEmail
  if (found === undefined) {
    if (admission === 'invited') return 'not_invited'
    const created = { id: null, isBound: false, roleIdsBefore: [], versionBefore: 0 }
    return { ...created, roleIds: roles ?? defaultRoles }
  }
  if (found !== bySubject && found.issuer !== null) return 'other_account'
  if (found.status === 'suspended') return 'suspended'
  const { id, roles: roleIdsBefore, version: versionBefore } = found
  const isBound = found === bySubject
  return { id, isBound, roleIds: roles ?? roleIdsBefore, roleIdsBefore, versionBefore }
}
