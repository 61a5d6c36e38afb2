-- The event feed: one row for each change, written in the transaction of the change.
-- Events of an organization are numbered without gaps, in the order in which their transactions commit: the trigger
-- takes the organization's lock, which is held until the commit. So whoever has read up to a number has read
-- everything before it, and nothing appears there later.
--
-- An update of an account is a statement of its own without a transaction around it, so a trigger writes its event.
-- Locks fbo_accounts and access_tokens for an instant. The version before can go on; of its changes only updates of
-- accounts have events, without their own request id. Follow the feed once its last process was replaced.

create or replace function access_token_permissions_known(permissions text[]) returns boolean
language sql immutable parallel safe
return permissions <@ array['transfer_batches:create', 'transfer_batches:read',
  'transfer_batches:approve', 'transfer_batches:cancel', 'fbo_accounts:create', 'fbo_accounts:read',
  'fbo_accounts:update', 'fbo_accounts:erase', 'inventory_items:create', 'inventory_items:read',
  'inventory_items:update', 'outbound_shipments:create', 'outbound_shipments:read',
  'outbound_shipments:update', 'outbound_shipments:approve', 'organization_policies:read',
  'organization_policies:update', 'access_tokens:manage', 'events:read', 'webhooks:manage'];

create table events (
  organization_id text collate "C" not null,
  number bigint not null,
  type text collate "C" not null,
  occurred_at timestamptz(3) not null,
  token_id text collate "C",
  system text collate "C",
  request_id text collate "C",
  subject_type text collate "C" not null,
  subject_id text collate "C" not null,
  data jsonb not null,
  primary key (organization_id, number),
  constraint events_organization foreign key (organization_id) references organizations (id),
  constraint events_number_positive check (number >= 1),
  constraint events_one_actor check ((token_id is null) <> (system is null))
);

create index events_by_subject on events (organization_id, subject_id, number);

create function number_event() returns trigger
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('events ' || new.organization_id, 0));
  select coalesce(max(number), 0) + 1 into new.number
  from events
  where organization_id = new.organization_id;
  return new;
end
$$;

-- A restore brings the numbers.
create trigger events_numbered before insert on events
  for each row when (new.number is null) execute function number_event();

create trigger events_append_only before update or delete or truncate on events
  for each statement execute function refuse_to_rewrite();

-- The chain over the events, which a background job continues: no request waits for it.
create table event_seals (
  organization_id text collate "C" not null,
  number bigint not null,
  chain_hash bytea not null,
  primary key (organization_id, number),
  constraint event_seals_event foreign key (organization_id, number) references events (organization_id, number),
  constraint event_seals_chain_hash_length check (octet_length(chain_hash) = 32)
);

create trigger event_seals_append_only before update or delete or truncate on event_seals
  for each statement execute function refuse_to_rewrite();

alter table fbo_accounts add column changed_by_request_id text collate "C";

-- Who asks for what an account has already changes nothing, and is not named.
create or replace function note_account_change() returns trigger
language plpgsql as $$
declare
  token_id text := new.changed_by_token_id;
  request_id text := new.changed_by_request_id;
begin
  new.changed_by_token_id := old.changed_by_token_id;
  new.changed_by_request_id := old.changed_by_request_id;
  if new is distinct from old then
    new.changed_by_token_id := token_id;
    new.changed_by_request_id := request_id;
    new.version := old.version + 1;
  end if;
  return new;
end
$$;

create function write_account_event() returns trigger
language plpgsql as $$
begin
  insert into events (organization_id, type, occurred_at, token_id, system, request_id, subject_type,
    subject_id, data)
  select id, 'fbo_account.updated', statement_timestamp(), new.changed_by_token_id,
    case when new.changed_by_token_id is null then 'command_line' end, new.changed_by_request_id,
    'fbo_account', new.id, jsonb_build_object(
      'version', new.version,
      'changedMembers', to_jsonb(array_remove(array[
        case when new.first_name is distinct from old.first_name then 'firstName' end,
        case when new.last_name is distinct from old.last_name then 'lastName' end,
        case when new.email is distinct from old.email then 'email' end,
        case when new.phone is distinct from old.phone then 'phone' end,
        case when new.business_name is distinct from old.business_name then 'businessName' end
      ], null)))
  from organizations
  where id = new.organization_id;
  return null;
end
$$;

create trigger fbo_accounts_event after update on fbo_accounts
  for each row when (new.version <> old.version) execute function write_account_event();
