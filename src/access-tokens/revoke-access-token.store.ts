import type { Caller } from '../caller.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { ACCESS_TOKEN_COLUMNS, type AccessTokenRow } from './access-token.ts'

/**
 * Revokes a token of the caller's organization for good; undefined where it has none of that id.
 * Revoking twice keeps the first moment. Of two at once the second waits for the first one's row lock
 * and keeps what that wrote.
 */
export async function revokeAccessToken(
  caller: Caller,
  database: RequestDatabase,
  id: string,
): Promise<AccessTokenRow | undefined> {
  const rows = await database.decide(
    caller,
    (sql) => sql<AccessTokenRow[]>`
      update access_tokens
      set revoked_at = coalesce(revoked_at, now())
      where organization_id = ${caller.organizationId} and id = ${id}
      returning ${sql(ACCESS_TOKEN_COLUMNS)}, now() as read_at`,
  )
  return rows[0]
}
