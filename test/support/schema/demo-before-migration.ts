import type { Sql } from 'postgres'

/** Number of items that `seedAsBefore` writes. */
export const ITEMS_BEFORE = 1_500

const EVERY_TRANSFER_STATUS = `array['pending', 'completed', 'rejected', 'cancelled', 'expired']`
const EVERY_SHIPMENT_STATUS = `array['packing', 'inspecting', 'pending_approval', 'approved',
  'shipped', 'delivered']`

/**
 * Fills a database of the first schema: 20 transfers and 60 shipments in every status, each of five
 * items, and items at rest, some of them on hold or withdrawn.
 */
export async function seedAsBefore(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    for (const text of SEED) await tx.unsafe(text)
  })
}

const SEED = [
  `insert into organizations (id, name, created_at)
  values ('org_before', 'Harbor & Vale', now() - interval '3 years')`,
  `insert into fbo_accounts (organization_id, id, first_name, last_name, email,
    max_insured_value_cents, is_primary, created_at)
  select 'org_before', 'fbo_' || n, 'Ada', 'Holder ' || n, n || '@example.com', n * 100000, n = 0,
    now() - interval '2 years'
  from generate_series(0, 99) as n`,
  `insert into transfer_batches (organization_id, id, from_fbo_account_id, to_fbo_account_id,
    status, total_items, approved_by_system, notes, created_at)
  select 'org_before', 'xfer_' || n, 'fbo_' || n, 'fbo_' || n + 1,
    (${EVERY_TRANSFER_STATUS})[1 + n % 5], 5, n % 10 = 1, case when n % 2 = 0 then 'Note' end,
    now() - n * interval '1 day'
  from generate_series(1, 20) as n`,
  `insert into outbound_shipments (organization_id, id, fbo_account_id, status, shipped_at,
    created_at)
  select 'org_before', 'ship_' || n, 'fbo_' || n, (${EVERY_SHIPMENT_STATUS})[1 + n % 6],
    case when n % 6 >= 4 then now() - n * interval '1 hour' end, now() - n * interval '1 day'
  from generate_series(1, 60) as n`,
  // The first 100 items are of transfers, the next 300 of shipments.
  `insert into inventory_items (organization_id, id, fbo_account_id, status, description,
    declared_value_cents, active_transfer_id, active_shipment_id, created_at)
  select 'org_before', 'item_' || n, coalesce(batch.from_fbo_account_id,
      shipment.fbo_account_id, 'fbo_' || n % 100),
    case when batch.status = 'pending' then 'transfer_pending'
      when shipment.status in ('shipped', 'delivered') then shipment.status
      when shipment.id is not null then 'shipment_pending'
      when n > ${ITEMS_BEFORE} - 12 then 'on_hold'
      when n > ${ITEMS_BEFORE} - 57 then 'withdrawn'
      else 'in_vault' end,
    'Gold bar ' || n, n * 100, case when batch.status = 'pending' then batch.id end,
    case when shipment.status not in ('shipped', 'delivered') then shipment.id end,
    now() - interval '1 year'
  from generate_series(1, ${ITEMS_BEFORE}) as n
  left join transfer_batches as batch on n <= 100 and batch.id = 'xfer_' || (n + 4) / 5
  left join outbound_shipments as shipment
    on n between 101 and 400 and shipment.id = 'ship_' || (n - 96) / 5`,
  `insert into transfer_items (organization_id, transfer_batch_id, position, inventory_item_id,
    reason)
  select 'org_before', 'xfer_' || (n + 4) / 5, 1 + (n - 1) % 5, 'item_' || n,
    (array['request', 'trade', 'rebalance'])[1 + n % 3]
  from generate_series(1, 100) as n`,
]
