import type { Caller } from '../caller.ts'
import { type PageCut, pageRows } from '../database/page-rows.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { NEWEST_FIRST, type Page, type PageRequest, toPage } from '../pages.ts'
import { ACCESS_TOKEN_COLUMNS, type AccessTokenRow } from './access-token.ts'

/**
 * One page of the tokens of the caller's organization, expired and revoked ones too, newest first,
 * ties broken by id: a total order.
 */
export async function listAccessTokens(
  caller: Caller,
  database: RequestDatabase,
  request: PageRequest,
): Promise<Page<AccessTokenRow>> {
  const rows = await database.decide(caller, (sql) => {
    const select = (cut: PageCut) => sql`
      select ${sql(ACCESS_TOKEN_COLUMNS)}, now() as read_at
      from access_tokens
      where organization_id = ${caller.organizationId}
        ${cut.where}
      ${cut.rows}`
    return pageRows<AccessTokenRow>(sql, request, NEWEST_FIRST, select)
  })
  return toPage(rows, request, NEWEST_FIRST)
}
