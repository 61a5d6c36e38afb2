import type { Violation } from '../../domain/errors.ts'
import { ISSUER_LENGTH_MAX } from '../../domain/limits.ts'
import { type UrlPolicy, urlViolations } from '../../runtime/outbound/url.rules.ts'

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
  // The parser takes other letters and a port for the same host: tokens have one form.
  const start = ofUrl.length === 0 && origin !== undefined ? `${origin}/` : ''
  const isOther = !`${url}/`.replace('?', '/').startsWith(start)
  const hasNoDomain = Array.isArray(emailDomains ?? []) && !isFilled(emailDomains)
  const ofMembers: [isBroken: boolean, ...violation: Parameters<typeof violation>][] = [
    [url.includes('?'), 'issuer', 'invalid_format', 'must not have a query: leave ? out.'],
    [isOther, 'issuer', 'invalid_format', `must begin with ${origin}, as providers do.`],
    [
      admission === 'email_domains' && hasNoDomain,
      'emailDomains',
      'required',
      'must have a domain if admission is email_domains: name those of yours.',
    ],
    [
      (rolesClaim ?? null) === null && !Array.isArray(roleMapping) && isFilled(roleMapping),
      'rolesClaim',
      'required',
      'must name the claim whose values roleMapping maps: send it.',
    ],
  ]
  return [
    ...ofUrl,
    ...ofMembers.flatMap(([isBroken, ...each]) => (isBroken ? [violation(...each)] : [])),
  ]
}

/** A value that the schema refuses is none. */
function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

function violation(member: string, code: Violation['code'], rule: string): Violation {
  return { pointer: `/${member}`, code, detail: `${member} ${rule}` }
}
