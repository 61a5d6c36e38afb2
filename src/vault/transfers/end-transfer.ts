import type { ChangeRequest } from '../../database/changes/change.ts'
import type { NewEvent } from '../../domain/events.ts'
import type { Destination, LockedBatch, LockedBatches } from './end-transfer.store.ts'
import { type TransferStatus, transferEvent } from './transfer-batch.ts'

/** A locked batch at the moment of its end. */
export interface BatchFacts {
  readonly row: LockedBatch
  /** The moment of a decision; milliseconds since the Unix epoch. */
  readonly atMs: number
  /** Whether its time is over, even if the status is still `pending`. */
  readonly isExpired: boolean
  /** Sum over its items now; decimal text. */
  readonly declaredValueCents: string
  /** Whether all items of a pending batch are locked and claimed by it. */
  readonly hasItsItems: boolean
}

/** The facts of a batch; undefined if the organization has none with that id. */
export function batchFacts(
  { batchesById, itemsById }: LockedBatches,
  id: string,
  nowMs: number,
): BatchFacts | undefined {
  const row = batchesById.get(id)
  if (row === undefined) return undefined
  let atMs = nowMs
  let declaredValueCents = 0n
  let hasItsItems = true
  for (const itemId of row.status === 'pending' ? row.itemIds : []) {
    const item = itemsById.get(itemId)
    hasItsItems &&= item?.activeTransferId === id
    atMs = Math.max(atMs, item?.changedAtMs ?? 0)
    declaredValueCents += BigInt(item?.declaredValueCents ?? 0)
  }
  const isExpired = row.expiresAt !== null && row.expiresAt.getTime() <= atMs
  return { row, atMs, isExpired, declaredValueCents: String(declaredValueCents), hasItsItems }
}

interface Ending {
  readonly status: Exclude<TransferStatus, 'pending'>
  /** The caller's decision, the organization's policy, or the clock. */
  readonly by: 'caller' | 'system' | 'time'
  readonly tokenId?: string | null
  readonly reason?: string | null | undefined
  readonly approvalsRequired?: number | undefined
  /** The destination of a batch that is completed. */
  readonly destination?: Destination | undefined
}

/** The batch as it ends; an error if it has lost items of its claim. */
export function endedBatch(
  { row, atMs, hasItsItems }: BatchFacts,
  { status, by, tokenId = null, reason = null, approvalsRequired, destination }: Ending,
): LockedBatch | Error {
  if (!hasItsItems) return new Error(`${row.id} lost items of its claim`)
  const unreviewed = row.systemReview === 'due' ? 'off' : row.systemReview
  return {
    ...row,
    status,
    // An expired batch ended when it fell due, however late that is processed.
    decidedAt: by === 'time' && row.expiresAt !== null ? row.expiresAt : new Date(atMs),
    decidedByTokenId: tokenId,
    decisionReason: reason,
    approvedBySystem: by === 'system',
    systemReview: by === 'system' ? 'passed' : unreviewed,
    approvedOverInsuredMaximum: status === 'completed' && isOverMaximum(destination),
    approvalsRequired: approvalsRequired ?? null,
    version: row.version + 1,
  }
}

/** Whether the account, with pending batches, is exposed by more than its maximum. */
export function isOverMaximum(destination: Destination | undefined): boolean {
  if (destination === undefined) return false
  return BigInt(destination.exposureCents) > BigInt(destination.maxInsuredValueCents)
}

/** The event of a batch that ended. */
export function endEvent(request: ChangeRequest<unknown>, batch: LockedBatch): NewEvent {
  const { status, version, approvedBySystem, decidedAt } = batch
  const event = transferEvent(request, batch, {
    type: `transfer.${status as Ending['status']}`,
    occurredAt: decidedAt as Date,
    data: {
      ...{ version, statusBefore: 'pending', statusAfter: status },
      ...(status === 'completed' && { approvedBySystem }),
    },
  })
  return { ...event, system: status === 'expired' ? 'expiry' : 'policy' }
}
