import PQueue from 'p-queue'
import type { Caller, SettleClaims } from '../caller.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { endTransfer } from './end-transfer.store.ts'
import { reviewTransfer } from './review-transfer.ts'
import { findDueTransfers } from './settle-transfers.store.ts'

/** Told of a batch that could not be settled, whatever the reason; the others go on. */
export type SettlingFailed = (error: unknown, transferBatchId: string) => void

/** An organization's settlings: one runs, and one more at most waits to begin. */
interface Line {
  readonly queue: PQueue
  last: Promise<void>
}

/**
 * Ends what time has ended, and asks the policy about what it was not asked about yet: the pending
 * batches of the caller's organization that expired, and those that wait for the system's review.
 *
 * Whoever looks at claims calls what this returns, so a claim that is over holds nobody up, whether
 * or not any other process still runs. An expiry is logged at the moment it fell due, not at the
 * one it was noticed: the result does not depend on who comes first, or when.
 *
 * It settles one at a time per organization. Whoever comes while one runs shares the next, which
 * begins after they came and so sees what they saw: 200 requests that find 200 batches due at once
 * would else each try all of them, and wait for each other at every single one.
 */
export function settleTransfers(database: RequestDatabase, failed: SettlingFailed): SettleClaims {
  const lines = new Map<string, Line>()
  return async (caller) => {
    const due = await findDueTransfers(caller, database, [])
    if (due.length === 0) return
    const line = lines.get(caller.organizationId) ?? newLine()
    lines.set(caller.organizationId, line)
    if (line.queue.size === 0) {
      line.last = line.queue.add(() => settleDue(caller, database, failed))
    }
    await line.last
    if (line.queue.pending === 0) lines.delete(caller.organizationId)
  }
}

function newLine(): Line {
  return { queue: new PQueue({ concurrency: 1 }), last: Promise.resolve() }
}

/** One that cannot end (its claim was damaged behind the service's back) does not stop the rest. */
async function settleDue(
  caller: Caller,
  database: RequestDatabase,
  failed: SettlingFailed,
): Promise<void> {
  const tried: string[] = []
  for (;;) {
    const due = await findDueTransfers(caller, database, tried)
    if (due.length === 0) return
    for (const { id, what } of due) {
      tried.push(id)
      try {
        await SETTLE[what](caller, database, id)
      } catch (error) {
        failed(error, id)
      }
    }
  }
}

const SETTLE = { expiry: expireTransfer, review: reviewTransfer }

async function expireTransfer(
  caller: Caller,
  database: RequestDatabase,
  id: string,
): Promise<void> {
  const ending = { transferBatchId: id, outcome: 'expired', by: 'time', reason: null } as const
  const result = await endTransfer(caller, database, ending)
  const lost = result?.batch === null && result.facts.status === 'pending'
  if (lost) throw new Error(`${id} lost items of its claim and cannot expire`)
}
