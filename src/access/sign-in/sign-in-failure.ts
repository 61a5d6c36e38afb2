import type { RepeatedLog } from '../../runtime/log/log.ts'
import { AddressRefused } from '../../runtime/outbound/addresses.ts'

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
  | 'email_missing'
  | 'email_not_verified'
  | 'email_domain'

/** Errors of checks: they tell of the response, not of the way to the provider. */
const OF_CHECKS =
  /^OAUTH_(INVALID_RESPONSE|RESPONSE_BODY|JWT_|JSON_|KEY_SELECTION|PARSE_ERROR|UNSUPPORTED)/

/** Texts of others in the log are cut behind so many characters. */
const LOGGED_LENGTH_MAX = 200

export class SignInFailed extends Error {
  override readonly name = 'SignInFailed'
  readonly failure: SignInFailure

  /** @param cause what went wrong, for the log */
  constructor(failure: SignInFailure, cause?: unknown) {
    super(failure, { cause })
    this.failure = failure
  }
}

/** The failure that an error of a step is; undefined for a fault of the service. */
export function failedOf(error: unknown): SignInFailed | undefined {
  if (error instanceof SignInFailed) return error
  // The person was suspended, or freed from the account, since they were found; or came twice.
  const { code } = error as { readonly code?: unknown }
  if (code === 'person_suspended') return new SignInFailed('suspended')
  return code === 'session_ended' ? new SignInFailed('not_begun') : undefined
}

/** @throws {SignInFailed} as an error of `openid-client` means */
export function failCheck(error: unknown): never {
  if (error instanceof SignInFailed) throw error
  const { code = '' } = error as { readonly code?: string }
  const isRefused = code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR'
  const failure = OF_CHECKS.test(code) ? 'invalid_response' : 'provider_unreachable'
  throw new SignInFailed(isRefused ? 'refused_by_provider' : failure, error)
}

/**
 * Logs that nobody was signed in. A failure is one of an organization only where that has a
 * provider: strangers name as many as they like.
 */
export function logFailure(
  log: RepeatedLog,
  { failure, cause }: SignInFailed,
  { organizationId, address }: { readonly organizationId: string; readonly address: string },
): void {
  const isOfStrangers = failure === 'unavailable' || failure === 'not_begun'
  const key = isOfStrangers ? failure : `${failure} ${organizationId}`
  const of = { organizationId: loggable(organizationId), failure, address }
  log.write('warn', 'no sign-in', { ...of, ...(cause !== undefined && logged(cause)) }, key)
}

/**
 * For the operator: what went wrong, without the claims and parameters that the error holds. Its
 * innermost cause names the claim that was wrong, or what the connection failed of.
 */
function logged(error: unknown): object {
  const causes: { readonly code?: string; readonly message: string }[] = []
  // Messages of the parser quote the response.
  for (let each = error; each instanceof Error && !(each instanceof SyntaxError); each = each.cause)
    causes.push(each)
  const of = causes.find((each) => each instanceof AddressRefused) ?? causes.at(-1)
  const { error: said } = error as { readonly error?: unknown }
  const codes = causes.flatMap(({ code }) => code ?? [])
  const providerError = typeof said === 'string' ? { providerError: loggable(said) } : {}
  return { codes, message: loggable(of?.message ?? ''), ...providerError }
}

function loggable(text: string): string {
  return text.slice(0, LOGGED_LENGTH_MAX)
}
