import type { Caller } from '../caller.ts'
import { type PageCut, pageRows } from '../database/page-rows.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { type CreatedSpan, NEWEST_FIRST, type Page, type PageRequest, toPage } from '../pages.ts'
import { FBO_ACCOUNT_COLUMNS, type FboAccountRow } from './fbo-account.ts'

export interface FboAccountFilters extends CreatedSpan {
  readonly isPrimary?: boolean
}

/** One page of the caller's accounts, newest first, ties broken by id: a total order. */
export async function listFboAccounts(
  caller: Caller,
  database: RequestDatabase,
  request: PageRequest & FboAccountFilters,
): Promise<Page<FboAccountRow>> {
  const { isPrimary, createdFrom, createdBefore } = request
  const rows = await database.decide(caller, (sql) => {
    const select = (cut: PageCut) => sql`
      select ${sql(FBO_ACCOUNT_COLUMNS)}
      from fbo_accounts
      where organization_id = ${caller.organizationId}
        ${isPrimary === undefined ? sql`` : isPrimary ? sql`and is_primary` : sql`and not is_primary`}
        ${createdFrom === undefined ? sql`` : sql`and created_at >= ${createdFrom}::text::timestamptz`}
        ${createdBefore === undefined ? sql`` : sql`and created_at < ${createdBefore}::text::timestamptz`}
        ${cut.where}
      ${cut.rows}`
    return pageRows<FboAccountRow>(sql, request, NEWEST_FIRST, select)
  })
  return toPage(rows, request, NEWEST_FIRST)
}
