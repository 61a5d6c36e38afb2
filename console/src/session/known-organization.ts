import { BASE_PATH } from '../api/base-path.ts'

const KEY = `vault-inventory.organization${BASE_PATH}`

/** Takes the organization that a link names (`?organization=`) out of the address. */
export function takeOrganization(): void {
  const url = new URL(location.href)
  const named = url.searchParams.get('organization')
  if (named === null) return
  rememberOrganization(named)
  url.searchParams.delete('organization')
  history.replaceState(history.state, '', url)
}

/** The organization that this browser last chose; empty if it chose none. */
export function knownOrganization(): string {
  return storage()?.getItem(KEY) ?? ''
}

/** Whether the text can be an id; if so, it is remembered, which is no secret. */
export function rememberOrganization(id: string): boolean {
  if (!/^[\w-]{1,64}$/.test(id)) return false
  storage()?.setItem(KEY, id)
  return true
}

/** Undefined in a browser that lets pages store nothing. */
function storage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}
