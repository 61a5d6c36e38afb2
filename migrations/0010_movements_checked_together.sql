-- What a row of the log names is looked up once for each statement that writes rows, and not once for
-- each row: a foreign key looks up one row after the other, and the rows of a statement name few
-- accounts, batches and shipments, each many times. Locks the log, these tables and the lists of items for
-- a moment. A change that is under way meanwhile can come to wait in a circle with it: PostgreSQL then ends
-- one of the two, the service sends its statement again, and a migration that was ended is started again.
--
-- Nothing that a row names can vanish afterwards, as before: an item came into its accounts by transfer
-- batches or is in one, and batches and shipments are named by their lists of items, which are from now on
-- as append-only as the log. The keys to the item and to the access token stay, for they are what nothing
-- else holds.

lock table fbo_accounts, transfer_batches, outbound_shipments, transfer_items, outbound_shipment_items,
  inventory_movements in access exclusive mode;

alter table inventory_movements
  drop constraint inventory_movements_from_account,
  drop constraint inventory_movements_to_account,
  drop constraint inventory_movements_transfer,
  drop constraint inventory_movements_shipment;

-- Each look-up is a sub-select of its own, so that it uses the primary key whatever is expected of the
-- number of rows.
create function refuse_movements_of_nothing() returns trigger language plpgsql
set search_path from current as $$
declare
  missing text;
begin
  select rule into missing from (
    select distinct 'inventory_movements_from_account' as rule,
      organization_id, from_fbo_account_id as id
    from added where from_fbo_account_id is not null
    union all
    select distinct 'inventory_movements_to_account', organization_id, to_fbo_account_id
    from added
  ) as named
  where (select true from fbo_accounts as account
    where account.organization_id = named.organization_id and account.id = named.id) is null
  union all
  select rule from (
    select distinct 'inventory_movements_transfer' as rule, organization_id, transfer_batch_id as id
    from added where transfer_batch_id is not null
  ) as named
  where (select true from transfer_batches as batch
    where batch.organization_id = named.organization_id and batch.id = named.id) is null
  union all
  select rule from (
    select distinct 'inventory_movements_shipment' as rule,
      organization_id, outbound_shipment_id as id
    from added where outbound_shipment_id is not null
  ) as named
  where (select true from outbound_shipments as shipment
    where shipment.organization_id = named.organization_id and shipment.id = named.id) is null
  limit 1;
  if missing is not null then
    raise exception 'a row of inventory_movements names what its organization does not have'
      using errcode = 'foreign_key_violation', table = 'inventory_movements', constraint = missing;
  end if;
  return null;
end
$$;

create trigger inventory_movements_named
  after insert on inventory_movements referencing new table as added
  for each statement execute function refuse_movements_of_nothing();

create trigger transfer_items_append_only
  before update or delete or truncate on transfer_items
  for each statement execute function refuse_to_rewrite();
create trigger outbound_shipment_items_append_only
  before update or delete or truncate on outbound_shipment_items
  for each statement execute function refuse_to_rewrite();
