import type { Violation } from '../domain/errors.ts'
import { ISSUER_LENGTH_MAX } from '../domain/limits.ts'
import { type UrlPolicy, urlViolations } from '../outbound/url.rules.ts'

const ISSUER = {
  name: 'issuer',
  lengthMax: ISSUER_LENGTH_MAX,
  insteadOfPassword: 'send clientId and clientSecret',
}

/** Every rule that the settings of a provider break, beyond their schema. */
export function settingsViolations(body: unknown, policy: UrlPolicy): Violation[] {
  const ofUrl = urlViolations(body, ISSUER, policy)
  if (typeof body !== 'object' || body === null) return ofUrl
  const { issuer, admission, emailDomains, rolesClaim, roleMapping } = body as {
    readonly [member: string]: unknown
  }
  const url = typeof issuer === 'string' ? issuer : ''
  const origin = URL.parse(url)?.origin
  return [
    ...ofUrl,
    ...(url.includes('?')
      ? [violation('issuer', 'invalid_format', 'issuer must not have a query: leave ? out.')]
      : []),
    // The parser takes other letters and a port for the same host: tokens have one form.
    ...(ofUrl.length === 0 &&
    origin !== undefined &&
    !`${url}/`.replace('?', '/').startsWith(`${origin}/`)
      ? [
          violation(
            'issuer',
            'invalid_format',
            `issuer must begin with ${origin}, as providers do.`,
          ),
        ]
      : []),
    ...(admission === 'email_domains' && isEmptyList(emailDomains ?? [])
      ? [
          violation(
            'emailDomains',
            'required',
            'emailDomains must have a domain if admission is email_domains: name those of yours.',
          ),
        ]
      : []),
    ...((rolesClaim ?? null) === null && isFilledObject(roleMapping)
      ? [
          violation(
            'rolesClaim',
            'required',
            'rolesClaim must name the claim whose values roleMapping maps: send it.',
          ),
        ]
      : []),
  ]
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

/** A value that the schema refuses is none. */
function isFilledObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.keys(value).length > 0
}

function violation(member: string, code: Violation['code'], detail: string): Violation {
  return { pointer: `/${member}`, code, detail }
}
