import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import type { Permission } from '../domain/permissions.ts'

/** The token of a caller, and its organization. */
export interface CallerRow {
  readonly organizationId: string
  readonly organizationName: string
  readonly currency: string
  readonly tokenId: string
  readonly owner: string | null
  readonly permissions: readonly Permission[]
  readonly expiresAt: Date
}

const CALLER = `
  select organization_id, name as organization_name, currency, token.id as token_id, owner,
    permissions, expires_at
  from access_tokens as token
  join organizations on organizations.id = $1
  where organization_id = $1 and token.id = $2`

/** The caller itself. Tokens are never deleted, so it is there. */
export async function getCaller(caller: Caller, database: RequestDatabase): Promise<CallerRow> {
  const { organizationId, tokenId } = caller
  const [row] = await database.run(caller, (sql) =>
    sql.unsafe<CallerRow[]>(CALLER, [organizationId, tokenId], { prepare: true }),
  )
  return row as CallerRow
}
