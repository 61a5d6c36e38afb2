import { createHash } from 'node:crypto'
import type { Pool } from 'pg'

/** What a request is refused with. */
export class Problem extends Error {
  readonly status: number
  readonly body: object

  constructor(status: number, code: string, more: object = {}) {
    super(code)
    this.status = status
    this.body = { code, ...more }
  }
}

export async function findCaller(
  pool: Pool,
  header: string | undefined,
): Promise<{ organizationId: string; tokenId: string }> {
  const token = header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : ''
  const hash = createHash('sha256').update(token).digest()
  const { rows } = await pool.query(
    `SELECT organization_id, id FROM access_tokens
     WHERE token_sha256 = $1 AND revoked_at IS NULL AND expires_at > now()`,
    [hash],
  )
  if (rows.length === 0) throw new Problem(401, 'invalid_token')
  return { organizationId: rows[0].organization_id, tokenId: rows[0].id }
}
