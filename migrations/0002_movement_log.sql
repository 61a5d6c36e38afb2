-- Where an item was, and whose it was, on any day: a log with one row per change of an item.
-- Locks inventory_items while it adds columns and writes an opening row per item (about 20 s per
-- million items); claims wait meanwhile. Stop processes of the version before: they do not log.
--
-- The head of an item's log stands on the item itself: movement_count is the number of its last row
-- and changed_at its moment. A row that vanished from the log, or one that was never written, shows
-- as a gap against it. Every change takes the item's row lock first, so numbers and moments of an
-- item only grow.

alter table inventory_items
  add column hold_reason    text,
  add column movement_count integer not null default 1,
  add column changed_at     timestamptz(3) not null default now(),
  add constraint inventory_items_hold_reason_length check (char_length(hold_reason) between 1 and 2000),
  -- A hold that came with an import may have no reason; nothing else than a hold has one.
  add constraint inventory_items_hold_reason_of_hold check (hold_reason is null or status = 'on_hold'),
  add constraint inventory_items_movement_count_positive check (movement_count >= 1);

-- Lists of items: the newest first, and those that do not simply lie in the vault.
create index inventory_items_newest on inventory_items (organization_id, created_at desc, id desc);
create index inventory_items_newest_by_status
  on inventory_items (organization_id, status, created_at desc, id desc) where status <> 'in_vault';

create table inventory_movements (
  organization_id      text collate "C" not null,
  inventory_item_id    text collate "C" not null,
  number               integer not null,
  at                   timestamptz(3) not null,
  kind                 text not null,
  from_fbo_account_id  text collate "C",
  from_status          text,
  to_fbo_account_id    text collate "C" not null,
  to_status            text not null,
  transfer_batch_id    text collate "C",
  outbound_shipment_id text collate "C",
  token_id             text collate "C",
  reason               text,
  constraint inventory_movements_pkey primary key (organization_id, inventory_item_id, number),
  constraint inventory_movements_item foreign key (organization_id, inventory_item_id)
    references inventory_items (organization_id, id),
  constraint inventory_movements_from_account foreign key (organization_id, from_fbo_account_id)
    references fbo_accounts (organization_id, id),
  constraint inventory_movements_to_account foreign key (organization_id, to_fbo_account_id)
    references fbo_accounts (organization_id, id),
  constraint inventory_movements_transfer foreign key (organization_id, transfer_batch_id)
    references transfer_batches (organization_id, id),
  constraint inventory_movements_shipment foreign key (organization_id, outbound_shipment_id)
    references outbound_shipments (organization_id, id),
  constraint inventory_movements_token foreign key (organization_id, token_id)
    references access_tokens (organization_id, id),
  constraint inventory_movements_number_positive check (number >= 1),
  constraint inventory_movements_reason_length check (char_length(reason) between 1 and 2000),
  -- The first row, and only that, comes from nowhere.
  constraint inventory_movements_first check (
    (number = 1) = (kind in ('imported', 'taken_in'))
    and (number = 1) = (from_status is null) and (number = 1) = (from_fbo_account_id is null)),
  -- What each kind does to an item; anything else cannot be written down.
  constraint inventory_movements_kind_fits check (case kind
    when 'imported' then to_status in ('in_vault', 'transfer_pending', 'shipment_pending', 'on_hold',
      'shipped', 'delivered', 'withdrawn')
    when 'taken_in' then to_status = 'in_vault'
    when 'transfer_created' then from_status = 'in_vault' and to_status = 'transfer_pending'
    when 'transfer_completed' then from_status = 'transfer_pending' and to_status = 'in_vault'
    when 'transfer_rejected' then from_status = 'transfer_pending' and to_status = 'in_vault'
    when 'transfer_cancelled' then from_status = 'transfer_pending' and to_status = 'in_vault'
    when 'transfer_expired' then from_status = 'transfer_pending' and to_status = 'in_vault'
    when 'held' then from_status = 'in_vault' and to_status = 'on_hold'
    when 'released' then from_status = 'on_hold' and to_status = 'in_vault'
    when 'withdrawn' then from_status = 'in_vault' and to_status = 'withdrawn'
    when 'shipment_created' then from_status = 'in_vault' and to_status = 'shipment_pending'
    when 'shipment_inspecting' then from_status = 'shipment_pending' and to_status = 'shipment_pending'
    when 'shipment_submitted' then from_status = 'shipment_pending' and to_status = 'shipment_pending'
    when 'shipment_approved' then from_status = 'shipment_pending' and to_status = 'shipment_pending'
    when 'shipment_returned_to_packing'
      then from_status = 'shipment_pending' and to_status = 'shipment_pending'
    when 'shipment_held' then from_status = 'shipment_pending' and to_status = 'shipment_pending'
    when 'shipment_released' then from_status = 'shipment_pending' and to_status = 'shipment_pending'
    when 'shipment_shipped' then from_status = 'shipment_pending' and to_status = 'shipped'
    when 'shipment_delivered' then from_status = 'shipped' and to_status = 'delivered'
    when 'shipment_cancelled' then from_status = 'shipment_pending' and to_status = 'in_vault'
    else false end),
  -- Only a completed transfer changes the account, and it always does.
  constraint inventory_movements_account_moves check (number = 1
    or (kind = 'transfer_completed') = (from_fbo_account_id <> to_fbo_account_id)),
  constraint inventory_movements_holder_named check (
    (transfer_batch_id is not null)
      = (kind like 'transfer\_%' or kind = 'imported' and to_status = 'transfer_pending')
    and (outbound_shipment_id is not null)
      = (kind like 'shipment\_%' or kind = 'imported' and to_status = 'shipment_pending'))
);

-- "What did this account hold on that day" starts from the items that ever came into it.
create index inventory_movements_arrivals
  on inventory_movements (organization_id, to_fbo_account_id, inventory_item_id)
  where kind in ('imported', 'taken_in', 'transfer_completed');

-- The opening row of what is there already: the log knows of nothing before it.
insert into inventory_movements (organization_id, inventory_item_id, number, at, kind,
  to_fbo_account_id, to_status, transfer_batch_id, outbound_shipment_id)
select organization_id, id, 1, changed_at, 'imported', fbo_account_id, status,
  active_transfer_id, active_shipment_id
from inventory_items;

-- Whoever may write a row may not rewrite it, whatever else the role is allowed.
create function refuse_to_rewrite() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: rows are neither changed nor deleted', tg_table_name
    using errcode = 'integrity_constraint_violation';
end
$$;

create trigger inventory_movements_append_only
  before update or delete or truncate on inventory_movements
  for each statement execute function refuse_to_rewrite();
