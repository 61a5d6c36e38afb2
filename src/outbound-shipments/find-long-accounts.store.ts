import type { Caller } from '../caller.ts'
import type { Database } from '../database/database.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { liftRequestLimits } from '../database/lift-request-limits.ts'

/** The accounts that have so many shipments, or more. For commands: it counts all of them. */
export async function findLongAccounts(
  caller: Caller,
  database: Database,
  shipments: number,
): Promise<string[]> {
  return await inTransaction(database.sql, async (tx) => {
    await liftRequestLimits(tx)
    const rows = await tx<{ fboAccountId: string }[]>`
      select fbo_account_id
      from outbound_shipments
      where organization_id = ${caller.organizationId}
      group by fbo_account_id
      having count(*) >= ${shipments}`
    return rows.map(({ fboAccountId }) => fboAccountId)
  })
}
