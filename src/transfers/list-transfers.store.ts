import type { Caller } from '../caller.ts'
import { type PageCut, pageRows } from '../database/page-rows.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { type CreatedSpan, NEWEST_FIRST, type Page, type PageRequest, toPage } from '../pages.ts'
import {
  TRANSFER_DETAILS_COLUMNS,
  type TransferDetailsRow,
  type TransferStatus,
} from './transfer-batch.ts'

export interface TransferFilters extends CreatedSpan {
  readonly status?: TransferStatus
  readonly fromFboAccountId?: string
  readonly toFboAccountId?: string
  readonly idempotencyKey?: string
}

/** One page of the caller's batches, newest first, ties broken by id: a total order. */
export async function listTransfers(
  caller: Caller,
  database: RequestDatabase,
  request: PageRequest & TransferFilters,
): Promise<Page<TransferDetailsRow>> {
  const { status, fromFboAccountId, toFboAccountId, idempotencyKey } = request
  const { createdFrom, createdBefore } = request
  const rows = await database.decide(caller, (sql) => {
    const select = (cut: PageCut) => sql`
      select ${sql(TRANSFER_DETAILS_COLUMNS)}
      from transfer_batches
      where organization_id = ${caller.organizationId}
        ${status === undefined ? sql`` : sql`and status = ${status}`}
        ${fromFboAccountId === undefined ? sql`` : sql`and from_fbo_account_id = ${fromFboAccountId}`}
        ${toFboAccountId === undefined ? sql`` : sql`and to_fbo_account_id = ${toFboAccountId}`}
        ${idempotencyKey === undefined ? sql`` : sql`and idempotency_key = ${idempotencyKey}`}
        ${createdFrom === undefined ? sql`` : sql`and created_at >= ${createdFrom}::text::timestamptz`}
        ${createdBefore === undefined ? sql`` : sql`and created_at < ${createdBefore}::text::timestamptz`}
        ${cut.where}
      ${cut.rows}`
    return pageRows<TransferDetailsRow>(sql, request, NEWEST_FIRST, select)
  })
  return toPage(rows, request, NEWEST_FIRST)
}
