import { CREATED_CONDITIONS, KeysetPages } from '../database/keyset-page.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import {
  type CreatedSpan,
  NEWEST_FIRST,
  type Page,
  type PageRequest,
} from '../domain/pagination.ts'
import { FBO_ACCOUNT_COLUMNS, type FboAccountRow } from './fbo-account.ts'

interface FboAccountFilters extends CreatedSpan {
  readonly isPrimary?: boolean
}

const PAGES = new KeysetPages<FboAccountFilters>({
  order: NEWEST_FIRST,
  conditions: {
    isPrimary: (isPrimary) => {
      if (isPrimary === undefined) return ''
      return isPrimary ? 'and is_primary' : 'and not is_primary'
    },
    ...CREATED_CONDITIONS,
  },
  select: ({ where, rows }) => `
    select ${FBO_ACCOUNT_COLUMNS}
    from fbo_accounts
    where organization_id = $1 ${where}
    ${rows}`,
})

/** One page of the caller's accounts, newest first, then by id. */
export async function listFboAccounts(
  caller: Caller,
  database: RequestDatabase,
  request: PageRequest & FboAccountFilters,
): Promise<Page<FboAccountRow>> {
  return await PAGES.page<FboAccountRow>(caller, database, request)
}
