import type { Rows } from './row.ts'
import { ROWS_OF_ACCOUNTS } from './rows-of-accounts.ts'
import { ROWS_OF_ORGANIZATIONS } from './rows-of-organizations.ts'
import { ROWS_OF_SHIPMENTS } from './rows-of-shipments.ts'
import { ROWS_OF_TRANSFERS } from './rows-of-transfers.ts'
import { ROWS_OF_WEBHOOKS } from './rows-of-webhooks.ts'

/** One row per operation. An operation, or an id in it, that has none here fails a test. */
export const ROWS: Rows = {
  ...ROWS_OF_TRANSFERS,
  ...ROWS_OF_ACCOUNTS,
  ...ROWS_OF_SHIPMENTS,
  ...ROWS_OF_ORGANIZATIONS,
  ...ROWS_OF_WEBHOOKS,
}
