import type { Caller } from '../caller.ts'
import type { Database } from '../database/database.ts'
import { type Page, type PageRequest, rowsToRead, toPage } from '../pages.ts'
import { ACCESS_TOKEN_COLUMNS, type AccessTokenRow } from './access-token.ts'

/**
 * One page of the tokens of the caller's organization, expired and revoked ones too, newest first,
 * ties broken by id: a total order.
 */
export async function listAccessTokens(
  caller: Caller,
  database: Database,
  request: PageRequest,
): Promise<Page<AccessTokenRow>> {
  const { offset, count } = rowsToRead(request)
  const rows = await database.decide(
    (sql) => sql<AccessTokenRow[]>`
      select ${sql(ACCESS_TOKEN_COLUMNS)}, now() as read_at
      from access_tokens
      where organization_id = ${caller.organizationId}
      order by created_at desc, id desc
      limit ${count} offset ${offset}`,
  )
  return toPage(rows, request)
}
