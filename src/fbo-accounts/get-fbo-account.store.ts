import type { Caller } from '../caller.ts'
import type { Database } from '../database/database.ts'
import { FBO_ACCOUNT_COLUMNS, type FboAccountRow } from './fbo-account.ts'

/** The caller's account of that id; undefined where the organization has none. */
export async function getFboAccount(
  caller: Caller,
  database: Database,
  fboAccountId: string,
): Promise<FboAccountRow | undefined> {
  const rows = await database.decide(
    (sql) => sql<FboAccountRow[]>`
      select ${sql(FBO_ACCOUNT_COLUMNS)}
      from fbo_accounts
      where organization_id = ${caller.organizationId} and id = ${fboAccountId}`,
  )
  return rows[0]
}
