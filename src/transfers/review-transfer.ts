import type { Caller } from '../caller.ts'
import { inTransaction } from '../database/in-transaction.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { endLockedTransfer } from './end-transfer.store.ts'
import { reviewReasons } from './review-transfer.rules.ts'
import { leaveToAPerson, lockForReview } from './review-transfer.store.ts'

/**
 * Lets the organization's policy judge a batch: it is completed, or left pending with the reasons.
 * A batch that meanwhile was decided, or reviewed by somebody else, is left as it is.
 */
export async function reviewTransfer(
  caller: Caller,
  database: RequestDatabase,
  transferBatchId: string,
): Promise<void> {
  await database.decide(caller, (sql) =>
    inTransaction(sql, async (tx) => {
      const facts = await lockForReview(caller, tx, transferBatchId)
      if (facts === undefined) return
      const review = reviewReasons(facts)
      const isOff = facts.policy.systemApproval === 'off'
      if (isOff || review.length > 0) {
        // Turned off since the batch was created, the policy has nothing to say about it.
        const found = { transferBatchId, review: isOff ? [] : review }
        return await leaveToAPerson(caller, tx, found)
      }
      const ending = { transferBatchId, outcome: 'completed', by: 'system', reason: null } as const
      await endLockedTransfer(caller, tx, ending)
    }),
  )
}
