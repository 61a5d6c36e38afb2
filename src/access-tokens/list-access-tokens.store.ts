import type { Caller } from '../caller.ts'
import type { Database } from '../database/database.ts'
import { ACCESS_TOKEN_COLUMNS, type AccessToken } from './access-token.ts'

/** Every token of the caller's organization, expired and revoked ones too, newest first. */
export async function listAccessTokens(
  caller: Caller,
  database: Database,
): Promise<readonly AccessToken[]> {
  return await database.decide(
    (sql) => sql<AccessToken[]>`
      select ${sql(ACCESS_TOKEN_COLUMNS)}
      from access_tokens
      where organization_id = ${caller.organizationId}
      order by created_at desc, id desc`,
  )
}
