import type { Caller } from '../caller.ts'
import type { Database } from '../database/database.ts'
import { ACCESS_TOKEN_COLUMNS, type AccessToken } from './access-token.ts'

export interface NewAccessToken extends Pick<AccessToken, 'id' | 'permissions'> {
  readonly tokenSha256: Buffer
  readonly lifetimeSeconds: number
}

/** Stores a token of the caller's organization; its secret is not among what is stored. */
export async function createAccessToken(
  caller: Caller,
  database: Database,
  { id, permissions, tokenSha256, lifetimeSeconds }: NewAccessToken,
): Promise<AccessToken> {
  const rows = await database.decide(
    (sql) => sql<AccessToken[]>`
      insert into access_tokens (organization_id, id, token_sha256, permissions, expires_at)
      values (${caller.organizationId}, ${id}, ${tokenSha256}, ${[...permissions]}::text[],
        now() + ${lifetimeSeconds} * interval '1 second')
      returning ${sql(ACCESS_TOKEN_COLUMNS)}`,
  )
  return rows[0] as AccessToken
}
