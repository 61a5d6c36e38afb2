import type { Caller } from '../caller.ts'
import type { Database } from '../database/database.ts'
import { FBO_ACCOUNT_COLUMNS, type FboAccountRow, type UPDATABLE_FIELDS } from './fbo-account.ts'

/** The members that a request sent, each with its new value; null clears. */
export type FboAccountChanges = { [Field in keyof typeof UPDATABLE_FIELDS]?: string | null }

/**
 * Writes exactly the members given and returns the account as it then is; undefined where the
 * organization has none of that id. A column that was not sent is not named in the statement, so
 * two callers who change different members both keep what they wrote.
 */
export async function updateFboAccount(
  caller: Caller,
  database: Database,
  fboAccountId: string,
  changes: FboAccountChanges,
): Promise<FboAccountRow | undefined> {
  const rows = await database.decide(
    (sql) => sql<FboAccountRow[]>`
      update fbo_accounts
      set ${sql(changes)}
      where organization_id = ${caller.organizationId} and id = ${fboAccountId}
      returning ${sql(FBO_ACCOUNT_COLUMNS)}`,
  )
  return rows[0]
}
