import { type Caller, operatorFor } from '../caller.ts'
import { decideChange } from '../database/changes/decide-change.ts'
import type { Database } from '../database/database.ts'
import { SingleFlight } from '../database/single-flight.ts'
import { PROCESS_DUE_TRANSFER } from './process-due-transfer.ts'
import { DUE_MAX, findDueTransfers } from './process-due-transfers.store.ts'

/** Told of a batch that could not be processed, whatever the reason; the others go on. */
export type ProcessingFailed = (error: unknown, transferBatchId: string) => void

/**
 * Ends what time has ended, and asks the policy about what it was not asked about yet: the pending
 * batches of the caller's organization that expired, and those that wait for the system's review.
 *
 * Whoever looks at claims calls what this returns, so a claim that is over holds nobody up, whether
 * or not any other process still runs. Requests that come while it runs share the next run.
 */
export function processDueTransfers(
  database: Database,
  failed: ProcessingFailed,
): (caller: Pick<Caller, 'organizationId'>) => Promise<void> {
  const flights = new SingleFlight(Number.POSITIVE_INFINITY, () => undefined)
  return async ({ organizationId }) => {
    const run = () => processDue(operatorFor(organizationId), database, failed)
    await flights.do(organizationId, 'process_due_transfers', run)
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
    await Promise.all(
      due.map(async (input) => {
        tried.push(input.id)
        await decideChange(caller, database, PROCESS_DUE_TRANSFER, input).catch((error: unknown) =>
          failed(error, input.id),
        )
      }),
    )
    // That was all that was due. What has become due since is left to the next look: where batches
    // are created all the time, a run that waits for the last of them would not end.
    if (due.length < DUE_MAX) return
  }
}
