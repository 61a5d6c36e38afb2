import { BASE_PATH } from '../api/base-path.ts'

const KEY = `vault-inventory.organization${BASE_PATH}`

/** Takes the organization that a link names (`?organization=`) out of the address. */
export function takeOrganization(): void {
  const url = new URL(location.href)
  const named = url.searchParams.get('organization')
  if (named === null) return
  remember(named)
  url.searchParams.delete('organization')
  history.replaceState(history.state, '', url)
}

/** The organization that this browser last chose; empty if it chose none. */
export function knownOrganization(): string {
  return storage()?.getItem(KEY) ?? ''
}

export function isOrganizationId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text)
}

/** It is no secret. */
function remember(id: string): void {
  if (isOrganizationId(id)) storage()?.setItem(KEY, id)
}

/** Undefined in a browser that lets pages store nothing. */
function storage(): Storage | undefined {
  try {
    return localStorage
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
  remember(organizationId)
  const returnTo = location.pathname.slice(BASE_PATH.length) + location.search
  const query = new URLSearchParams({ returnTo })
  if (maxAge !== undefined) query.set('maxAge', String(maxAge))
  const address = `${BASE_PATH}/sign-in/${organizationId}?${query}`
  if (isKept) window.open(address, '_blank', 'noopener')
  else location.assign(address)
}
