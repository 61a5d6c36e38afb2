import type { ChangeRequest } from '../../database/changes/change.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { byId, lockById } from '../../database/changes/row-of.ts'
import type { NewEvent } from '../../domain/events.ts'
import { EXPOSURE_CENTS } from '../accounts/insured-exposure.ts'
import { endStays, type LockedItem } from '../items/item-changes.store.ts'
import {
  TRANSFER_DETAILS_COLUMNS,
  type TransferDetailsRow,
  type TransferStatus,
  transferEvent,
} from './transfer-batch.ts'

export interface LockedBatch extends TransferDetailsRow {
  readonly systemReview: 'off' | 'due' | 'passed' | 'failed'
  readonly itemIds: readonly string[]
  readonly reasons: readonly string[]
  /** The number of people who had to approve it; null unless people did. */
  readonly approvalsRequired: number | null
}

type BatchItem = Pick<LockedItem, 'id' | 'activeTransferId' | 'declaredValueCents' | 'changedAtMs'>

/** The exposure of a batch's destination and its maximum; cents as decimal text. */
export interface Destination {
  readonly id: string
  readonly exposureCents: string
  readonly maxInsuredValueCents: string
}

export interface LockedBatches {
  readonly batchesById: ReadonlyMap<string, LockedBatch>
  /** The items of those that are pending. */
  readonly itemsById: ReadonlyMap<string, BatchItem>
}

const lockRows = lockById<LockedBatch>(`
  select ${TRANSFER_DETAILS_COLUMNS}, system_review, item_ids, reasons, approvals_required
  from transfer_batches
  where organization_id = $1 and id = any($2::text[])
  order by id
  for no key update`)

// This runs after the lock of the batches: the holder of a batch also gets its items.
const lockItemsOf = lockById<BatchItem>(`
  select id, active_transfer_id, declared_value_cents,
    (extract(epoch from changed_at) * 1000)::float8 as changed_at_ms
  from inventory_items
  where organization_id = $1 and id = any(array(
    select unnest(item_ids)
    from transfer_batches
    where organization_id = $1 and id = any($2::text[]) and status = 'pending'
  ))
  order by id
  for no key update`)

const DESTINATIONS = `
  select id, max_insured_value_cents, (${EXPOSURE_CENTS})::text as exposure_cents
  from fbo_accounts as account
  where organization_id = $1 and id = any(array(
    select to_fbo_account_id
    from transfer_batches
    where organization_id = $1 and id = any($2::text[]) and status = 'pending'
  ))`

/**
 * Locks batches, then their items, each in the order of their ids. Every end of a batch takes these
 * locks. So if two meet (approve and cancel, two approvals, approval and expiry), the second sees
 * the batch as the first left it. Only the end of a pending batch changes its items.
 */
export function lockBatches(tx: OrganizationTransaction, ids: readonly string[]) {
  return { batchesById: lockRows(tx, ids), itemsById: lockItemsOf(tx, ids) }
}

/** The destinations of pending batches. Exposures need no lock: they count new batches, too. */
export async function destinationsOf(tx: OrganizationTransaction, ids: readonly string[]) {
  return byId(await tx.run<Destination>(DESTINATIONS, [ids]))
}

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

const END = `
  update transfer_batches
  set status = $3, decided_at = $4, decided_by_token_id = $5, decision_reason = $6,
    approved_by_system = $7, system_review = $8, approved_over_insured_maximum = $9,
    approvals_required = $10
  where organization_id = $1 and id = $2`

// The items of a completed batch move, those of another stay; the claim ends for all.
const RELEASE = `
  update inventory_items as item
  set fbo_account_id = case batch.status
      when 'completed' then to_fbo_account_id else from_fbo_account_id end,
    active_transfer_id = null, movement_count = movement_count + 1, changed_at = decided_at
  from transfer_batches as batch
  where item.organization_id = $1 and item.id = any(item_ids)
    and batch.organization_id = $1 and batch.id = $2`

const LOG = `
  insert into inventory_movements (organization_id, inventory_item_id, number, at, kind,
    from_fbo_account_id, from_status, to_fbo_account_id, to_status, transfer_batch_id, token_id,
    reason)
  select item.organization_id, item.id, movement_count, changed_at, 'transfer_' || batch.status, from_fbo_account_id,
    'transfer_pending', fbo_account_id, 'in_vault', batch.id, decided_by_token_id, decision_reason
  from transfer_batches as batch
  join inventory_items as item on item.organization_id = $1 and item.id = any(item_ids)
  where batch.organization_id = $1 and batch.id = $2`

const REVIEWED = `
  update transfer_batches
  set system_review = $3, review = $4::text[]
  where organization_id = $1 and id = $2`

/** Writes the end or the review of a locked batch. */
export function writeBatch(tx: OrganizationTransaction, batch: LockedBatch): void {
  const { id, status, systemReview } = batch
  if (status === 'pending') {
    void tx.run(REVIEWED, [id, systemReview, batch.review])
    return
  }
  void tx.run(END, [
    ...[id, status, batch.decidedAt?.toISOString() ?? null, batch.decidedByTokenId],
    ...[batch.decisionReason, batch.approvedBySystem, systemReview],
    ...[batch.approvedOverInsuredMaximum, batch.approvalsRequired],
  ])
  void tx.run(RELEASE, [id])
  void tx.run(LOG, [id])
  if (status === 'completed') void endStays(tx, batch.itemIds)
}
