import { Refusal } from '../../domain/errors.ts'

/** A request, with headers that tell which page sent it: no page can set them itself. */
interface BrowserRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly host: string
}

const LOCALHOST = ['localhost', '127.0.0.1', '[::1]']

/**
 * Refuses a request of the browser that no page of this service sent, or that came over plain HTTP
 * from another machine: the cookie of a session is for neither.
 * @param publicOrigin the origin of PUBLIC_URL; null if not set
 */
export function originRefusal(
  { headers, host }: BrowserRequest,
  publicOrigin: string | null,
): Refusal | undefined {
  const page = URL.parse(String(headers.origin))
  if (page === null || !(isAtHost(page, host) || page.origin === publicOrigin)) return crossSite()
  const isLocal = page.protocol === 'http:' && LOCALHOST.includes(page.hostname)
  // Browsers tell the site only over HTTPS and to this machine.
  if (page.protocol !== 'https:' && !isLocal) return httpsRequired()
  return headers['sec-fetch-site'] === 'same-origin' ? undefined : crossSite()
}

/** Refuses what a page loads as a part of it, such as a picture: nobody went there. */
export function partRefusal({ headers }: BrowserRequest): Refusal | undefined {
  return (headers['sec-fetch-dest'] ?? 'document') === 'document' ? undefined : crossSite()
}

/** The origin that browsers reach the service at; null if it is not known. */
export function ownOrigin({ host }: BrowserRequest, publicOrigin: string | null): string | null {
  if (publicOrigin !== null) return publicOrigin
  // Another host's page could have chosen the header, if a proxy passes it on.
  const url = URL.parse(`http://${host}`)
  return url !== null && LOCALHOST.includes(url.hostname) ? url.origin : null
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
