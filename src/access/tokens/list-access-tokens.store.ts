import { KeysetPages } from '../../database/keyset-page.ts'
import { NEWEST_FIRST } from '../../domain/pagination.ts'
import type { AccessTokenRow } from './access-token.ts'
import { ACCESS_TOKEN_COLUMNS, TOKENS_WITH_POWERS } from './token-columns.store.ts'

/** Including expired and revoked tokens, without those that stand for sessions. */
export const ACCESS_TOKEN_PAGES = new KeysetPages<AccessTokenRow>({
  order: NEWEST_FIRST,
  conditions: {},
  select: ({ where, rows }) => `
    select ${ACCESS_TOKEN_COLUMNS}, now() as read_at
    from ${TOKENS_WITH_POWERS}
    where organization_id = $1 and session_id is null ${where}
    ${rows}`,
})
