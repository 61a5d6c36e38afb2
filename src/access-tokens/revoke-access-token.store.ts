import type { Database } from '../database/database.ts'
import { ACCESS_TOKEN_COLUMNS, type AccessToken } from './access-token.ts'

/**
 * Revokes a token for good; undefined where there is none of that id. The operator revokes by id
 * alone: in a hurry, nobody should have to find out first whose token it is. Revoking twice keeps
 * the first moment.
 */
export async function revokeAccessToken(
  database: Database,
  id: string,
): Promise<AccessToken | undefined> {
  const rows = await database.decide(
    (sql) => sql<AccessToken[]>`
      update access_tokens
      set revoked_at = coalesce(revoked_at, now())
      where id = ${id}
      returning ${sql(ACCESS_TOKEN_COLUMNS)}`,
  )
  return rows[0]
}
