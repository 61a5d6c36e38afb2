import type { FastifyBaseLogger } from 'fastify'
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

/** Texts of others in the log are cut behind so many characters. */
const LOGGED_LENGTH_MAX = 200
const LINE_MS = 1_000

/** A claim of the ID token that the library does not check. */
export class ClaimRefused extends Error {
  override readonly name = 'ClaimRefused'
}

/** The failure that an error of `openid-client` means. */
export function failureOf(error: unknown): SignInFailure {
  const { code = '' } = error as { readonly code?: string }
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return 'refused_by_provider'
  if (code === 'OAUTH_RESPONSE_BODY_ERROR') return 'invalid_response'
  if (error instanceof ClaimRefused) return 'invalid_response'
  return OF_CHECKS.test(code) ? 'invalid_response' : 'provider_unreachable'
}

/** Failures that anybody can repeat are one line a second, with the number that it leaves out. */
export class SignInLog {
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  /** By organization only where that has a provider: strangers name as many as they like. */
  readonly #lines = new Map<string, { readonly until: number; leftOut: number }>()

  constructor(log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#log = log
  }

  failed(failure: SignInFailure, organizationId: string, address: string, error: unknown): void {
    const ofStrangers = failure === 'unavailable' || failure === 'not_begun' ? ` ${failure}` : ''
    const key = failure === 'provider_unreachable' ? organizationId : ofStrangers
    const last = this.#lines.get(key)
    const now = performance.now()
    if (last !== undefined && now < last.until) {
      last.leftOut += 1
      return
    }
    if (key !== '') this.#lines.set(key, { until: now + LINE_MS, leftOut: 0 })
    this.#log.warn(
      {
        ...{ organizationId: loggable(organizationId), failure, address },
        ...(last !== undefined && last.leftOut > 0 && { leftOut: last.leftOut }),
        ...(error !== undefined && logged(error)),
      },
      'no sign-in',
    )
  }
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
