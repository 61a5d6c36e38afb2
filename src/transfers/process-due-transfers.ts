import { type Caller, operatorFor } from '../caller.ts'
import type { Database } from '../database/database.ts'
import { PROCESS_DUE_TRANSFER } from './process-due-transfer.ts'
import { findDueTransfers } from './process-due-transfers.store.ts'

/** Told of a batch that could not be processed, whatever the reason; the others go on. */
export type ProcessingFailed = (error: unknown, transferBatchId: string) => void

/** Runs of an organization: one is under way, and one more at most waits to begin. */
interface Runs {
  running: Promise<void>
  next: Promise<void> | undefined
}

/**
 * Ends what time has ended, and asks the policy about what it was not asked about yet: the pending
 * batches of the caller's organization that expired, and those that wait for the system's review.
 *
 * Whoever looks at claims calls what this returns, so a claim that is over holds nobody up, whether
 * or not any other process still runs. One run at a time for an organization; who comes while one
 * is under way shares the next, which begins after they came.
 */
export function processDueTransfers(
  database: Database,
  failed: ProcessingFailed,
): (caller: Pick<Caller, 'organizationId'>) => Promise<void> {
  const runs = new Map<string, Runs>()
  const run = (organizationId: string) => processDue(operatorFor(organizationId), database, failed)
  return async ({ organizationId }) => {
    const found = runs.get(organizationId)
    if (found?.next !== undefined) return await found.next
    if (found !== undefined) {
      const next = found.running.catch(() => undefined).then(() => run(organizationId))
      found.next = next
      next.catch(() => undefined).finally(() => runs.delete(organizationId))
      return await next
    }
    const running = run(organizationId)
    const mine: Runs = { running, next: undefined }
    runs.set(organizationId, mine)
    try {
      await running
    } finally {
      if (mine.next === undefined) runs.delete(organizationId)
    }
  }
}

/** One that cannot end (its claim was damaged behind the service's back) does not stop the rest. */
async function processDue(
  caller: Caller,
  database: Database,
  failed: ProcessingFailed,
): Promise<void> {
  const tried: string[] = []
  for (;;) {
    const due = await findDueTransfers(caller, database, tried)
    if (due.length === 0) return
    const respond = () => ({ status: 200, headers: {}, text: '' })
    await Promise.all(
      due.map(async (input) => {
        tried.push(input.id)
        const request = { caller, input, isDryRun: false, isDueProcessed: true, respond }
        await database
          .change(PROCESS_DUE_TRANSFER, request)
          .catch((error: unknown) => failed(error, input.id))
      }),
    )
  }
}
