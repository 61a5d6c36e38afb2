-- Corrections: each change of a value that a person put right, as the record's history shows it. Rows are only appended. An
-- erasure empties the values of personal members, which is the only change that the table accepts.
-- Adds an empty table and a permission that tokens may have: no row is read, and the version before goes on.

create or replace function access_token_permissions_known(permissions text[]) returns boolean
language sql immutable parallel safe
return permissions <@ array['transfer_batches:create', 'transfer_batches:read',
  'transfer_batches:approve', 'transfer_batches:cancel', 'fbo_accounts:create', 'fbo_accounts:read',
  'fbo_accounts:update', 'fbo_accounts:set_insured_maximum', 'fbo_accounts:erase',
  'inventory_items:create', 'inventory_items:read', 'inventory_items:update',
  'outbound_shipments:create', 'outbound_shipments:read', 'outbound_shipments:update',
  'outbound_shipments:approve', 'imports:create', 'organization_policies:read',
  'organization_policies:update', 'access_tokens:manage', 'events:read', 'webhooks:manage'];

create table corrections (
  organization_id text collate "C" not null,
  subject_type text collate "C" not null,
  subject_id text collate "C" not null,
  number integer not null,
  at timestamptz(3) not null,
  member text collate "C" not null,
  -- Null where there was or is none, and where a personal value is not kept.
  from_value jsonb,
  to_value jsonb,
  reason text collate "C",
  -- Null where the operator or the service itself changed it.
  token_id text collate "C",
  primary key (organization_id, subject_type, subject_id, number)
);
alter table corrections add constraint corrections_subject_known check (
  subject_type in ('fbo_account', 'inventory_item', 'outbound_shipment', 'transfer_batch'));
alter table corrections add constraint corrections_number_positive check (number > 0);
alter table corrections add constraint corrections_reason_length
  check (char_length(reason) between 1 and 2000);

create function refuse_other_corrections() returns trigger
language plpgsql as $$
begin
  old.from_value := null;
  old.to_value := null;
  if new is distinct from old then
    raise exception 'corrections is append-only: an erasure empties values, nothing else is changed'
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;

create trigger corrections_append_only before delete or truncate on corrections
  for each statement execute function refuse_to_rewrite();
create trigger corrections_emptied_only before update on corrections
  for each row execute function refuse_other_corrections();
