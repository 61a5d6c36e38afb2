-- A claim and a transfer write less. A transfer's items stand in its batch, in two arrays, and no longer
-- in a table with a row and two index entries each. An item's claim stands in active_transfer_id or
-- active_shipment_id alone, which no index names: taking it or letting it go writes no index (HOT).
--
-- Locks the tables below against everybody until it is committed; a million items with 100,000 transfers
-- of 5 take about 10 s. Stop all processes of the version before: they read transfer_items and write the
-- status of a claim, and fail from now on.

lock table fbo_accounts, transfer_batches, outbound_shipments, inventory_items, transfer_items,
  outbound_shipment_items, inventory_movements in access exclusive mode;

-- The items of a batch in the order of the request: position n is item_ids[n], for the reason reasons[n].
alter table transfer_batches
  add column item_ids text[] collate "C" not null default '{}',
  add column reasons  text[] not null default '{}';

-- What is written down otherwise than before has not changed: versions stay.
alter table transfer_batches disable trigger transfer_batches_version;

update transfer_batches
set item_ids = listed.item_ids, reasons = listed.reasons
from (
  select organization_id, transfer_batch_id, array_agg(inventory_item_id order by position) as item_ids,
    array_agg(reason order by position) as reasons
  from transfer_items
  group by organization_id, transfer_batch_id
) as listed
where transfer_batches.organization_id = listed.organization_id
  and transfer_batches.id = listed.transfer_batch_id;

alter table transfer_batches enable trigger transfer_batches_version;
alter table transfer_batches alter column item_ids drop default;
alter table transfer_batches alter column reasons drop default;

drop table transfer_items;

alter table transfer_batches add constraint transfer_batches_item_ids_count
  check (cardinality(item_ids) = total_items) not valid;
alter table transfer_batches add constraint transfer_batches_reasons_count
  check (cardinality(reasons) = total_items) not valid;
alter table transfer_batches add constraint transfer_batches_reasons_known
  check (reasons <@ array['request', 'trade', 'rebalance']);

-- A damaged batch, whose items are not as many as it says, must not keep its vault from being brought up
-- to date: the rule then holds for what is written from now on, and `verify` names the batch.
do $$
begin
  alter table transfer_batches validate constraint transfer_batches_item_ids_count;
  alter table transfer_batches validate constraint transfer_batches_reasons_count;
exception when check_violation then
  raise warning 'transfers that do not have as many items as they say: run vault-inventory verify';
end
$$;

-- As append-only as the table was. A statement that does not name the columns does not run it.
create function refuse_other_items() returns trigger language plpgsql as $$
begin
  raise exception 'the items of % are append-only: they are neither changed nor deleted', tg_table_name
    using errcode = 'integrity_constraint_violation';
end
$$;

create trigger transfer_batches_items_append_only
  before update of item_ids, reasons or delete or truncate on transfer_batches
  for each statement execute function refuse_other_items();

-- Stored is where an item stands beside its claim. What is claimed lies in the vault, and is shown as
-- transfer_pending or shipment_pending.
alter table inventory_items drop constraint inventory_items_one_claim;
alter table inventory_items drop constraint inventory_items_status_known;
drop index inventory_items_by_active_transfer;
drop index inventory_items_by_active_shipment;

update inventory_items set status = 'in_vault'
where status in ('transfer_pending', 'shipment_pending');

alter table inventory_items add constraint inventory_items_status_known
  check (status in ('in_vault', 'on_hold', 'shipped', 'delivered', 'withdrawn'));
-- An item has room for one claim, and only in the vault: two claims cannot be written down.
alter table inventory_items add constraint inventory_items_one_claim check (
  active_transfer_id is null and active_shipment_id is null
  or status = 'in_vault' and (active_transfer_id is null or active_shipment_id is null));

-- No index may name active_transfer_id, active_shipment_id, movement_count, changed_at or hold_reason,
-- in its columns or its condition. New pages keep room for the next version of the items in them.
alter table inventory_items set (fillfactor = 85);
alter table fbo_accounts set (fillfactor = 85);

-- What a transaction writes names records that the same transaction has locked, read or inserted, and
-- that nothing deletes. Looking each of them up again cost half of what creating a transfer did. `verify`
-- checks all of these. PostgreSQL before 18 knows no reference that is not enforced.
do $$
declare
  reference record;
begin
  for reference in
    select conrelid::regclass as child, conname as name
    from pg_constraint
    where contype = 'f' and conrelid in ('inventory_items'::regclass, 'transfer_batches'::regclass,
        'inventory_movements'::regclass, 'outbound_shipment_items'::regclass)
    order by 1, 2
  loop
    if current_setting('server_version_num')::integer >= 180000 then
      execute format('alter table %s alter constraint %I not enforced', reference.child, reference.name);
    else
      execute format('alter table %s drop constraint %I', reference.child, reference.name);
    end if;
  end loop;
end
$$;

drop trigger inventory_movements_named on inventory_movements;
drop function refuse_movements_of_nothing();

-- Statements say themselves what these functions looked up: each then names its organization as one value,
-- and goes whole to one node of a distributed database.
drop function current_policy(text);
drop function insured_exposure_cents(text, text);
drop function item_as_seen(text, text, text, text, text, text);
drop function same_person(text, text, text);
