/**
 * Headers of every response, which tell browsers that it is data: not to be framed, run, embedded
 * elsewhere, sniffed or cached, without a referrer, over HTTPS only. The pages of `/docs` have a
 * policy of their own.
 * @param transport the value of `Strict-Transport-Security`; empty to leave it out
 */
export function securityHeaders(transport: string): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    ...(transport !== '' && { 'strict-transport-security': transport }),
    'x-content-type-options': 'nosniff',
  }
}

/** Clients may cache a record with an `ETag`, but revalidate it each time. */
export const CACHED_BY_CLIENT = 'private, no-cache'
