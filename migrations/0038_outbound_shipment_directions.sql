-- The directions of a shipment: its recipient, the service and the insured value that are asked of its carrier, and metadata.
-- Adds a table, which takes no lock on another, and replaces the rules of inventory_movements by rules that know one more
-- kind: every row of before keeps them, so none is read. The version before goes on; it shows no directions.
--
-- A table of its own: List Outbound Shipments and the steps of a shipment read and write rows as short as before. A shipment
-- without directions has no row.

create table outbound_shipment_directions (
  organization_id      text collate "C" not null,
  outbound_shipment_id text collate "C" not null,
  recipient            jsonb,
  service              text collate "C",
  signature_required   boolean not null default false,
  insured_value_cents  bigint,
  metadata             jsonb not null default '{}',
  constraint outbound_shipment_directions_pkey primary key (organization_id, outbound_shipment_id),
  constraint outbound_shipment_directions_recipient_object check (jsonb_typeof(recipient) = 'object'),
  constraint outbound_shipment_directions_service_length check (char_length(service) between 1 and 100),
  constraint outbound_shipment_directions_insured_value_not_negative check (insured_value_cents >= 0),
  constraint outbound_shipment_directions_metadata_object check (jsonb_typeof(metadata) = 'object')
);

create or replace function inventory_movements_rules(
  number integer, kind text, from_fbo_account_id text, from_status text, to_fbo_account_id text,
  to_status text, transfer_batch_id text, outbound_shipment_id text, reason text
) returns boolean language plpgsql immutable as $$
declare
  fits boolean := case kind
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
    when 'shipment_shipped' then from_status = 'shipment_pending' and to_status = 'shipped'
    when 'shipment_delivered' then from_status = 'shipped' and to_status = 'delivered'
    when 'shipment_cancelled' then from_status = 'shipment_pending' and to_status = 'in_vault'
    else kind in ('shipment_inspecting', 'shipment_submitted', 'shipment_approved',
        'shipment_approval_withdrawn', 'shipment_returned_to_packing', 'shipment_held',
        'shipment_released')
      and from_status = 'shipment_pending' and to_status = 'shipment_pending'
  end;
  broken text := case
    when number < 1 then 'inventory_movements_number_positive'
    when (number = 1) <> (kind in ('imported', 'taken_in')) or (number = 1) <> (from_status is null)
      or (number = 1) <> (from_fbo_account_id is null) then 'inventory_movements_first'
    when not fits then 'inventory_movements_kind_fits'
    when number > 1 and (kind = 'transfer_completed') <> (from_fbo_account_id <> to_fbo_account_id)
      then 'inventory_movements_account_moves'
    when (transfer_batch_id is not null) <> (kind like 'transfer\_%'
        or kind = 'imported' and to_status = 'transfer_pending')
      or (outbound_shipment_id is not null) <> (kind like 'shipment\_%'
        or kind = 'imported' and to_status = 'shipment_pending')
      then 'inventory_movements_holder_named'
    when char_length(reason) not between 1 and 2000 then 'inventory_movements_reason_length'
  end;
begin
  if broken is not null then
    raise check_violation using table = 'inventory_movements', constraint = broken,
      message = format('the row breaks the rule %s', broken);
  end if;
  return true;
end
$$;
