-- Imports through the API: their progress, and the rows of their files until they are inserted. Staged rows are in a
-- table of the vault, not a temporary one: the role of the service may make none, on a cluster each row is on the node of
-- its organization, and no connection waits while a client sends its file.
-- Adds two empty tables and a permission that tokens may have: no row is read, and the version before goes on.

create or replace function access_token_permissions_known(permissions text[]) returns boolean
language sql immutable parallel safe
return permissions <@ array['transfer_batches:create', 'transfer_batches:read',
  'transfer_batches:approve', 'transfer_batches:cancel', 'fbo_accounts:create', 'fbo_accounts:read',
  'fbo_accounts:update', 'fbo_accounts:erase', 'inventory_items:create', 'inventory_items:read',
  'inventory_items:update', 'outbound_shipments:create', 'outbound_shipments:read',
  'outbound_shipments:update', 'outbound_shipments:approve', 'imports:create',
  'organization_policies:read', 'organization_policies:update', 'access_tokens:manage',
  'events:read', 'webhooks:manage'];

create table imports (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  kind text not null,
  -- The staged rows are those of this attempt.
  attempt_id text collate "C" not null,
  -- Null where the operator imports.
  token_id text collate "C",
  state text not null default 'receiving',
  content_sha256 text,
  rows_total integer not null default 0,
  rows_done integer not null default 0,
  last_line integer not null default 0,
  amount_cents numeric,
  new_ids_begin text,
  created_at timestamptz(3) not null default now(),
  completed_at timestamptz(3),
  primary key (organization_id, id),
  constraint imports_organization foreign key (organization_id) references organizations (id)
);
alter table imports add constraint imports_state_known
  check (state in ('receiving', 'received', 'completed'));
alter table imports add constraint imports_completion_complete
  check ((state = 'completed') = (completed_at is not null));
alter table imports add constraint imports_content_known
  check (state <> 'received' or content_sha256 is not null);

create index imports_oldest on imports (organization_id, created_at);

create table import_rows (
  organization_id text collate "C" not null,
  attempt_id text collate "C" not null,
  line integer not null,
  -- Null where the row is invalid.
  id text collate "C",
  -- The columns of the record's own table, in PostgreSQL's text.
  fields jsonb not null,
  primary key (organization_id, attempt_id, line)
);
