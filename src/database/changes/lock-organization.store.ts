import { rowsOf } from './row-of.ts'

/**
 * Locks the organization's row until the transaction ends: of two requests that do, the second waits
 * and sees what the first wrote. It comes before the locks of the organization's records.
 */
export const lockOrganization = rowsOf<object, []>(
  'select id from organizations where id = $1 for no key update',
)
