-- What a database needs of which the rows are spread over nodes by organization (docs/SCALING.md): a
-- statement goes to one node where it names one organization. The version before goes on beside it.
-- Locks access_tokens against writers for a moment.
--
-- access_token_organizations says of which organization a token is, by its hash: who calls is found out
-- without going through all nodes. A row of it never changes; one whose token was never written harms nobody.
-- A trigger writes it for the tokens of the version before.
--
-- The trigger of outbound_shipments collects the rows that changed, then looks up their blocks with a statement of
-- one organization: a statement that joins them with a table has no one node. The blocks get the same changes.

lock table access_tokens in share row exclusive mode;

create table access_token_organizations (
  token_sha256    bytea not null,
  organization_id text collate "C" not null,
  constraint access_token_organizations_pkey primary key (token_sha256),
  constraint access_token_organizations_sha256_length check (octet_length(token_sha256) = 32)
);

insert into access_token_organizations (token_sha256, organization_id)
select token_sha256, organization_id from access_tokens;

create function note_token_organization() returns trigger language plpgsql as $$
begin
  insert into access_token_organizations (token_sha256, organization_id)
  values (new.token_sha256, new.organization_id)
  on conflict (token_sha256) do nothing;
  return null;
end
$$;

create trigger access_tokens_organization_noted after insert on access_tokens
  for each row execute function note_token_organization();

create index access_tokens_sha256 on access_tokens (organization_id, token_sha256);

create or replace function note_outbound_shipment_changes() returns trigger language plpgsql as $$
declare
  changes refcursor;
  change record;
  organization text;
  touched record;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'outbound_shipments is changed in transactions of isolation read committed only'
      using errcode = 'feature_not_supported';
  end if;
  if tg_op = 'INSERT' then
    open changes for
      select organization_id, array_agg(scope) as scopes, array_agg(created_at) as moments,
        array_agg(id) as ids, array_agg(status) as statuses,
        array_agg(cancelled_at is not null) as cancellations, array_agg(1) as counts
      from added
      cross join lateral (values ('' collate "C"), (fbo_account_id)) as scopes (scope)
      group by organization_id order by organization_id;
  elsif tg_op = 'DELETE' then
    open changes for
      select organization_id, array_agg(scope) as scopes, array_agg(created_at) as moments,
        array_agg(id) as ids, array_agg(status) as statuses,
        array_agg(cancelled_at is not null) as cancellations, array_agg(-1) as counts
      from removed
      cross join lateral (values ('' collate "C"), (fbo_account_id)) as scopes (scope)
      group by organization_id order by organization_id;
  else
    open changes for
      select organization_id, array_agg(scope) as scopes, array_agg(created_at) as moments,
        array_agg(id) as ids, array_agg(status) as statuses,
        array_agg(cancelled_at is not null) as cancellations, array_agg(shipments) as counts
      from (
        select organization_id, fbo_account_id, created_at, id, status, cancelled_at, 1 as shipments
        from added
        union all
        select organization_id, fbo_account_id, created_at, id, status, cancelled_at, -1 from removed
      ) as changed
      cross join lateral (values ('' collate "C"), (fbo_account_id)) as scopes (scope)
      group by organization_id order by organization_id;
  end if;
  loop
    fetch changes into change;
    exit when not found;
    organization := change.organization_id;
    perform pg_advisory_xact_lock_shared(outbound_shipment_blocks_lock(organization));
    select array_agg(scope) as scopes, array_agg(created_at) as moments, array_agg(id) as ids,
      array_agg(status) as statuses, array_agg(cancelled) as cancellations,
      array_agg(shipments) as counts
    into touched
    from (
      select scope, block.created_at, block.id, status, cancelled, sum(shipments)::integer as shipments
      from unnest(change.scopes, change.moments, change.ids, change.statuses, change.cancellations,
        change.counts) as one (scope, created_at, id, status, cancelled, shipments)
      cross join lateral (
        select created_at, id from outbound_shipment_blocks
        where organization_id = organization and fbo_account_id = one.scope and level = 1
          and (created_at, id) >= (one.created_at, one.id)
        order by created_at, id limit 1
      ) as block
      group by scope, block.created_at, block.id, status, cancelled
      having sum(shipments) <> 0
    ) as summed;
    continue when touched.ids is null;
    insert into outbound_shipment_block_changes
      (organization_id, fbo_account_id, created_at, id, status, cancelled, shipments)
    select organizations.id, scope, one.created_at, one.id, status, cancelled, shipments
    from organizations
    cross join unnest(touched.scopes, touched.moments, touched.ids, touched.statuses,
      touched.cancellations, touched.counts)
      as one (scope, created_at, id, status, cancelled, shipments)
    where organizations.id = organization;
  end loop;
  close changes;
  return null;
end
$$;
