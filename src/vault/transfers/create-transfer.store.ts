import {
  DEFAULT_POLICY,
  type OrganizationPolicyRow,
} from '../../access/organizations/organization-policy.ts'
import type { Accepted, LockMode } from '../../database/changes/change.ts'
import {
  ORGANIZATION,
  type OrganizationTransaction,
} from '../../database/changes/organization-transaction.ts'
import { type LockedItem, lockItems } from '../items/item-changes.store.ts'
import type { TransferRequest } from './create-transfer.rules.ts'
import type { TransferBatch } from './transfer-batch.ts'

/** A requested transfer, with the id that it gets. */
export interface NewTransfer extends TransferRequest {
  readonly id: string
  readonly idempotencyKey: string | null
}

/** The settings that a new transfer depends on. */
export type TransferPolicy = Pick<OrganizationPolicyRow, 'transferExpirySeconds' | 'systemApproval'>

/** All records that transfers are judged by. An accepted transfer claims its items here. */
export interface LockedForTransfers {
  readonly mode: LockMode
  readonly accountIds: ReadonlySet<string>
  readonly itemsById: Map<string, LockedItem>
  readonly policy: TransferPolicy
}

export interface CreatedTransfer {
  readonly batch: TransferBatch
  /** Milliseconds since the Unix epoch; null if it never expires. */
  readonly expiresAtMs: number | null
  /** Whether the organization's policy still has to review the batch. */
  readonly systemReview: 'off' | 'due'
  /** Sum over the items, in decimal text. */
  readonly totalDeclaredValueCents: string
  /** For each item, the number of the new movement in its log. */
  readonly movementNumbers: readonly number[]
}

// One statement for the policy and the accounts: Create Transfer is the most frequent change.
const FACTS = `
  select array(
      select id from fbo_accounts
      where organization_id = $1 and id = any($2::text[]) and erased_at is null
    ) as account_ids,
    policy.version, policy.transfer_expiry_seconds, policy.system_approval
  from (values (1)) as always
  left join lateral (
    select version, transfer_expiry_seconds, system_approval
    from organization_policies
    where organization_id = $1
    order by version desc
    limit 1
  ) as policy on true`

interface FactsRow extends TransferPolicy {
  readonly accountIds: readonly string[]
  /** Null if the organization has the default policy. */
  readonly version: number | null
}

/** Locks the items of all requests. Accounts need no lock, because they are never deleted. */
export async function lockForTransfers(
  tx: OrganizationTransaction,
  requests: readonly NewTransfer[],
  mode: LockMode,
): Promise<LockedForTransfers> {
  const itemIds = new Set<string>()
  const named = new Set<string>()
  for (const { fromFboAccountId, toFboAccountId, items } of requests) {
    named.add(fromFboAccountId).add(toFboAccountId)
    for (const { inventoryItemId } of items) itemIds.add(inventoryItemId)
  }
  const [itemsById, [facts]] = await Promise.all([
    lockItems(tx, [...itemIds], mode),
    tx.run<FactsRow>(FACTS, [[...named]]),
  ])
  const { accountIds, version, ...policy } = facts as FactsRow
  return {
    mode,
    accountIds: new Set(accountIds),
    itemsById,
    policy: version === null ? DEFAULT_POLICY : policy,
  }
}

const INSERT = `
  insert into transfer_batches (organization_id, id, from_fbo_account_id, to_fbo_account_id,
    total_items, notes, idempotency_key, created_by_token_id, created_at, expires_at, system_review,
    total_declared_value_cents, item_ids, reasons)
  select organization_id, id, from_id, to_id, cardinality(string_to_array(item_ids, ',')), notes, idempotency_key,
    token_id, created_at::timestamptz, expires_at::timestamptz, system_review,
    total_declared_value_cents::numeric, string_to_array(item_ids, ','), string_to_array(reasons, ',')
  from ${ORGANIZATION}
  cross join unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
    $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[])
    as created (id, from_id, to_id, notes, idempotency_key, token_id, created_at, expires_at,
      system_review, total_declared_value_cents, item_ids, reasons)`

// The items are locked, so their `movement_count` has not changed since.
const CLAIM = `
  update inventory_items as item
  set active_transfer_id = batch.id, movement_count = movement_count + 1,
    changed_at = to_timestamp(batch.at_ms::float8 / 1000)
  from unnest($2::text[], $3::text[], $4::text[]) as batch (id, at_ms, item_ids)
  where item.organization_id = $1 and item.id = any(string_to_array(batch.item_ids, ','))`

// All values are known from the lock, so the statement does not read the items again.
const LOG = `
  insert into inventory_movements (organization_id, inventory_item_id, number, at, kind,
    from_fbo_account_id, from_status, to_fbo_account_id, to_status, transfer_batch_id, token_id)
  select organization_id, item_id, number::integer, at::timestamptz, 'transfer_created', account_id, 'in_vault',
    account_id, 'transfer_pending', batch.id, token_id
  from ${ORGANIZATION}
  cross join unnest($2::text[], $3::text[], $4::text[], $5::text[]) with ordinality
    as batch (id, at, account_id, token_id, place)
  join unnest(string_to_array($6, ','), string_to_array($7, ','), string_to_array($8, ','))
    as line (item_id, number, batch_place) on batch_place::bigint = batch.place`

/** Inserts the batches, claims their items, and logs the movements. */
export function writeTransfers(
  tx: OrganizationTransaction,
  accepted: readonly Accepted<NewTransfer, CreatedTransfer>[],
): void {
  const column = <T>(read: (one: Accepted<NewTransfer, CreatedTransfer>) => T) => accepted.map(read)
  const ids = column(({ input }) => input.id)
  const tokenIds = column(({ caller }) => caller.tokenId)
  const fromIds = column(({ input }) => input.fromFboAccountId)
  const instants = column(({ result }) => result.batch.createdAt)
  // One text for each batch, instead of a value for each item: ids and numbers contain no comma.
  const itemIds = column(({ input }) => input.items.map((item) => item.inventoryItemId).join())
  void tx.run(INSERT, [
    ids,
    fromIds,
    column(({ input }) => input.toFboAccountId),
    column(({ result }) => result.batch.notes),
    column(({ input }) => input.idempotencyKey),
    tokenIds,
    instants,
    column(({ result: { expiresAtMs } }) => expiresAtMs && new Date(expiresAtMs).toISOString()),
    column(({ result }) => result.systemReview),
    column(({ result }) => result.totalDeclaredValueCents),
    itemIds,
    column(({ input }) => input.items.map(({ reason }) => reason).join()),
  ])
  const milliseconds = instants.map((at) => String(Date.parse(at)))
  void tx.run(CLAIM, [ids, milliseconds, itemIds])
  void tx.run(LOG, [
    ids,
    instants,
    fromIds,
    tokenIds,
    itemIds.join(),
    column(({ result }) => result.movementNumbers.join()).join(),
    accepted.flatMap(({ input }, index) => input.items.map(() => index + 1)).join(),
  ])
}
