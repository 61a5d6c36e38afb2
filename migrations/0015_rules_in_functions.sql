-- PostgreSQL reads, plans and prepares every check constraint of a table again in each statement
-- that writes to it: those of the four tables that requests write most took 50 to 200 us of a
-- statement, longer than the statement itself. A function is prepared once for each connection. The
-- rules are those of before, and a row that breaks one is refused under its name, as before.
--
-- Locks these tables against everybody until it is committed, and reads them once.

lock table fbo_accounts, transfer_batches, inventory_items, inventory_movements
  in access exclusive mode;

do $$
declare
  rule record;
begin
  for rule in
    select conrelid::regclass as of_table, conname as name
    from pg_constraint
    where contype = 'c' and conrelid in ('fbo_accounts'::regclass, 'transfer_batches'::regclass,
      'inventory_items'::regclass, 'inventory_movements'::regclass)
    order by 1, 2
  loop
    execute format('alter table %s drop constraint %I', rule.of_table, rule.name);
  end loop;
end
$$;

-- They name nothing that is not PostgreSQL's own: a restore runs them with an empty search path.

create function fbo_accounts_rules(
  id text, first_name text, last_name text, email text, phone text, business_name text,
  max_insured_value_cents bigint
) returns boolean language plpgsql immutable as $$
declare
  broken text := case
    when not (id ~ '^[A-Za-z0-9_-]+$' and octet_length(id) <= 64) then 'fbo_accounts_id_form'
    when char_length(first_name) not between 1 and 300 then 'fbo_accounts_first_name_length'
    when char_length(last_name) not between 1 and 300 then 'fbo_accounts_last_name_length'
    when not (email ~ '^[^@]+@[^@]+$' and char_length(email) between 3 and 254)
      then 'fbo_accounts_email_form'
    when phone !~ '^[0-9 +().x-]{3,32}$' then 'fbo_accounts_phone_form'
    when char_length(business_name) not between 1 and 500 then 'fbo_accounts_business_name_length'
    when max_insured_value_cents < 0 then 'fbo_accounts_max_insured_value_not_negative'
  end;
begin
  if broken is not null then
    raise check_violation using table = 'fbo_accounts', constraint = broken,
      message = format('the row breaks the rule %s', broken);
  end if;
  return true;
end
$$;

create function transfer_batches_rules(
  id text, from_fbo_account_id text, to_fbo_account_id text, status text, total_items integer,
  approved_by_system boolean, notes text, decided_at timestamptz, decision_reason text,
  system_review text, review text[], idempotency_key text, item_ids text[], reasons text[]
) returns boolean language plpgsql immutable as $$
declare
  broken text := case
    when not (id ~ '^[A-Za-z0-9_-]+$' and octet_length(id) <= 64) then 'transfer_batches_id_form'
    when from_fbo_account_id = to_fbo_account_id then 'transfer_batches_accounts_differ'
    when status not in ('pending', 'completed', 'rejected', 'cancelled', 'expired')
      then 'transfer_batches_status_known'
    when approved_by_system and status <> 'completed'
      then 'transfer_batches_approved_by_system_completed'
    when (decided_at is null) <> (status = 'pending') then 'transfer_batches_decided_at_set'
    when char_length(decision_reason) not between 1 and 2000
      then 'transfer_batches_decision_reason_length'
    when decision_reason is not null and status not in ('rejected', 'cancelled')
      then 'transfer_batches_decision_reason_of_decision'
    when char_length(idempotency_key) not between 1 and 255
      then 'transfer_batches_idempotency_key_length'
    when total_items not between 1 and 1000 then 'transfer_batches_total_items_range'
    when cardinality(item_ids) <> total_items then 'transfer_batches_item_ids_count'
    when cardinality(reasons) <> total_items then 'transfer_batches_reasons_count'
    when not reasons <@ array['request', 'trade', 'rebalance'] then 'transfer_batches_reasons_known'
    when char_length(notes) > 2000 then 'transfer_batches_notes_length'
    when system_review not in ('off', 'due', 'passed', 'failed')
      then 'transfer_batches_system_review_known'
    when (system_review = 'failed') <> (cardinality(review) > 0)
      then 'transfer_batches_review_given'
    when not review <@ array['item_count_over_limit', 'declared_value_over_limit',
      'reason_not_covered', 'insured_exposure_over_maximum'] then 'transfer_batches_review_known'
  end;
begin
  if broken is not null then
    raise check_violation using table = 'transfer_batches', constraint = broken,
      message = format('the row breaks the rule %s', broken);
  end if;
  return true;
end
$$;

create function inventory_items_rules(
  id text, status text, description text, declared_value_cents bigint, active_transfer_id text,
  active_shipment_id text, hold_reason text, movement_count integer
) returns boolean language plpgsql immutable as $$
declare
  broken text := case
    when not (id ~ '^[A-Za-z0-9_-]+$' and octet_length(id) <= 64) then 'inventory_items_id_form'
    when status not in ('in_vault', 'on_hold', 'shipped', 'delivered', 'withdrawn')
      then 'inventory_items_status_known'
    -- An item has room for one claim, and only in the vault: two claims cannot be written down.
    when active_transfer_id is not null and active_shipment_id is not null
      or status <> 'in_vault' and (active_transfer_id is not null or active_shipment_id is not null)
      then 'inventory_items_one_claim'
    when char_length(description) not between 1 and 500 then 'inventory_items_description_length'
    when declared_value_cents < 0 then 'inventory_items_declared_value_not_negative'
    when char_length(hold_reason) not between 1 and 2000 then 'inventory_items_hold_reason_length'
    when hold_reason is not null and status <> 'on_hold' then 'inventory_items_hold_reason_of_hold'
    when movement_count < 1 then 'inventory_items_movement_count_positive'
  end;
begin
  if broken is not null then
    raise check_violation using table = 'inventory_items', constraint = broken,
      message = format('the row breaks the rule %s', broken);
  end if;
  return true;
end
$$;

create function inventory_movements_rules(
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
        'shipment_returned_to_packing', 'shipment_held', 'shipment_released')
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

alter table fbo_accounts add constraint fbo_accounts_rules check (fbo_accounts_rules(
  id, first_name, last_name, email, phone, business_name, max_insured_value_cents));
alter table inventory_items add constraint inventory_items_rules check (inventory_items_rules(
  id, status, description, declared_value_cents, active_transfer_id, active_shipment_id,
  hold_reason, movement_count));
alter table inventory_movements add constraint inventory_movements_rules
  check (inventory_movements_rules(
    number, kind, from_fbo_account_id, from_status, to_fbo_account_id, to_status, transfer_batch_id,
    outbound_shipment_id, reason));
alter table transfer_batches add constraint transfer_batches_rules check (transfer_batches_rules(
  id, from_fbo_account_id, to_fbo_account_id, status, total_items, approved_by_system, notes,
  decided_at, decision_reason, system_review, review, idempotency_key, item_ids, reasons)) not valid;

-- A damaged batch must not keep its vault from being brought up to date: the rules then hold for
-- what is written from now on, and `verify` names the batch.
do $$
begin
  alter table transfer_batches validate constraint transfer_batches_rules;
exception when check_violation then
  raise warning 'transfers that do not have as many items as they say: run vault-inventory verify';
end
$$;
