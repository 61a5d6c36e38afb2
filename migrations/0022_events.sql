-- The event feed: one row for each change, written in the transaction of the change.
-- Events of an organization are numbered without gaps, in the order in which their transactions commit: the trigger
-- takes the organization's lock, which is held until the commit. So whoever has read up to a number has read
-- everything before it, and nothing appears there later.
--
-- No foreign keys: each event is written from the row of its organization, and `verify` checks the chain.
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
  constraint events_number_positive check (number >= 1),
  constraint events_one_actor check ((token_id is null) <> (system is null))
);

create index events_by_subject on events (organization_id, subject_id, number);

-- A number that has a seal is not given again, also where its event was deleted: the seal would be of another event.
create function number_event() returns trigger
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('events ' || new.organization_id, 0));
  select coalesce(greatest(
      (select max(number) from events where organization_id = new.organization_id),
      (select max(number) from event_seals where organization_id = new.organization_id)
    ), 0) + 1
  into new.number;
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

-- One event for each account whose version rose, numbered here: a statement can update many accounts.
create function write_account_events() returns trigger
language plpgsql as $$
declare
  changes refcursor;
  change record;
begin
  open changes for
    select organization_id, array_agg(id) as ids, array_agg(changed_by_token_id) as token_ids,
      array_agg(changed_by_request_id) as request_ids, array_agg(data) as data
    from (
      select account.organization_id, account.id, account.changed_by_token_id,
        account.changed_by_request_id, jsonb_build_object(
          'version', account.version,
          'changedMembers', to_jsonb(array_remove(array[
            case when account.first_name is distinct from was.first_name then 'firstName' end,
            case when account.last_name is distinct from was.last_name then 'lastName' end,
            case when account.email is distinct from was.email then 'email' end,
            case when account.phone is distinct from was.phone then 'phone' end,
            case when account.business_name is distinct from was.business_name then 'businessName' end
          ], null))) as data
      from changed as account
      join before as was on was.organization_id = account.organization_id and was.id = account.id
      where account.version <> was.version
    ) as account
    group by organization_id order by organization_id;
  loop
    fetch changes into change;
    exit when not found;
    perform pg_advisory_xact_lock(hashtextextended('events ' || change.organization_id, 0));
    insert into events (organization_id, number, type, occurred_at, token_id, system, request_id, subject_type,
      subject_id, data)
    select organizations.id, place + coalesce(greatest(
        (select max(number) from events where events.organization_id = change.organization_id),
        (select max(number) from event_seals where event_seals.organization_id = change.organization_id)
      ), 0), 'fbo_account.updated', statement_timestamp(), token_id,
      case when token_id is null then 'command_line' end, request_id, 'fbo_account', account.id, data
    from organizations
    cross join unnest(change.ids, change.token_ids, change.request_ids, change.data) with ordinality
      as account (id, token_id, request_id, data, place)
    where organizations.id = change.organization_id;
  end loop;
  close changes;
  return null;
end
$$;

create trigger fbo_accounts_changed after update on fbo_accounts
  referencing old table as before new table as changed
  for each statement execute function write_account_events();
