import type { Caller } from '../caller.ts'
import type { Database } from '../database/database.ts'
import { endTransfer } from './end-transfer.store.ts'
import { reviewTransfer } from './review-transfer.ts'
import { findDueTransfers } from './settle-transfers.store.ts'

/**
 * Ends what time has ended, and asks the policy about what it was not asked about yet: the pending
 * batches of the caller's organization that expired, and those that wait for the system's review.
 *
 * Whoever is about to look at claims calls this first, so a claim that is over holds nobody up,
 * whether or not any other process still runs. An expiry is logged at the moment it fell due, not at
 * the one it was noticed: the result does not depend on who comes first, or when.
 */
export async function settleTransfers(caller: Caller, database: Database): Promise<void> {
  for (;;) {
    const { due, complete } = await findDueTransfers(caller, database)
    for (const { id, what } of due) {
      if (what === 'review') await reviewTransfer(caller, database, id)
      else {
        const ending = {
          transferBatchId: id,
          outcome: 'expired',
          by: 'time',
          reason: null,
        } as const
        await database.decide((sql) => endTransfer(caller, sql, ending))
      }
    }
    if (complete) return
  }
}
