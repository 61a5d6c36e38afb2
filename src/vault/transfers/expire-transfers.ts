import { isSamePerson } from '../../access/tokens/access-token.ts'
import { SingleFlight } from '../../database/batching/single-flight.ts'
import type { Change, ChangeRequest, DecisionTime } from '../../database/changes/change.ts'
import type { Database } from '../../database/database.ts'
import { decideChange } from '../../database/decide-change.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import { unavailable } from '../../database/unavailable.ts'
import { type Caller, operatorFor } from '../../domain/caller.ts'
import { Refusal } from '../../domain/errors.ts'
import { batchFacts, decidedBatch } from './batch-facts.ts'
import {
  type DecidedTransfer,
  type LockedBatch,
  type LockedForDecision,
  lockForDecision,
  writeDecidedTransfer,
} from './decide-transfer.store.ts'
import { reviewReasons } from './review-transfer.ts'
import { transferBatchNotFound } from './transfer-batch.ts'
import { decisionEvents } from './transfer-event.ts'

/** A batch that has expired, or waits for the review by its organization's policy. */
export interface OverdueTransfer {
  readonly id: string
  readonly what: 'expiry' | 'review'
  readonly totalItems: number
}

/**
 * Batches of either kind that are looked up at once: as many small ones as share a transaction.
 * More would have to wait for the next transaction, too long on a busy machine.
 */
export const OVERDUE_MAX = 50

const OVERDUE = `
  (select id, 'expiry' as what, total_items
  from transfer_batches
  where organization_id = $1 and status = 'pending' and expires_at <= now()
    and id <> all($2::text[])
  order by expires_at
  limit ${OVERDUE_MAX})
  union all
  (select id, 'review', total_items
  from transfer_batches
  where organization_id = $1 and system_review = 'due' and (expires_at is null or expires_at > now())
    and id <> all($2::text[])
  order by id
  limit ${OVERDUE_MAX})`

/** Some overdue batches that were not tried yet. An expired batch is not reviewed. */
export async function findOverdueTransfers(
  caller: Pick<Caller, 'organizationId'>,
  database: RequestDatabase,
  tried: readonly string[],
): Promise<readonly OverdueTransfer[]> {
  return await database.run(caller, (sql) =>
    sql.query<OverdueTransfer[]>(OVERDUE, [caller.organizationId, tried]),
  )
}

/** Called for a batch that could not be processed; the other batches go on. */
type ProcessingFailed = (error: unknown, transferBatchId: string) => void

/** After this time a run starts no further batches; it has ended thousands by then. */
const RUN_MS_MAX = 2_000

/**
 * Returns a function that ends the expired batches of an organization and reviews its new ones by
 * its policy. Operations that show claims call it first, so an expired claim blocks nobody, and no
 * other process has to run.
 *
 * Requests that come during a run share the next one. If the database fails or one run cannot
 * end all, the requests are refused: a response must not show expired claims. The next run goes on.
 * @throws {Refusal} `temporarily_unavailable`
 */
export function transferExpiry(
  database: Database,
  failed: ProcessingFailed,
  runMsMax = RUN_MS_MAX,
): (caller: Pick<Caller, 'organizationId'>) => Promise<void> {
  const flights = new SingleFlight(Number.POSITIVE_INFINITY, () => undefined)
  const processOne = async (caller: Caller, overdue: OverdueTransfer) => {
    try {
      await decideChange(caller, database, EXPIRE_TRANSFER, overdue)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'temporarily_unavailable') throw error
      failed(error, overdue.id)
    }
  }
  const processAll = async (caller: Caller) => {
    const tried: string[] = []
    const endsAt = performance.now() + runMsMax
    for (;;) {
      const found = await findOverdueTransfers(caller, database, tried)
      tried.push(...found.map(({ id }) => id))
      await Promise.all(found.map((overdue) => processOne(caller, overdue)))
      // Batches that have expired since wait for the next run: while batches are created all
      // the time, this one would never end.
      if (found.length < OVERDUE_MAX) return
      if (performance.now() > endsAt) throw unavailable(MORE_HAVE_EXPIRED, 'unchanged', undefined)
    }
  }
  return async ({ organizationId }) => {
    const run = () => processAll(operatorFor(organizationId))
    await flights.do(organizationId, 'expire_transfers', run)
  }
}

const MORE_HAVE_EXPIRED = 'Many transfers have expired, and some of them are not ended yet.'

/**
 * Ends an expired batch. Completes a batch that waits for review, or leaves it pending with the
 * reasons. Leaves alone a batch that was decided in the meantime.
 */
export const EXPIRE_TRANSFER: Change<OverdueTransfer, LockedForDecision, DecidedTransfer> = {
  name: 'expire_transfer',
  sharing: { weightOf: ({ totalItems }) => totalItems, keysOf: ({ id }) => [id] },
  lock: (tx, overdue) => {
    const batchIds = overdue.map(({ id }) => id)
    const isReview = overdue.some(({ what }) => what === 'review')
    return lockForDecision(tx, { batchIds, mayComplete: isReview, isReview, tokenIds: [] })
  },
  judge: judgeExpireTransfer,
  write: writeDecidedTransfer,
  events: decisionEvents,
}

/** For accounts that the store reads no day of: the policy has no limits per day. */
const NO_DAY = { items: 0, declaredValueCents: '0' }

function judgeExpireTransfer(
  request: ChangeRequest<OverdueTransfer>,
  locked: LockedForDecision,
  { nowMs }: DecisionTime,
) {
  const { id, what } = request.input
  const found = batchFacts(request, locked, { id, nowMs })
  if (found === undefined) return transferBatchNotFound()
  const { batch, facts, approvals } = found
  const at = new Date(found.atMs)
  const isOverdue = what === 'expiry' ? facts.isExpired : batch.systemReview === 'due'
  if (batch.status !== 'pending' || !isOverdue) return { batch, approvals, isWritten: false, at }
  if (facts.isExpired) return decidedBatch(found, { status: 'expired', by: 'time' })
  const { policy, daysById } = locked
  const isOff = policy.systemApproval === 'off'
  const day = daysById.get(batch.fromFboAccountId) ?? NO_DAY
  const review = reviewReasons({
    policy,
    totalItems: batch.totalItems,
    declaredValueCents: found.declaredValueCents,
    reasons: batch.reasons,
    exposureCents: facts.exposureCents,
    maxInsuredValueCents: facts.maxInsuredValueCents,
    day,
    approvalsRequired: approvals.required,
    isRecentlyRevalued: locked.revaluers.some(
      (revaluer) => revaluer.batchId === id && isSamePerson(revaluer, found.creator),
    ),
  })
  if (!isOff && review.length === 0) {
    return decidedBatch(found, { status: 'completed', by: 'system' })
  }
  // If the policy was turned off since the batch was created, it gives no reasons.
  const after: LockedBatch = {
    ...batch,
    systemReview: isOff ? 'off' : 'failed',
    review: isOff ? [] : review,
    version: batch.version + 1,
  }
  // A batch that is left to a person does not count for those that are judged after it.
  daysById.set(batch.fromFboAccountId, {
    id: batch.fromFboAccountId,
    items: day.items - batch.totalItems,
    declaredValueCents: String(BigInt(day.declaredValueCents) - BigInt(found.declaredValueCents)),
  })
  return { batch: after, approvals, isWritten: true, at }
}
