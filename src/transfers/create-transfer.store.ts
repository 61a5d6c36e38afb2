import type { Sql } from 'postgres'
import type { Caller } from '../caller.ts'
import {
  AGAIN,
  type Asking,
  type GatheredStatement,
  OCCUPIED,
  sharesWithEarlier,
} from '../database/gathered-statement.ts'
import type { OrNulls } from '../database/or-nulls.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { ITEM_STATUS } from '../inventory-items/inventory-item.ts'
import type { ItemState } from '../inventory-items/item-claim.ts'
import {
  accountFaults,
  itemFaults,
  type TransferFacts,
  type TransferRequest,
} from './create-transfer.rules.ts'
import { type NewBatch, TRANSFER_BATCH_COLUMNS, type TransferBatchRow } from './transfer-batch.ts'

/** What became of a request: a batch, or the facts that refused it. */
export type TransferDecision =
  | {
      readonly kind: 'created'
      readonly batch: TransferBatchRow
      /** Whether the organization's policy may approve the batch: it is still to be asked. */
      readonly systemReview: 'off' | 'due'
    }
  | {
      readonly kind: 'refused'
      readonly facts: TransferFacts
    }

interface CreatedRow extends TransferBatchRow {
  readonly systemReview: 'off' | 'due'
}

/** One row for each request: the batch beside what was seen. */
type DecisionRow = OrNulls<CreatedRow> & {
  readonly fromAccountFound: boolean
  readonly toAccountFound: boolean
  /** The items as they were when locked; null where the batch was created, or none was found. */
  readonly items: ItemState[] | null
}

/** Decides one transfer, in one statement with those that arrive together with it. */
export async function claimItems(
  caller: Caller,
  database: RequestDatabase,
  batch: NewBatch,
  request: TransferRequest,
): Promise<TransferDecision> {
  const { organizationId, tokenId } = caller
  return await database.gather(CLAIMS, { organizationId, tokenId, batch, request })
}

interface Claim {
  readonly organizationId: string
  readonly tokenId: string | null
  readonly batch: NewBatch
  readonly request: TransferRequest
}

/**
 * Locks, judges, inserts, claims and logs, each request by itself (Spec choice N25).
 *
 * It locks the items' rows in the order of their keys, whatever order the requests name them in, so
 * overlapping transfers wait for each other in line and never in a circle. A second caller that
 * wanted the same item sees, once it gets the lock, the row as the winner left it
 * (`transfer_pending`, with the winner's id) and is refused with that. FOR NO KEY UPDATE and not FOR
 * UPDATE: the foreign keys of other rows may go on reading these items.
 *
 * Of two that come together and want the same item, the first to arrive is decided; the other is
 * refused at once where any of its items is not free anyway, and is else decided with the next
 * gathering, when it is known what the first has taken.
 *
 * Asked together, items that somebody else holds locked are passed over, so that nobody waits for
 * another one's items. A request that misses any of its own is OCCUPIED: asked alone, it waits.
 */
const CLAIMS: GatheredStatement<Claim, TransferDecision> = {
  name: 'create_transfer',
  lineOf: ({ organizationId }) => organizationId,
  subjectsOf,
  rivals: 'together',
  weightOf: ({ request }) => request.items.length,
  ask: async (sql, claims, asking) => {
    const isLater = sharesWithEarlier(claims, subjectsOf)
    const rows = await sql<DecisionRow[]>`
      with ${seen(sql, { claims, isLater, asking })}, ${written(sql)}
      select batch.*, from_account_found, to_account_found, refused.items
      from request
      left join batch on batch.organization_id = request.organization_id
        and batch.id = request.transfer_batch_id
      left join refused on refused.place = request.place
      order by request.place`
    return rows.map((row, index) => {
      const decision = decisionOf(row)
      if (decision.kind === 'created') return decision
      const { request } = claims[index] as Claim
      if (asking === 'together' && missesItems(decision.facts, request)) return OCCUPIED
      return isLater[index] && !isRefused(request, decision.facts) ? AGAIN : decision
    })
  },
}

function subjectsOf({ organizationId, request }: Claim): string[] {
  return request.items.map(({ inventoryItemId }) => `${organizationId} ${inventoryItemId}`)
}

function decisionOf(row: DecisionRow): TransferDecision {
  const { fromAccountFound, toAccountFound, items, systemReview, ...batch } = row
  if (batch.id !== null && systemReview !== null) return { kind: 'created', batch, systemReview }
  const itemsById = new Map((items ?? []).map((item) => [item.id, item]))
  return { kind: 'refused', facts: { fromAccountFound, toAccountFound, itemsById } }
}

/** Whether the refusal may be due to items that were not seen: unknown, or locked by another. */
function missesItems(facts: TransferFacts, { items }: TransferRequest): boolean {
  return facts.fromAccountFound && facts.toAccountFound && facts.itemsById.size < items.length
}

function isRefused(request: TransferRequest, facts: TransferFacts): boolean {
  return accountFaults(facts).length > 0 || itemFaults(request, facts).length > 0
}

interface Together {
  readonly claims: readonly Claim[]
  /** Those that want an item which one before them wants as well. */
  readonly isLater: readonly boolean[]
  readonly asking: Asking
}

