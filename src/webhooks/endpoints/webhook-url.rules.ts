import type { Violation } from '../../domain/errors.ts'
import { WEBHOOK_URL_LENGTH_MAX } from '../../domain/limits.ts'

/** The rules of this vault for the URLs of webhook endpoints. */
export interface UrlPolicy {
  /** Whether http is allowed beside https. */
  readonly allowHttp: boolean
  /** Whether webhooks may be sent to that address, without brackets. */
  readonly mayReceive: (address: string) => boolean
}

/** Every rule that the `url` of a body breaks, beyond its schema. */
export function urlViolations(body: unknown, policy: UrlPolicy): Violation[] {
  const { allowHttp } = policy
  const url = (body as { readonly url?: unknown } | null | undefined)?.url
  // The schema refuses any other type, and a text that is empty or too long.
  if (typeof url !== 'string' || url === '' || url.length > 2 * WEBHOOK_URL_LENGTH_MAX) return []
  const parsed = URL.parse(url)
  const schemes = allowHttp ? 'https:// or http://' : 'https://'
  // The parser also takes `https:host`, `https:\\host`, and drops spaces and line breaks.
  if (parsed === null || /[\s\p{Cc}\\]/u.test(url) || !/^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(url)) {
    return [violation(`url must be an absolute URL that begins with ${schemes} and a host.`)]
  }
  const isAllowed = parsed.protocol === 'https:' || (allowHttp && parsed.protocol === 'http:')
  return [
    ...(isAllowed ? [] : [violation(`url must begin with ${schemes}.`)]),
    ...(parsed.username === '' && parsed.password === ''
      ? []
      : [
          violation(
            'url must not have a user name or a password: receivers check the signature instead.',
          ),
        ]),
    ...(isRefusedAddress(parsed.hostname, policy) ? [violation(ADDRESS_REFUSED)] : []),
    ...(url.includes('#') ? [violation('url must not have a fragment: leave # out.')] : []),
  ]
}

const ADDRESS_REFUSED =
  'url must not have an address that is not public, unless the operator of the vault allows its ' +
  'network in WEBHOOK_ALLOWED_NETWORKS.'

/** An address as the parser writes it: `127.1` is 127.0.0.1. Names are looked up when sending. */
function isRefusedAddress(hostname: string, { mayReceive }: UrlPolicy): boolean {
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname)
  return isAddress && !mayReceive(hostname.replaceAll(/[[\]]/g, ''))
}

function violation(detail: string): Violation {
  return { pointer: '/url', code: 'invalid_format', detail }
}
