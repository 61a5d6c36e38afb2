import type { TokenHolder } from '../access-tokens/access-token.ts'
import type { Accepted, LockMode } from '../database/changes/change.ts'
import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import { EXPOSURE_CENTS } from '../fbo-accounts/insured-exposure.store.ts'
import { changeItems } from '../inventory-items/item-changes.store.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import type { OrganizationPolicyRow } from '../organizations/organization-policy.ts'
import { TRANSFER_DETAILS_COLUMNS, type TransferDetailsRow } from './transfer-batch.ts'

/** A batch under its lock. */
export interface LockedBatch extends TransferDetailsRow {
  readonly systemReview: 'off' | 'due' | 'passed' | 'failed'
  readonly itemIds: readonly string[]
  readonly reasons: readonly string[]
}

/** An item of a batch under its lock. */
interface BatchItem {
  readonly id: string
  readonly activeTransferId: string | null
  readonly declaredValueCents: string
  readonly changedAtMs: number
}

/** What the destination of a batch has and may have; cents as decimal text. */
export interface Destination {
  readonly id: string
  readonly exposureCents: string
  readonly maxInsuredValueCents: string
}

/** Everything that the end of a batch is judged by; an ended one is left as it then is. */
export interface LockedForEnding {
  readonly mode: LockMode
  readonly batchesById: Map<string, LockedBatch>
  readonly itemsById: ReadonlyMap<string, BatchItem>
  readonly policy: OrganizationPolicyRow
  readonly destinationsById: ReadonlyMap<string, Destination>
  readonly tokensById: ReadonlyMap<string, TokenHolder>
}

const batchesText = (end: string) => `
  select ${TRANSFER_DETAILS_COLUMNS.join(', ')}, system_review, item_ids, reasons
  from transfer_batches
  where organization_id = $1 and id = any($2::text[])
  order by id
  for no key update${end}`

// Behind the lock of the batches: who ends one of them has its items as well.
const itemsText = (end: string) => `
  select id, active_transfer_id, declared_value_cents,
    (extract(epoch from changed_at) * 1000)::float8 as changed_at_ms
  from inventory_items
  where organization_id = $1 and id = any(array(
    select unnest(item_ids)
    from transfer_batches
    where organization_id = $1 and id = any($2::text[]) and status = 'pending'
  ))
  order by id
  for no key update${end}`

const LOCK = {
  wait: { batches: batchesText(''), items: itemsText('') },
  skip_locked: { batches: batchesText(' skip locked'), items: itemsText(' skip locked') },
}

const DESTINATIONS = `
  select id, max_insured_value_cents, (${EXPOSURE_CENTS})::text as exposure_cents
  from fbo_accounts as account
  where organization_id = $1 and id = any(array(
    select to_fbo_account_id
    from transfer_batches
    where organization_id = $1 and id = any($2::text[]) and status = 'pending'
  ))`

const TOKENS = `
  select id, principal_id, owner
  from access_tokens
  where organization_id = $1 and id = any($3::text[] || array(
    select created_by_token_id
    from transfer_batches
    where organization_id = $1 and id = any($2::text[]) and created_by_token_id is not null
  ))`

/** Batches that are to be ended, and what they are judged by. */
export interface BatchesMeant {
  readonly batchIds: readonly string[]
  /** Whether some of them are to be completed: what is only asked for that is read as well. */
  readonly mayComplete: boolean
  /** Tokens that decide. */
  readonly tokenIds: readonly string[]
}

/**
 * Locks batches, then their items, each in the order of their ids. Everything that ends a batch
 * does, so of two (approve and cancel, two approvers, approve and expiry) the second sees the batch
 * as the first left it. The items of a pending batch are changed by its end alone. The exposure
 * needs no lock: it counts a batch from its creation on.
 */
export async function lockForEnding(
  tx: OrganizationTransaction,
  { batchIds, mayComplete, tokenIds }: BatchesMeant,
  mode: LockMode,
): Promise<LockedForEnding> {
  const [batches, items, policy, destinations, tokens] = await Promise.all([
    tx.run<LockedBatch>(LOCK[mode].batches, [batchIds]),
    tx.run<BatchItem>(LOCK[mode].items, [batchIds]),
    currentPolicy(tx),
    mayComplete ? tx.run<Destination>(DESTINATIONS, [batchIds]) : [],
    mayComplete ? tx.run<TokenHolder>(TOKENS, [batchIds, tokenIds]) : [],
  ])
  return {
    mode,
    batchesById: byId(batches),
    itemsById: byId(items),
    policy,
    destinationsById: byId(destinations),
    tokensById: byId(tokens),
  }
}

function byId<Row extends { readonly id: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}

/** A batch as it is from now on, and why; undefined where nothing is to be written. */
export type EndedTransfer = {
  readonly batch: LockedBatch
  /** Milliseconds since the Unix epoch. */
  readonly atMs: number
  readonly isWritten: boolean
}

const UPDATE = `
  update transfer_batches
  set status = $3, decided_at = $4, decided_by_token_id = $5, decision_reason = $6,
    approved_by_system = $7::text::boolean, system_review = $8, review = $9::text[],
    approved_over_insured_maximum = $10::text::boolean
  where organization_id = $1 and id = $2`

/** Writes batches as they are judged to be; the items of one that ended move, or stay. */
export function writeEndedTransfers(
  tx: OrganizationTransaction,
  accepted: readonly Pick<Accepted<unknown, EndedTransfer>, 'result'>[],
): void {
  for (const { result } of accepted) {
    const { batch, atMs, isWritten } = result
    if (!isWritten) continue
    void tx.run(UPDATE, [
      batch.id,
      batch.status,
      batch.decidedAt?.toISOString() ?? null,
      batch.decidedByTokenId,
      batch.decisionReason,
      String(batch.approvedBySystem),
      batch.systemReview,
      batch.review,
      String(batch.approvedOverInsuredMaximum),
    ])
    if (batch.status === 'pending') continue
    const { fromFboAccountId, toFboAccountId } = batch
    changeItems(tx, {
      itemIds: batch.itemIds,
      kind: `transfer_${batch.status}`,
      atMs,
      fromFboAccountId,
      toFboAccountId: batch.status === 'completed' ? toFboAccountId : fromFboAccountId,
      fromStatus: 'transfer_pending',
      toStatus: 'in_vault',
      transferBatchId: batch.id,
      tokenId: batch.decidedByTokenId,
      reason: batch.decisionReason,
    })
  }
}
