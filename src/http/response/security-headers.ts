/**
 * What every response tells a browser that got hold of it: that it is data. Nothing may frame it, run
 * it, embed it elsewhere, take it for a page or keep it; its address is told to nobody; only HTTPS
 * from then on. `/docs`, which is pages, has a policy of its own.
 * @param transport the value of `Strict-Transport-Security`; with none it is left out
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

/** A record that a client knows by its version may keep it, and asks each time whether it holds. */
export const KEPT_BY_CLIENT = 'private, no-cache'
