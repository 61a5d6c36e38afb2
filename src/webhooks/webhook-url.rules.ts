import type { Violation } from '../domain/errors.ts'
import { WEBHOOK_URL_LENGTH_MAX } from '../domain/limits.ts'

/** What this vault allows of the URLs of webhook endpoints. */
export interface UrlPolicy {
  /** Whether http is allowed beside https. */
  readonly allowHttp: boolean
}

/** Every rule that the `url` of a body breaks, beyond its schema. */
export function urlViolations(body: unknown, { allowHttp }: UrlPolicy): Violation[] {
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
    ...(url.includes('#') ? [violation('url must not have a fragment: leave # out.')] : []),
  ]
}

function violation(detail: string): Violation {
  return { pointer: '/url', code: 'invalid_format', detail }
}