/**
 * The requests, and what the statement sees of their items once it has locked them. Each request's
 * items come as one text, so that they become rows beside the request and need no join to find it.
 */
function seen(sql: Sql, { claims, isLater, asking }: Together) {
  const column = (read: (claim: Claim) => string | null) => claims.map(read)
  const listed = (member: 'inventoryItemId' | 'reason') =>
    column(({ request }) => request.items.map((item) => item[member]).join())
  return sql`
    request as materialized (
      select asked.*, cardinality(item_ids) as total_items,
        source.id is not null as from_account_found,
        destination.id is not null as to_account_found
      from (
        select organization_id, token_id, transfer_batch_id, idempotency_key, from_id, to_id, notes,
          is_later::boolean,
          string_to_array(item_list, ',') as item_ids,
          string_to_array(reason_list, ',') as reasons, place
        from unnest(${column((claim) => claim.organizationId)}::text[],
          ${column((claim) => claim.tokenId)}::text[],
          ${column(({ batch }) => batch.id)}::text[],
          ${column(({ batch }) => batch.idempotencyKey)}::text[],
          ${column(({ request }) => request.fromFboAccountId)}::text[],
          ${column(({ request }) => request.toFboAccountId)}::text[],
          ${column(({ request }) => request.notes ?? null)}::text[],
          ${listed('inventoryItemId')}::text[], ${listed('reason')}::text[],
          ${isLater.map(String)}::text[])
          with ordinality as sent (organization_id, token_id, transfer_batch_id, idempotency_key,
            from_id, to_id, notes, item_list, reason_list, is_later, place)
      ) as asked
      left join fbo_accounts as source on source.organization_id = asked.organization_id
        and source.id = from_id
      left join fbo_accounts as destination on destination.organization_id = asked.organization_id
        and destination.id = to_id
    ),
    locked as materialized (
      select request.place, wanted.position, item.id, item.fbo_account_id,
        ${sql.unsafe(ITEM_STATUS)} as status, item.active_transfer_id, item.active_shipment_id, item.changed_at,
        request.organization_id, token_id, transfer_batch_id, idempotency_key, from_id, to_id,
        request.notes,
        total_items, from_account_found and to_account_found and not is_later as may_go
      from request
      cross join unnest(item_ids) with ordinality as wanted (id, position)
      join inventory_items as item on item.organization_id = request.organization_id
        and item.id = wanted.id
      order by item.organization_id, item.id
      for no key update of item ${asking === 'together' ? sql`skip locked` : sql``}
    ),
    clock as materialized (
      select date_trunc('milliseconds', clock_timestamp()) as now
      from (select count(*) from locked) as all_are_locked
    ),
    judged as materialized (
      select locked.*,
        may_go and total_items = count(*)
          filter (where fbo_account_id = from_id and status = 'in_vault') over of_request
          as is_accepted,
        greatest(clock.now, max(changed_at) over of_request) as at
      from locked, clock
      window of_request as (partition by place)
    )`
}

/**
 * What the statement writes, for the requests whose items can all be moved: nothing for the others.
 *
 * `claimed` takes what was judged in its FROM: where a row changed between this statement's snapshot
 * and its lock, PostgreSQL evaluates the join again for the newer row, and it keeps the row of a
 * FROM for that. Before that it checks the constraints for the row as it was in the snapshot: so
 * `claimed` also writes what a hold or a claim that has ended meanwhile had left there, and would
 * else be refused for it.
 */
function written(sql: Sql) {
  return sql`
    batch as (
      insert into transfer_batches (organization_id, id, from_fbo_account_id, to_fbo_account_id,
        total_items, item_ids, reasons, notes, idempotency_key, created_by_token_id, created_at,
        expires_at, system_review)
      select judged.organization_id, judged.transfer_batch_id, judged.from_id, judged.to_id,
        judged.total_items, request.item_ids, request.reasons, judged.notes, judged.idempotency_key,
        judged.token_id, at, at + interval '1 second' * policy.transfer_expiry_seconds,
        case policy.system_approval when 'within_limits' then 'due' else 'off' end
      from judged
      join request using (place)
      cross join lateral current_policy(organization_id => judged.organization_id) as policy
      where is_accepted and position = 1
      returning ${sql(TRANSFER_BATCH_COLUMNS)}, system_review
    ),
    claimed as (
      update inventory_items as item
      set status = 'in_vault', active_transfer_id = transfer_batch_id,
        active_shipment_id = null, hold_reason = null, movement_count = movement_count + 1,
        changed_at = at
      from judged
      where is_accepted and item.organization_id = judged.organization_id and item.id = judged.id
      returning item.organization_id, item.id, movement_count, item.changed_at, from_id,
        transfer_batch_id, token_id
    ),
    logged as (
      insert into inventory_movements (organization_id, inventory_item_id, number, at, kind,
        from_fbo_account_id, from_status, to_fbo_account_id, to_status, transfer_batch_id, token_id)
      select organization_id, id, movement_count, changed_at, 'transfer_created',
        from_id, 'in_vault', from_id, 'transfer_pending', transfer_batch_id, token_id
      from claimed
    ),
    refused as (
      select place, jsonb_agg(item_as_seen(organization_id, id, fbo_account_id, status,
        active_transfer_id, active_shipment_id)) as items
      from judged
      where not is_accepted
      group by place
    )`
}
