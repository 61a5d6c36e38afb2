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
 * whether or not any other process still runs. An expiry is logged at the moment it fell due, not
 * at the one it was noticed: the result does not depend on who comes first, or when.
 */
export async function settleTransfers(caller: Caller, database: Database): Promise<void> {
  const tried = new Set<string>()
  for (;;) {
    const due = await findDueTransfers(caller, database)
    // One that cannot end (its claim was damaged behind the service's back) must not stop the rest.
    const next = due.filter(({ id }) => !tried.has(id))
    if (next.length === 0) return
    for (const { id, what } of next) {
      tried.add(id)
      await SETTLE[what](caller, database, id)
    }
  }
}

const SETTLE = { expiry: expireTransfer, review: reviewTransfer }

async function expireTransfer(caller: Caller, database: Database, id: string): Promise<void> {
  const ending = { transferBatchId: id, outcome: 'expired', by: 'time', reason: null } as const
  await database.decide((sql) => endTransfer(caller, sql, ending))
}
