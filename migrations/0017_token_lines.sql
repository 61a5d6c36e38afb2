-- Where a token comes from, who ended it, and who changed an account; and what a token may hold. Adds columns
-- and checks: a lock on access_tokens while its rows are read, a moment's lock on fbo_accounts.
--
-- line_id is the token that a line began with: all that a token issued or was rotated to, and what these
-- issued, have one limit of requests. Null: it began a line itself. revoked_by_token_id and
-- changed_by_token_id are null where the operator of the vault did, or nobody has yet. A statement
-- of somebody else's that does not set changed_by_token_id leaves the one before.
--
-- An account's token is not looked up as it is written, as with the other records (migration 14): `verify` does.
--
-- A permission that nobody knows lets nobody do anything, and a block of addresses that is none would end
-- each request of its token: the service writes neither, and nobody else can.

create function access_token_permissions_known(permissions text[]) returns boolean
language sql immutable parallel safe
return permissions <@ array[
  'transfer_batches:create', 'transfer_batches:read', 'transfer_batches:approve', 'transfer_batches:cancel',
  'fbo_accounts:create', 'fbo_accounts:read', 'fbo_accounts:update',
  'inventory_items:create', 'inventory_items:read', 'inventory_items:update',
  'outbound_shipments:create', 'outbound_shipments:read', 'outbound_shipments:update', 'outbound_shipments:approve',
  'organization_policies:read', 'organization_policies:update',
  'access_tokens:manage'];

-- It catches an error, which no parallel worker may before PostgreSQL 17.
create function access_token_blocks_valid(blocks text[]) returns boolean
language plpgsql immutable parallel restricted as $$
begin
  perform blocks::cidr[];
  return true;
exception when invalid_text_representation then
  return false;
end
$$;

alter table access_tokens
  add column line_id text collate "C",
  add column revoked_by_token_id text collate "C",
  add constraint access_tokens_line foreign key (organization_id, line_id)
    references access_tokens (organization_id, id),
  add constraint access_tokens_revoked_by foreign key (organization_id, revoked_by_token_id)
    references access_tokens (organization_id, id),
  add constraint access_tokens_revoked_by_of_revoked
    check (revoked_by_token_id is null or revoked_at is not null),
  add constraint access_tokens_permissions_known check (access_token_permissions_known(permissions)),
  add constraint access_tokens_allowed_addresses_valid check (access_token_blocks_valid(allowed_addresses));

with recursive lines as (
  select organization_id, id, id as line_id
  from access_tokens
  where coalesce(rotated_from_token_id, issued_by_token_id) is null
  union all
  select token.organization_id, token.id, lines.line_id
  from lines
  join access_tokens as token on token.organization_id = lines.organization_id
    and coalesce(token.rotated_from_token_id, token.issued_by_token_id) = lines.id
)
update access_tokens as token
set line_id = lines.line_id
from lines
where token.organization_id = lines.organization_id and token.id = lines.id and lines.line_id <> token.id;

alter table fbo_accounts add column changed_by_token_id text collate "C";

-- Who asks for what an account has already changes nothing, and is not named.
create function note_account_change() returns trigger
language plpgsql as $$
declare
  token_id text := new.changed_by_token_id;
begin
  new.changed_by_token_id := old.changed_by_token_id;
  if new is distinct from old then
    new.changed_by_token_id := token_id;
    new.version := old.version + 1;
  end if;
  return new;
end
$$;

drop trigger fbo_accounts_version on fbo_accounts;
create trigger fbo_accounts_version before update on fbo_accounts
  for each row when (old.* is distinct from new.*) execute function note_account_change();
