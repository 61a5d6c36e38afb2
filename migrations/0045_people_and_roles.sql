-- People and roles. A role is a named set of permissions of an organization; the built-in ones stand in the program. A person
-- has roles; tokens of a person belong to that person, and have no more permissions than the person has. A person who signed
-- in is bound to the account at the company's provider, by its issuer and subject.
--
-- Adds two empty tables and columns of access_tokens that are null, so no row is rewritten: locks access_tokens for
-- milliseconds. The version before goes on: to it, a token with a role has no permission.

create table roles (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  name text collate "C" not null,
  name_folded text collate "C" not null,
  permissions text[] not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  constraint roles_pkey primary key (organization_id, id)
);
alter table roles add constraint roles_name_length
  check (char_length(name) between 1 and 100);
create unique index roles_name on roles (organization_id, name_folded);

create table people (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  email text collate "C" not null,
  name text collate "C" not null,
  role_ids text[] collate "C" not null,
  state text collate "C" not null default 'invited',
  issuer text collate "C",
  subject text collate "C",
  version integer not null default 1,
  created_at timestamptz(3) not null,
  created_by_token_id text collate "C",
  suspended_at timestamptz(3),
  last_signed_in_at timestamptz(3),
  constraint people_pkey primary key (organization_id, id)
);
-- In lower case, as addresses are compared.
alter table people add constraint people_email_form
  check (char_length(email) between 3 and 254 and email = lower(email));
alter table people add constraint people_name_length
  check (char_length(name) between 1 and 300);
alter table people add constraint people_state_known
  check (state in ('invited', 'active', 'suspended'));
alter table people add constraint people_suspended_at_set
  check ((suspended_at is not null) = (state = 'suspended'));
alter table people add constraint people_bound_whole
  check ((issuer is null) = (subject is null));
create unique index people_email on people (organization_id, email);
create unique index people_subject on people (organization_id, issuer, subject)
  where subject is not null;

alter table access_tokens
  add column role_id text collate "C",
  add column person_id text collate "C",
  add column session_id text collate "C",
  add column signed_in_at timestamptz(3);
create index access_tokens_of_person on access_tokens (organization_id, person_id)
  where person_id is not null;

create or replace function access_token_permissions_known(permissions text[]) returns boolean
language sql immutable parallel safe
return permissions <@ array['transfer_batches:create', 'transfer_batches:read',
  'transfer_batches:approve', 'transfer_batches:cancel', 'fbo_accounts:create', 'fbo_accounts:read',
  'fbo_accounts:update', 'fbo_accounts:set_insured_maximum', 'fbo_accounts:erase',
  'inventory_items:create', 'inventory_items:read', 'inventory_items:update',
  'inventory_items:revalue', 'revaluations:approve', 'outbound_shipments:create',
  'outbound_shipments:read', 'outbound_shipments:update', 'outbound_shipments:approve',
  'imports:create', 'organization_policies:read', 'organization_policies:update',
  'access_tokens:manage', 'roles:manage', 'people:manage', 'identity_provider:manage',
  'events:read', 'webhooks:manage'];

alter table roles add constraint roles_permissions_known
  check (cardinality(permissions) >= 1 and access_token_permissions_known(permissions));
