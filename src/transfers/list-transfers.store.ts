import { CREATED_CONDITIONS, KeysetPages } from '../database/keyset-page.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import {
  type CreatedSpan,
  NEWEST_FIRST,
  type Page,
  type PageRequest,
} from '../domain/pagination.ts'
import {
  TRANSFER_DETAILS_COLUMNS,
  type TransferDetailsRow,
  type TransferStatus,
} from './transfer-batch.ts'

interface TransferFilters extends CreatedSpan {
  readonly status?: TransferStatus
  readonly fromFboAccountId?: string
  readonly toFboAccountId?: string
  readonly idempotencyKey?: string
}

const PAGES = new KeysetPages<TransferFilters>({
  order: NEWEST_FIRST,
  conditions: {
    status: 'and status = ?',
    fromFboAccountId: 'and from_fbo_account_id = ?',
    toFboAccountId: 'and to_fbo_account_id = ?',
    idempotencyKey: 'and idempotency_key = ?',
    ...CREATED_CONDITIONS,
  },
  select: ({ where, rows }) => `
    select ${TRANSFER_DETAILS_COLUMNS.join(', ')}
    from transfer_batches
    where organization_id = $1 ${where}
    ${rows}`,
})

/** One page of the organization's batches. */
export async function listTransfers(
  caller: Caller,
  database: RequestDatabase,
  request: PageRequest & TransferFilters,
): Promise<Page<TransferDetailsRow>> {
  return await PAGES.page<TransferDetailsRow>(caller, database, request)
}
