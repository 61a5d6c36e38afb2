import type { Violation } from '../../domain/errors.ts'

/** The rules of this vault for URLs that callers choose and the service sends requests to. */
export interface UrlPolicy {
  readonly allowHttp: boolean
  /** Whether requests may be sent to that address, without brackets. */
  readonly mayReceive: (address: string) => boolean
  /** The setting that allows further networks. */
  readonly setting: string
}

interface UrlMember {
  /** The member of the body. */
  readonly name: string
  readonly lengthMax: number
  /** The proof of who sends the request, in place of a password in the URL. */
  readonly insteadOfPassword: string
}

/** Every rule that a URL of a body breaks, beyond its schema. */
export function urlViolations(
  body: unknown,
  { name, lengthMax, insteadOfPassword }: UrlMember,
  policy: UrlPolicy,
): Violation[] {
  const { allowHttp, setting } = policy
  const url = (body as Readonly<Record<string, unknown>> | null | undefined)?.[name]
  // The schema refuses any other type, and a text that is empty or too long.
  if (typeof url !== 'string' || url === '' || url.length > 2 * lengthMax) return []
  const violation = (detail: string): Violation => ({
    pointer: `/${name}`,
    code: 'invalid_format',
    detail: `${name} must ${detail}`,
  })
  const parsed = URL.parse(url)
  const schemes = allowHttp ? 'https:// or http://' : 'https://'
  // The parser also takes `https:host`, `https:\\host`, and drops spaces and line breaks.
  if (parsed === null || /[\s\p{Cc}\\]/u.test(url) || !/^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(url)) {
    return [violation(`be an absolute URL that begins with ${schemes} and a host.`)]
  }
  const isAllowed = parsed.protocol === 'https:' || (allowHttp && parsed.protocol === 'http:')
  const hasPassword = parsed.username !== '' || parsed.password !== ''
  const rules: readonly (readonly [isBroken: boolean, detail: string])[] = [
    [!isAllowed, `begin with ${schemes}.`],
    [hasPassword, `not have a user name or a password: ${insteadOfPassword} instead.`],
    [
      isRefusedAddress(parsed.hostname, policy),
      'not have an address that is not public, unless the operator of the vault allows its ' +
        `network in ${setting}.`,
    ],
    [url.includes('#'), 'not have a fragment: leave # out.'],
  ]
  return rules.filter(([isBroken]) => isBroken).map(([, detail]) => violation(detail))
}

/** An address as the parser writes it: `127.1` is 127.0.0.1. Names are looked up when sending. */
function isRefusedAddress(hostname: string, { mayReceive }: UrlPolicy): boolean {
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname)
  return isAddress && !mayReceive(hostname.replaceAll(/[[\]]/g, ''))
}
