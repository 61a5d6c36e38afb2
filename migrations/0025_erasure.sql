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
create or replace function write_account_event() returns trigger
language plpgsql as $$
declare
  event_type text := 'fbo_account.updated';
  at timestamptz := statement_timestamp();
begin
  if old.erased_at is null and new.erased_at is not null then
    event_type := 'fbo_account.erased';
    at := new.erased_at;
  end if;
  insert into events (organization_id, type, occurred_at, token_id, system, request_id, subject_type,
    subject_id, data)
  select id, event_type, at, new.changed_by_token_id,
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
