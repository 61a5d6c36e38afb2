import type { GatheredStatement } from '../database/gathered-statement.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { AccessTokenRow } from './access-token.ts'

/** A token that is neither expired nor revoked. */
export interface LiveTokenRow
  extends Pick<AccessTokenRow, 'organizationId' | 'id' | 'permissions' | 'allowedAddresses'> {
  readonly tokenSha256: Buffer
}

/**
 * The token of that hash, unless it expired or was revoked. One of the two statements without a
 * caller: they find out who calls. The database's clock decides, so that replicas agree.
 * @param sha256 in hexadecimal digits
 */
export async function findLiveToken(
  database: RequestDatabase,
  sha256: string,
): Promise<LiveTokenRow | undefined> {
  return await database.gather(LIVE_TOKENS, sha256)
}

const LIVE_TOKENS: GatheredStatement<string, LiveTokenRow | undefined> = {
  name: 'find_live_token',
  // One line for all: who made tokens up would else have a turn for each of them.
  lineOf: () => 'tokens',
  ask: async (sql, questions) => {
    // Most requests that arrive together come with the same few tokens.
    const hashes = [...new Set(questions)]
    const rows = await sql<LiveTokenRow[]>`
      select organization_id, id, permissions, token_sha256, allowed_addresses
      from unnest(${hashes}::text[]) as asked (sha256)
      join access_tokens on token_sha256 = decode(asked.sha256, 'hex')
      where revoked_at is null and expires_at > now()`
    const found = new Map(rows.map((row) => [row.tokenSha256.toString('hex'), row]))
    return questions.map((sha256) => found.get(sha256))
  },
}
