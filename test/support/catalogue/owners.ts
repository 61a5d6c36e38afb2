import type { Row } from './row.ts'

/** Owners of the record that an id names, as the caller sees them. */
export const OWNERS = ['own', 'foreign', 'unknown', 'malformed'] as const
export type Owner = (typeof OWNERS)[number]

/** The response of the contract to good credentials. */
export function expectedOf(owner: Owner, position: string, row: Row): number {
  const { ids, success, forPeople, notFound } = row
  if (forPeople) return owner === 'malformed' ? 404 : 403
  if (owner === 'own') return success
  if (position.startsWith('path')) return 404
  if (owner === 'malformed') return 400
  if (position.startsWith('query')) return success
  // An item is claimed from an account, unless the operation finds it by its id alone.
  const isFound = notFound.includes('inventory_item_not_found')
  return ids[position]?.names === 'item' && !isFound ? 409 : 404
}
