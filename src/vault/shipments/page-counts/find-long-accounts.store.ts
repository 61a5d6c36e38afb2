import { runStatement } from '../../../database/changes/organization-transaction.ts'
import type { Database } from '../../../database/database.ts'
import { liftRequestLimits } from '../../../database/postgres/lift-request-limits.ts'
import type { Caller } from '../../../domain/caller.ts'

const LONG = `
  select fbo_account_id
  from outbound_shipments
  where organization_id = $1
  group by fbo_account_id
  having count(*) >= $2`

/** The accounts that have at least so many shipments. For commands: it counts all shipments. */
export async function findLongAccounts(
  caller: Caller,
  database: Database,
  shipments: number,
): Promise<string[]> {
  return await database.sql.begin(async (tx) => {
    await liftRequestLimits(tx)
    const rows = await runStatement<{ fboAccountId: string }>(caller, tx, LONG, [shipments])
    return rows.map(({ fboAccountId }) => fboAccountId)
  })
}
