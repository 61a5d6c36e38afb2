import type { RequestDatabase } from '../database/request-database.ts'
import { ACCESS_TOKEN_COLUMNS, type AccessTokenRow } from './access-token.ts'

const REVOKE = `
  update access_tokens
  set revoked_at = least(revoked_at, now())
  where organization_id = $1 and id = $2
  returning ${ACCESS_TOKEN_COLUMNS.join(', ')}`

/**
 * Revokes a token of any organization for good; undefined if there is none with that id. The
 * operator needs only the id, so that an urgent revocation waits for no look-up of the
 * organization. Revoking it again keeps the first moment.
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
