import { Refusal } from '../domain/errors.ts'

/** The headers that tell which page sent a request. No page can set the first two itself. */
export interface RequestOrigin {
  readonly origin: string | undefined
  readonly fetchSite: string | undefined
  readonly host: string
}

const LOCALHOST = ['localhost', '127.0.0.1', '[::1]']

/**
 * Refuses a request of the browser that no page of this service sent, or that came over plain HTTP
 * from another machine: the cookie of a session is for neither.
 * @param publicOrigin the origin of PUBLIC_URL; null if not set
 */
export function originRefusal(
  { origin, fetchSite, host }: RequestOrigin,
  publicOrigin: string | null,
): Refusal | undefined {
  const page = origin === undefined ? null : URL.parse(origin)
  if (page === null || !(isAtHost(page, host) || page.origin === publicOrigin)) return crossSite()
  const isLocal = page.protocol === 'http:' && LOCALHOST.includes(page.hostname)
  // Browsers tell the site only over HTTPS and to this machine.
  if (page.protocol !== 'https:' && !isLocal) return httpsRequired()
  return fetchSite === 'same-origin' ? undefined : crossSite()
}

/** A proxy can end HTTPS, so the scheme is that which the browser knows. */
function isAtHost(page: URL, host: string): boolean {
  return host !== '' && URL.parse(`${page.protocol}//${host}`)?.host === page.host
}

function crossSite(): Refusal {
  return new Refusal('cross_site_request', {
    detail:
      'Only the console of this service may send this request: open /console and sign in there. ' +
      'Behind a proxy, set PUBLIC_URL to the address that browsers use.',
  })
}

function httpsRequired(): Refusal {
  return new Refusal('https_required', {
    detail:
      'A browser keeps a session over HTTPS alone, or at http://localhost: open the console with ' +
      'https://.',
  })
}
