import { AddressRefused } from '../outbound/addresses.ts'
import type { ClaimRefusal } from './sign-in-claims.rules.ts'

/** Why nobody was signed in: what the console says, and no more. */
export type SignInFailure =
  // No provider, or no key for secrets.
  | 'unavailable'
  | 'provider_unreachable'
  // This browser began no sign-in, or too long ago, or with another provider.
  | 'not_begun'
  // The provider refused, or the person did.
  | 'refused_by_provider'
  // The response of the provider did not pass the checks.
  | 'invalid_response'
  | 'not_invited'
  // The address is that of a person who signs in with another account of the provider.
  | 'other_account'
  | 'suspended'
  | ClaimRefusal

/** Errors of checks: they tell of the response, not of the way to the provider. */
const OF_CHECKS =
  /^OAUTH_(INVALID_RESPONSE|JWT_|JSON_ATTRIBUTE|KEY_SELECTION|PARSE_ERROR|UNSUPPORTED)/

/** The failure that an error of `openid-client` means. */
export function failureOf(error: unknown): SignInFailure {
  const { code = '' } = error as { readonly code?: string }
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return 'refused_by_provider'
  if (code === 'OAUTH_RESPONSE_BODY_ERROR') return 'invalid_response'
  return OF_CHECKS.test(code) ? 'invalid_response' : 'provider_unreachable'
}

/** For the operator: what went wrong, without the claims and parameters that the error holds. */
export function logged(error: unknown): object {
  const causes: { readonly code?: string; readonly message?: string }[] = []
  for (let each = error; each instanceof Error; each = each.cause) causes.push(each)
  const of = causes.find((each) => each instanceof AddressRefused) ?? causes[0]
  const { error: said } = error as { readonly error?: unknown }
  const codes = causes.flatMap(({ code }) => code ?? [])
  return { codes, message: of?.message, ...(typeof said === 'string' && { providerError: said }) }
}
