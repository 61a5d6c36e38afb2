import { KeysetPages } from '../database/keyset-page.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import { NEWEST_FIRST, type Page, type PageRequest } from '../domain/pagination.ts'
import { ACCESS_TOKEN_COLUMNS, type AccessTokenRow } from './access-token.ts'

const PAGES = new KeysetPages({
  order: NEWEST_FIRST,
  conditions: {},
  select: ({ where, rows }) => `
    select ${ACCESS_TOKEN_COLUMNS.join(', ')}, now() as read_at
    from access_tokens
    where organization_id = $1 ${where}
    ${rows}`,
})

/** One page of the tokens of the caller's organization, including expired and revoked ones. */
export async function listAccessTokens(
  caller: Caller,
  database: RequestDatabase,
  request: PageRequest,
): Promise<Page<AccessTokenRow>> {
  return await PAGES.page<AccessTokenRow>(caller, database, request)
}
