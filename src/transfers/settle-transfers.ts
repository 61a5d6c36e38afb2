import PQueue from 'p-queue'
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
  const due = await findDueTransfers(caller, database)
  if (due.length > 0) await settleInTurn(caller, database)
}

/** An organization's settlings: one runs, and one more at most waits to begin. */
interface Line {
  readonly queue: PQueue
  last: Promise<void>
}

const linesOf = new WeakMap<Database, Map<string, Line>>()

/**
 * Settles one at a time per organization. Whoever comes while one runs shares the next, which
 * begins after they came and so sees what they saw: 200 requests that find 200 batches due at once
 * would else each try all of them, and wait for each other at every single one.
 */
async function settleInTurn(caller: Caller, database: Database): Promise<void> {
  const lines = linesOf.get(database) ?? new Map<string, Line>()
  linesOf.set(database, lines)
  const line = lines.get(caller.organizationId) ?? newLine()
  lines.set(caller.organizationId, line)
  if (line.queue.size === 0) line.last = line.queue.add(() => settleDue(caller, database))
  await line.last
  if (line.queue.pending === 0) lines.delete(caller.organizationId)
}

function newLine(): Line {
  return { queue: new PQueue({ concurrency: 1 }), last: Promise.resolve() }
}

async function settleDue(caller: Caller, database: Database): Promise<void> {
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
