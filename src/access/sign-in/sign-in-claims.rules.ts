import { ADDRESS_PATTERN, foldedEmail, isBlank, tidiedEmail } from '../../domain/folding.ts'
import {
  EMAIL_LENGTH_MAX,
  PERSON_NAME_LENGTH_MAX,
  ROLES_OF_PERSON_MAX,
} from '../../domain/limits.ts'
import { codePoints, isStorable } from '../../domain/text.ts'
import type { IdentityProviderRow } from './identity-provider.ts'
import type { SignInFailure } from './sign-in-failure.ts'

/** The claims of an ID token, and of the user info where the token lacks some. */
export type Claims = Readonly<Record<string, unknown>>

type RolesSettings = Pick<IdentityProviderRow, 'rolesClaim' | 'roleMapping' | 'defaultRoles'>

/** A person as the provider knows them. */
export interface ProvidedPerson {
  readonly issuer: string
  readonly subject: string
  /** In lower case, as addresses are compared; or why it identifies nobody here. */
  readonly email: string | { readonly refusal: SignInFailure }
  readonly name: string | null
  /** The roles by the claim; null if people give the roles. */
  readonly roles: readonly string[] | null
}

/** Its consumers may have addresses of companies; `hd` says that a company keeps the account. */
const GOOGLE = 'https://accounts.google.com'

/** The longest `sub` that a provider may have (OpenID Connect Core, 2). */
const SUBJECT_LENGTH_MAX = 255

/** Clocks of two machines may differ so much. */
export const CLOCK_TOLERANCE_S = 30

const address = new RegExp(ADDRESS_PATTERN, 'u')

/** The fault of claims that the library does not check; undefined if they have none. */
export function claimFault({ sub, ...claims }: Claims, nowMs: number): string | undefined {
  if (!isText(sub, SUBJECT_LENGTH_MAX) || /\p{Cc}/u.test(sub)) {
    return `"sub" is longer than ${SUBJECT_LENGTH_MAX} characters, or has control characters`
  }
  // A moment that is yet to come would be recent for longer than the policy says.
  const latest = nowMs / 1_000 + CLOCK_TOLERANCE_S
  const early = ['iat', 'auth_time'].find((name) => Number(claims[name] ?? 0) > latest)
  return early && `"${early}" is more than ${CLOCK_TOLERANCE_S} s ahead of the clock here`
}

/** The person of the claims, at a provider with these settings. */
export function providedPerson(
  claims: Claims,
  provider: RolesSettings & Pick<IdentityProviderRow, 'emailDomains'>,
): ProvidedPerson {
  const refusal = emailRefusal(claims, provider)
  return {
    issuer: String(claims.iss),
    subject: String(claims.sub),
    email: refusal === undefined ? foldedEmail(claims.email as string) : { refusal },
    name: isText(claims.name, PERSON_NAME_LENGTH_MAX) ? claims.name : null,
    roles: claimedRoles(claims, provider)?.slice(0, ROLES_OF_PERSON_MAX) ?? null,
  }
}

/** The fault of the roles that somebody is signed in with nevertheless; undefined if none. */
export function claimWarning(
  claims: Claims,
  provider: RolesSettings,
  rolesBefore: readonly string[],
): string | undefined {
  const roles = claimedRoles(claims, provider) ?? rolesBefore
  // Entra ID sends none of the groups, or null, where they are more than it puts into a token.
  const isLeftOut = (claims[provider.rolesClaim ?? ''] ?? null) === null
  if (isLeftOut && rolesBefore.some((id) => !roles.includes(id))) {
    return 'the provider left the claim of roles out'
  }
  const isTooMany = roles.length > ROLES_OF_PERSON_MAX
  return isTooMany ? 'the claim gives more roles than a person can have' : undefined
}

/** Why the e-mail address of the claims identifies nobody here; undefined if it does. */
function emailRefusal(
  claims: Claims,
  { emailDomains }: Pick<IdentityProviderRow, 'emailDomains'>,
): SignInFailure | undefined {
  const { iss, email, email_verified: verified, hd } = claims
  // At the provider, an address is another one than that without signs that are not seen.
  const isOne = isText(email, EMAIL_LENGTH_MAX) && tidiedEmail(email) === email
  if (!isOne || !address.test(email)) return 'email_missing'
  // Some providers send no such claim, some a text.
  const isVerified = verified === undefined || verified === true || verified === 'true'
  if (!isVerified) return 'email_not_verified'
  const domain = foldedEmail(email.slice(email.indexOf('@') + 1))
  const isKept = hd === domain || emailDomains.some((own) => own === hd) || domain === 'gmail.com'
  // By the token: the settings may write the issuer in another way.
  if (iss === GOOGLE && !isKept) return 'email_not_verified'
  const isAllowed = emailDomains.length === 0 || emailDomains.includes(domain)
  return isAllowed ? undefined : 'email_domain'
}

/** A claim that is missing has no values: roles are never kept because a provider forgot them. */
function claimedRoles(claims: Claims, provider: RolesSettings): readonly string[] | null {
  const { rolesClaim, roleMapping, defaultRoles } = provider
  if (rolesClaim === null) return null
  const values = new Set([Object.hasOwn(claims, rolesClaim) ? claims[rolesClaim] : []].flat())
  // In the order of the mapping: the claim's may be another one each time.
  const mapped = Object.entries(roleMapping).flatMap(([value, roles]) =>
    values.has(value) ? roles : [],
  )
  return [...new Set([...defaultRoles, ...mapped])]
}

function isText(value: unknown, lengthMax: number): value is string {
  return (
    typeof value === 'string' &&
    !isBlank(value) &&
    codePoints(value) <= lengthMax &&
    isStorable(value)
  )
}
