import { SingleFlight } from '../database/batching/single-flight.ts'
import type { Database } from '../database/database.ts'
import { decideChange } from '../database/decide-change.ts'
import { unavailable } from '../database/unavailable.ts'
import { type Caller, operatorFor } from '../domain/caller.ts'
import { Refusal } from '../domain/errors.ts'
import { PROCESS_DUE_TRANSFER } from './process-due-transfer.ts'
import { DUE_MAX, findDueTransfers } from './process-due-transfers.store.ts'

/** Told of a batch that could not be processed, whatever the reason; the others go on. */
export type ProcessingFailed = (error: unknown, transferBatchId: string) => void

/** Milliseconds after which a run begins no further batches: some thousands are ended by then. */
const RUN_MS_MAX = 2_000

/**
 * Ends what time has ended, and asks the policy about what it was not asked about yet: the pending
 * batches of the caller's organization that expired, and those that wait for the system's review.
 *
 * Whoever looks at claims calls what this returns, so a claim that is over holds nobody up, whether
 * or not any other process still runs. Requests that come while it runs share the next run. Where
 * the database fails it, or more is due than a run has the time for, nobody is told of claims that
 * are over: the next request goes on where it stopped.
 * @throws {Refusal} `temporarily_unavailable`
 */
export function processDueTransfers(
  database: Database,
  failed: ProcessingFailed,
  runMsMax = RUN_MS_MAX,
): (caller: Pick<Caller, 'organizationId'>) => Promise<void> {
  const flights = new SingleFlight(Number.POSITIVE_INFINITY, () => undefined)
  return async ({ organizationId }) => {
    const run = () => processDue(operatorFor(organizationId), { database, failed, runMsMax })
    await flights.do(organizationId, 'process_due_transfers', run)
  }
}

interface Processing {
  readonly database: Database
  readonly failed: ProcessingFailed
  readonly runMsMax: number
}

/** One that cannot end (its claim was damaged behind the service's back) does not stop the rest. */
async function processDue(
  caller: Caller,
  { database, failed, runMsMax }: Processing,
): Promise<void> {
  const tried: string[] = []
  const endsAt = performance.now() + runMsMax
  for (;;) {
    const due = await findDueTransfers(caller, database, tried)
    await Promise.all(
      due.map(async (input) => {
        tried.push(input.id)
        await decideChange(caller, database, PROCESS_DUE_TRANSFER, input).catch(
          (error: unknown) => {
            if (error instanceof Refusal && error.code === 'temporarily_unavailable') throw error
            failed(error, input.id)
          },
        )
      }),
    )
    // That was all that was due. What has become due since is left to the next look: where batches
    // are created all the time, a run that waits for the last of them would not end.
    if (due.length < DUE_MAX) return
    if (performance.now() > endsAt) throw unavailable(MORE_IS_DUE, 'unchanged', undefined)
  }
}

const MORE_IS_DUE = 'So many transfers have expired that not all of them are ended yet.'
