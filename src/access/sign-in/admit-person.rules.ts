import type { PersonRow } from '../people/person.ts'
import type { IdentityProviderRow } from './identity-provider.ts'
import type { ProvidedPerson } from './sign-in-claims.rules.ts'
import type { SignInFailure } from './sign-in-failure.ts'

/** A person of the organization; without an issuer until a sign-in binds them to an account. */
export type KnownPerson = Pick<PersonRow, 'id' | 'roleIds' | 'status' | 'issuer' | 'version'>

/** The people that a sign-in can be of. */
export interface FoundPeople {
  /** Bound to the account of this issuer and subject. */
  readonly bySubject: KnownPerson | undefined
  readonly byEmail: KnownPerson | undefined
}

/** The person who signs in; `id` is null for one whom the sign-in creates. */
export interface AdmittedPerson {
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
  const { id, roleIds: roleIdsBefore, version: versionBefore } = found
  const isBound = found === bySubject
  return { id, isBound, roleIds: roles ?? roleIdsBefore, roleIdsBefore, versionBefore }
}
