import { BASE_PATH } from '../api/base-path.ts'

interface Wanted {
  /** The age that the sign-in may have, in seconds; 0: the provider asks the person again. */
  readonly maxAge?: number
}

/** Leads to the identity provider of an organization, and back to this page. */
export function leadToProvider(organizationId: string, { maxAge }: Wanted = {}): void {
  const returnTo = location.pathname.slice(BASE_PATH.length) + location.search
  const query = new URLSearchParams({ returnTo })
  if (maxAge !== undefined) query.set('maxAge', String(maxAge))
  location.assign(`${BASE_PATH}/sign-in/${organizationId}?${query}`)
}
