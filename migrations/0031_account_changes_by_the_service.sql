-- The service itself writes the version and the event of a changed account, as of every other record. A trigger does so for
-- the version before alone, which leaves the version as it is: Expand, of which 0032 is the Contract. Locks fbo_accounts for
-- milliseconds and reads no row; the version before goes on.

drop trigger fbo_accounts_changed on fbo_accounts;
drop function write_account_events();

create or replace function note_account_change() returns trigger
language plpgsql as $$
declare
  token_id text := new.changed_by_token_id;
  request_id text := new.changed_by_request_id;
  is_erasure boolean := old.erased_at is null and new.erased_at is not null;
begin
  new.changed_by_token_id := old.changed_by_token_id;
  new.changed_by_request_id := old.changed_by_request_id;
  if new is not distinct from old then
    return new;
  end if;
  new.changed_by_token_id := token_id;
  new.changed_by_request_id := request_id;
  new.version := old.version + 1;
  insert into events (organization_id, type, occurred_at, token_id, system, request_id, subject_type, subject_id, data)
  select organizations.id, case when is_erasure then 'fbo_account.erased' else 'fbo_account.updated' end,
    case when is_erasure then new.erased_at else statement_timestamp() end, token_id,
    case when token_id is null then 'command_line' end, request_id, 'fbo_account', new.id,
    jsonb_build_object('version', new.version, 'changedMembers', to_jsonb(array_remove(array[
      case when new.first_name is distinct from old.first_name then 'firstName' end,
      case when new.last_name is distinct from old.last_name then 'lastName' end,
      case when new.email is distinct from old.email then 'email' end,
      case when new.phone is distinct from old.phone then 'phone' end,
      case when new.business_name is distinct from old.business_name then 'businessName' end
    ], null)))
  from organizations
  where organizations.id = new.organization_id;
  return new;
end
$$;

drop trigger fbo_accounts_version on fbo_accounts;
create trigger fbo_accounts_version before update on fbo_accounts
  for each row when (old.* is distinct from new.* and old.version = new.version)
  execute function note_account_change();
