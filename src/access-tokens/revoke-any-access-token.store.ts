import type { RequestDatabase } from '../database/request-database.ts'
import { ACCESS_TOKEN_COLUMNS, type AccessTokenRow } from './access-token.ts'

/**
 * Revokes a token for good, whichever organization it acts for; undefined where there is none of
 * that id. The operator revokes by id alone: in a hurry, nobody should have to find out first whose
 * token it is. Revoking twice keeps the first moment.
 */
export async function revokeAnyAccessToken(
  database: RequestDatabase,
  id: string,
): Promise<AccessTokenRow | undefined> {
  const rows = await database.decide(
    null,
    (sql) => sql<AccessTokenRow[]>`
      update access_tokens
      set revoked_at = coalesce(revoked_at, now())
      where id = ${id}
      returning ${sql(ACCESS_TOKEN_COLUMNS)}, now() as read_at`,
  )
  return rows[0]
}
