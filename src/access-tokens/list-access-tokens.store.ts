import { KeysetPages } from '../database/keyset-page.ts'
import { NEWEST_FIRST } from '../domain/pagination.ts'
import { ACCESS_TOKEN_COLUMNS, type AccessTokenRow } from './access-token.ts'

/** Including expired and revoked tokens. */
export const ACCESS_TOKEN_PAGES = new KeysetPages<AccessTokenRow>({
  order: NEWEST_FIRST,
  conditions: {},
  select: ({ where, rows }) => `
    select ${ACCESS_TOKEN_COLUMNS}, now() as read_at
    from access_tokens
    where organization_id = $1 ${where}
    ${rows}`,
})
