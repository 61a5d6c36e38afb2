import { CREATED_CONDITIONS, KeysetPages } from '../../database/keyset-page.ts'
import { searchedPages, type WordFilters, wordConditions } from '../../database/searched-pages.ts'
import { type CreatedSpan, NEWEST_FIRST, SORTS_BY_CREATION } from '../../domain/pagination.ts'
import { TRANSFER_DETAILS_COLUMNS, type TransferDetailsRow } from './transfer-batch.ts'

interface TransferFilters extends CreatedSpan {
  /** One, or several with commas between them. */
  readonly status?: string
  readonly fromFboAccountId?: string
  readonly toFboAccountId?: string
  readonly idempotencyKey?: string
}

export const TRANSFER_PAGES = searchedPages<TransferDetailsRow, TransferFilters>(
  'transfer_batch',
  new KeysetPages<TransferDetailsRow, TransferFilters & WordFilters>({
    order: NEWEST_FIRST,
    sorts: SORTS_BY_CREATION,
    several: 'status',
    conditions: {
      status: 'and status = ?',
      fromFboAccountId: 'and from_fbo_account_id = ?',
      toFboAccountId: 'and to_fbo_account_id = ?',
      idempotencyKey: 'and idempotency_key = ?',
      ...CREATED_CONDITIONS,
      ...wordConditions('transfer_batch', 'transfer_batches'),
    },
    select: ({ where, rows }) => `
    select ${TRANSFER_DETAILS_COLUMNS}
    from transfer_batches
    where organization_id = $1 ${where}
    ${rows}`,
  }),
)
