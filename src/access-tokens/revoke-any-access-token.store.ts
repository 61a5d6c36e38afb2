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
  const [found] = await database.run(
    null,
    (sql) => sql<{ organizationId: string; readAt: Date }[]>`
      select organization_id, now() as read_at from access_tokens where id = ${id}`,
  )
  if (found === undefined) return undefined
  const rows = await database.run(found, (sql) =>
    sql.unsafe<AccessTokenRow[]>(REVOKE, [found.organizationId, id], { prepare: true }),
  )
  return rows[0] && { ...rows[0], readAt: found.readAt }
}

const REVOKE = `
  update access_tokens
  set revoked_at = least(revoked_at, now())
  where organization_id = $1 and id = $2
  returning ${ACCESS_TOKEN_COLUMNS.join(', ')}`
