import { BASE_PATH } from '../api/base-path.ts'

const KEY = `vault-inventory.organization${BASE_PATH}`

/**
 * Takes the organization that a link names (`?organization=`) out of the address, for this tab. A
 * link can come from anybody: the browser remembers only where somebody signed in.
 */
export function takeOrganization(): void {
  const url = new URL(location.href)
  const named = url.searchParams.get('organization')
  if (named === null) return
  remember(named, 'sessionStorage')
  url.searchParams.delete('organization')
  history.replaceState(history.state, '', url)
}

/** The organization that this tab last chose, or this browser; empty if none. */
export function knownOrganization(): string {
  const [ofTab, ofBrowser] = [storage('sessionStorage'), storage('localStorage')]
  return ofTab?.getItem(KEY) ?? ofBrowser?.getItem(KEY) ?? ''
}

export function isOrganizationId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text)
}

type Kind = 'localStorage' | 'sessionStorage'

/** It is no secret. @param kinds for the browser, too, once a person is signed in there */
export function remember(id: string, ...kinds: readonly Kind[]): void {
  if (isOrganizationId(id)) for (const kind of kinds) storage(kind)?.setItem(KEY, id)
}

/** Undefined in a browser that lets pages store nothing. */
function storage(kind: Kind): Storage | undefined {
  try {
    return window[kind]
  } catch {
    return undefined
  }
}

/**
 * Leads to the identity provider of an organization, and back to this page: in a tab of its own
 * where this page has an entry, which goes on as soon as the person is signed in there.
 * @param maxAge the age that the sign-in may have, in seconds; for 0 the provider asks again
 */
export function leadToProvider(organizationId: string, maxAge?: number, isKept = false): void {
  remember(organizationId, 'sessionStorage')
  const returnTo = location.pathname.slice(BASE_PATH.length) + location.search
  const query = new URLSearchParams({ returnTo })
  if (maxAge !== undefined) query.set('maxAge', String(maxAge))
  const address = `${BASE_PATH}/sign-in/${organizationId}?${query}`
  if (isKept) window.open(address, '_blank', 'noopener')
  else location.assign(address)
}
