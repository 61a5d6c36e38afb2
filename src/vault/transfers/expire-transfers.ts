import { singleFlight } from '../../database/batching/single-flight.ts'
import { changeOf } from '../../database/changes/change.ts'
import { type Database, decideChange } from '../../database/database.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import { unavailable } from '../../database/unavailable.ts'
import { type Caller, operatorFor } from '../../domain/caller.ts'
import { Refusal } from '../../domain/errors.ts'
import { batchFacts, endEvent, endedBatch, lockBatches, writeBatch } from './end-transfer.ts'
import { OVERDUE_SHARING, type OverdueBatch, REVIEW_TRANSFER } from './review-transfer.ts'

/** A batch that has expired, or waits for the review by its organization's policy. */
interface OverdueTransfer extends OverdueBatch {
  readonly what: 'expiry' | 'review'
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
 * Makes the function that ends the expired batches of an organization, and reviews its new ones by
 * its policy. Operations that show claims call it first, so an expired claim blocks nobody, and no
 * other process has to run.
 *
 * Requests that come during a run share the next one. If the database fails or one run cannot
 * end all, the requests are refused: a response must not show expired claims. The next run goes on.
 * @throws {Refusal} `temporarily_unavailable`
 */
export function overdueTransfers(
  database: Database,
  failed: ProcessingFailed,
  runMsMax = RUN_MS_MAX,
): (caller: Pick<Caller, 'organizationId'>) => Promise<void> {
  const flights = singleFlight(Number.POSITIVE_INFINITY, () => undefined)
  const processOne = async (caller: Caller, overdue: OverdueTransfer) => {
    try {
      if (overdue.what === 'review') await decideChange(caller, database, REVIEW_TRANSFER, overdue)
      else await decideChange(caller, database, EXPIRE_TRANSFER, overdue)
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
    await flights.do(organizationId, 'overdue_transfers', run)
  }
}

const MORE_HAVE_EXPIRED = 'Many transfers have expired, and some of them are not ended yet.'

/** Ends an expired batch; leaves alone one that was decided in the meantime. */
export const EXPIRE_TRANSFER = changeOf({
  name: 'expire_transfer',
  sharing: OVERDUE_SHARING,
  lockAll: (tx, overdue: readonly OverdueBatch[]) => {
    const ids = overdue.map(({ id }) => id)
    return lockBatches(tx, ids)
  },
  judge: ({ input: { id } }, locked, { nowMs }) => {
    const found = batchFacts(locked, id, nowMs)
    if (found?.row.status !== 'pending' || !found.isExpired) return undefined
    return endedBatch(found, { status: 'expired', by: 'time' })
  },
  write: (tx, { result: batch }) => batch && writeBatch(tx, batch),
  events: (one) => (one.result === undefined ? [] : endEvent(one, one.result)),
})
