import { EMAIL_LENGTH_MAX, PERSON_NAME_LENGTH_MAX } from '../domain/limits.ts'
import { codePoints, foldedEmail, isStorable } from '../domain/text.ts'
import type { IdentityProviderRow } from './identity-provider.ts'

/** The claims of an ID token, and of the user info where the token lacks some. */
export type Claims = Readonly<Record<string, unknown>>

/** A person as the provider knows them. */
export interface ProvidedPerson {
  readonly issuer: string
  readonly subject: string
  /** In lower case, as addresses are compared; or why it identifies nobody here. */
  readonly email: string | { readonly refusal: ClaimRefusal }
  readonly name: string | null
  /** The roles by the claim; null if people give the roles. */
  readonly roles: readonly string[] | null
}

/** Why somebody whom the provider signed in is not signed in here. */
export type ClaimRefusal = 'email_missing' | 'email_not_verified' | 'email_domain'

/** Its consumers may have addresses of companies; `hd` says that a company keeps the account. */
const GOOGLE = 'https://accounts.google.com'

/** The person of the claims, at a provider with these settings. */
export function providedPerson(
  claims: Claims,
  provider: Pick<
    IdentityProviderRow,
    'issuer' | 'emailDomains' | 'rolesClaim' | 'roleMapping' | 'defaultRoles'
  >,
): ProvidedPerson {
  const refusal = emailRefusal(claims, provider)
  return {
    issuer: String(claims.iss),
    subject: String(claims.sub),
    email: refusal === undefined ? foldedEmail(claims.email as string) : { refusal },
    name: isText(claims.name, PERSON_NAME_LENGTH_MAX) ? claims.name : null,
    roles: claimedRoles(claims, provider),
  }
}

/** Why the e-mail address of the claims identifies nobody here; undefined if it does. */
function emailRefusal(
  claims: Claims,
  { issuer, emailDomains }: Pick<IdentityProviderRow, 'issuer' | 'emailDomains'>,
): ClaimRefusal | undefined {
  const { email, email_verified: verified, hd } = claims
  const at = isText(email, EMAIL_LENGTH_MAX) ? email.lastIndexOf('@') : -1
  if (!isText(email, EMAIL_LENGTH_MAX) || at < 1) return 'email_missing'
  // Some providers send no such claim, some a text.
  if (verified !== undefined && String(verified) !== 'true') return 'email_not_verified'
  const domain = foldedEmail(email.slice(at + 1))
  const isKept = hd === domain || emailDomains.some((own) => own === hd) || domain === 'gmail.com'
  if (issuer === GOOGLE && !isKept) return 'email_not_verified'
  const isAllowed = emailDomains.length === 0 || emailDomains.includes(domain)
  return isAllowed ? undefined : 'email_domain'
}

/** A claim that is missing has no values: roles are never kept because a provider forgot them. */
function claimedRoles(
  claims: Claims,
  {
    rolesClaim,
    roleMapping,
    defaultRoles,
  }: Pick<IdentityProviderRow, 'rolesClaim' | 'roleMapping' | 'defaultRoles'>,
): readonly string[] | null {
  if (rolesClaim === null) return null
  const claimed = Object.hasOwn(claims, rolesClaim) ? claims[rolesClaim] : []
  const values = [claimed].flat().filter((value) => typeof value === 'string')
  const mapped = values.flatMap((value) =>
    Object.hasOwn(roleMapping, value) ? (roleMapping[value] as string[]) : [],
  )
  return [...new Set([...defaultRoles, ...mapped])]
}

function isText(value: unknown, lengthMax: number): value is string {
  return (
    typeof value === 'string' &&
    value.trim() !== '' &&
    codePoints(value) <= lengthMax &&
    isStorable(value)
  )
}
