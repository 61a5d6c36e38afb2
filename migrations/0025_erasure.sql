-- Erasure: the contact details of an account are cleared for good. An erased account stays empty, whoever writes:
-- the version before would fill it again by an update, so the database refuses that.
--
-- Locks fbo_accounts against everybody for as long as it takes to read it once (a million accounts: a second). The
-- version before can go on; an erased account can only come from the new one. An update of it by the version before
-- fails with 500 and changes nothing.

alter table fbo_accounts add column erased_at timestamptz(3);
alter table fbo_accounts add column erasure_reason text;

alter table fbo_accounts add constraint fbo_accounts_erasure check (
  case
    when erased_at is null then erasure_reason is null
    else coalesce(char_length(erasure_reason) between 1 and 2000, false)
      and num_nonnulls(first_name, last_name, email, phone, business_name) = 0
  end
);

-- An erasure is an event of its own. It says which members were cleared, and neither what they were nor the reason.
create or replace function write_account_events() returns trigger
language plpgsql as $$
declare
  changes refcursor;
  change record;
begin
  open changes for
    select organization_id, array_agg(id) as ids, array_agg(changed_by_token_id) as token_ids,
      array_agg(changed_by_request_id) as request_ids, array_agg(data) as data,
      array_agg(type) as types, array_agg(at) as moments
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
          ], null))) as data,
        case when is_erasure then 'fbo_account.erased' else 'fbo_account.updated' end as type,
        case when is_erasure then account.erased_at else statement_timestamp() end as at
      from changed as account
      join before as was on was.organization_id = account.organization_id and was.id = account.id
      cross join lateral (
        select was.erased_at is null and account.erased_at is not null as is_erasure
      ) as kind
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
      ), 0), type, at, token_id,
      case when token_id is null then 'command_line' end, request_id, 'fbo_account', account.id, data
    from organizations
    cross join unnest(change.ids, change.token_ids, change.request_ids, change.data, change.types,
      change.moments) with ordinality as account (id, token_id, request_id, data, type, at, place)
    where organizations.id = change.organization_id;
  end loop;
  close changes;
  return null;
end
$$;
