import type { ListCase } from './lists.ts'
import type { Rows } from './row.ts'
import { ROWS_OF_ACCOUNTS } from './rows-of-accounts.ts'
import { ROWS_OF_ORGANIZATIONS } from './rows-of-organizations.ts'
import { ROWS_OF_PASSKEYS } from './rows-of-passkeys.ts'
import { ROWS_OF_PEOPLE } from './rows-of-people.ts'
import { ROWS_OF_REVALUATIONS } from './rows-of-revaluations.ts'
import { ROWS_OF_ROLES } from './rows-of-roles.ts'
import { ROWS_OF_SHIPMENTS } from './rows-of-shipments.ts'
import { ROWS_OF_TRANSFERS } from './rows-of-transfers.ts'
import { ROWS_OF_WEBHOOKS } from './rows-of-webhooks.ts'

/**
 * One row per operation. The tests of access, order of checks, paging, keys and scans run for
 * each of them; an operation, or an id in it, without a row fails one.
 */
export const CATALOGUE: Rows = {
  ...ROWS_OF_TRANSFERS,
  ...ROWS_OF_ACCOUNTS,
  ...ROWS_OF_REVALUATIONS,
  ...ROWS_OF_SHIPMENTS,
  ...ROWS_OF_ORGANIZATIONS,
  ...ROWS_OF_PEOPLE,
  ...ROWS_OF_ROLES,
  ...ROWS_OF_WEBHOOKS,
  ...ROWS_OF_PASSKEYS,
}

/** Those that any live token may call. */
export const OPEN = ['getCaller', 'getSummary', 'searchRecords', 'listRoles', 'getRole']

/** The lists among them, by operation. */
export const LISTS: Readonly<Record<string, ListCase>> = Object.fromEntries(
  Object.entries(CATALOGUE).flatMap(([id, { list }]) => (list === undefined ? [] : [[id, list]])),
)
