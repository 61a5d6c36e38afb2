import { BASE_PATH } from '../api/base-path.ts'
import type { Import } from '../api/schema.ts'

/** An import that this tab sent: shown until the person chooses another file. */
export interface Begun {
  readonly id: string
  readonly kind: Import['kind']
  readonly fileName: string
}

/**
 * The key of a file. It is the same whoever sends the file, from any tab: the service imports it
 * once, and goes on where an earlier request ended.
 */
export function keyOf({ kind, contentSha256 }: Import): string {
  return `${kind}-${contentSha256?.slice(0, 40)}`
}

/** The session storage outlives a reload, and belongs to this tab. */
const placeOf = (organizationId: string) => `vault-inventory.import${BASE_PATH} ${organizationId}`

export function begunImport(organizationId: string): Begun | undefined {
  const text = sessionStorage.getItem(placeOf(organizationId))
  return text === null ? undefined : JSON.parse(text)
}

export function noteBegun(organizationId: string, begun: Begun | undefined): void {
  if (begun === undefined) sessionStorage.removeItem(placeOf(organizationId))
  else sessionStorage.setItem(placeOf(organizationId), JSON.stringify(begun))
}
