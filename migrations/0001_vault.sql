-- The schema of a vault, and its only copy. Later versions change it by migrations beside this file.
--
-- Every primary key leads with organization_id, and every foreign key carries it along. Nothing can refer to a record
-- of another organization, and each table can be distributed by organization. Ids are compared byte by byte (collate
-- "C"): orders of locks and lists are the same everywhere. Amounts are whole cents in the currency of the
-- organization. Moments have milliseconds.
--
-- Names of constraints appear in logs and in the code that reads a refusal. Tables of requests have their rules in
-- one function: PostgreSQL prepares a function once for each connection, and reads, plans and prepares check
-- constraints in each statement, which took 50 to 200 us of it. Such functions name nothing but what is PostgreSQL's:
-- a restore runs them with an empty search path.

-- Search and its indexes need these two, which come with PostgreSQL (contrib). They are trusted: the owner of the
-- database may create them.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- == Rules that tables of several rooms share =====================================================================
-- Nobody who may write a row may rewrite it, whatever else the role is allowed. The one exception: `organization
-- wipe` deletes the records of a test organization, in a transaction that says so. Only the owner of the tables may
-- delete them. Policies and the sealed log have no exception.
create function refuse_to_rewrite() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('vault_inventory.wipes', true) = 'on'
    -- A shard has the name of its table with a number behind it.
    and tg_table_name ~ '^(approvals|corrections|inventory_(movements|stays|valuations)|outbound_shipment_items)' then
    return null;
  end if;
  raise exception '% is append-only: rows are neither changed nor deleted', tg_table_name
    using errcode = 'integrity_constraint_violation';
end
$$;

-- A version says which state of a record somebody has read (If-Match, If-None-Match). It grows by one with each
-- change of the row, and a change that leaves all as it was leaves the version too.
create function next_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;

-- A permission that nobody knows lets nobody do anything: no row has one.
create function access_token_permissions_known(permissions text[]) returns boolean
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

-- == Organizations ================================================================================================
create table organizations (
  id text collate "C" not null, name text not null, created_at timestamptz(3) not null default now(),
  currency text collate "C" not null default 'USD', -- ISO 4217.
  mode text collate "C" not null default 'live', -- `test` is for the tests of integrators: its records can be wiped.
  constraint organizations_pkey primary key (id),
  -- Here and below, the length has a check of its own: a bounded repetition in the pattern costs 6.6 us a row, this
  -- 0.4 us.
  constraint organizations_id_form check (id ~ '^[A-Za-z0-9_-]+$' and octet_length(id) <= 64),
  constraint organizations_name_length check (char_length(name) between 1 and 300),
  constraint organizations_currency_form check (currency ~ '^[A-Z]{3}$'),
  constraint organizations_mode_known check (mode in ('live', 'test'))
);

-- == Access tokens ================================================================================================
-- A block that is none would end each request of its token. The function catches an error, which no parallel worker
-- may before PostgreSQL 17.
create function access_token_blocks_valid(blocks text[]) returns boolean
language plpgsql immutable parallel restricted as $$
begin
  perform blocks::cidr[];
  return true;
exception when invalid_text_representation then
  return false;
end
$$;

create table access_tokens (
  organization_id text collate "C" not null, id text collate "C" not null, token_sha256 bytea not null,
  permissions text[] not null, created_at timestamptz(3) not null default now(), expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  owner text, -- Whom the token was given to, where that was said.
  -- The token that it acts for; null: for itself. A rotated token, and one issued without an owner, act for the token
  -- they come from: a second token makes nobody a second pair of eyes.
  principal_id text collate "C",
  issued_by_token_id text collate "C", rotated_from_token_id text collate "C",
  -- How long a rotated token was meant to live, where the rotation cut that short. The token that takes its place
  -- lives as long.
  full_lifetime interval,
  allowed_addresses text[], -- Blocks in CIDR notation; null: from anywhere.
  last_used_at timestamptz(3), -- Written once a minute at most, beside the requests.
  -- The token that a line began with; null: itself. All that it issued or was rotated to, and what these issued,
  -- share one limit of requests.
  line_id text collate "C",
  revoked_by_token_id text collate "C", -- Null where the operator of the vault revoked it.
  role_id text collate "C", person_id text collate "C", session_id text collate "C", signed_in_at timestamptz(3),
  constraint access_tokens_pkey primary key (organization_id, id),
  constraint access_tokens_sha256_unique unique (token_sha256),
  constraint access_tokens_organization foreign key (organization_id) references organizations (id),
  constraint access_tokens_principal
    foreign key (organization_id, principal_id) references access_tokens (organization_id, id),
  constraint access_tokens_issued_by
    foreign key (organization_id, issued_by_token_id) references access_tokens (organization_id, id),
  constraint access_tokens_rotated_from
    foreign key (organization_id, rotated_from_token_id) references access_tokens (organization_id, id),
  constraint access_tokens_line foreign key (organization_id, line_id) references access_tokens (organization_id, id),
  constraint access_tokens_revoked_by
    foreign key (organization_id, revoked_by_token_id) references access_tokens (organization_id, id),
  constraint access_tokens_id_form check (id ~ '^[A-Za-z0-9_-]+$' and octet_length(id) <= 64),
  constraint access_tokens_sha256_length check (octet_length(token_sha256) = 32),
  -- 365 days at most; the hour allows for a clock that disagrees with the database's.
  constraint access_tokens_lifetime check (expires_at <= created_at + interval '365 days 1 hour'),
  constraint access_tokens_owner_length check (char_length(owner) between 1 and 300),
  constraint access_tokens_allowed_addresses_count check (cardinality(allowed_addresses) between 1 and 50),
  constraint access_tokens_allowed_addresses_valid check (access_token_blocks_valid(allowed_addresses)),
  constraint access_tokens_permissions_known check (access_token_permissions_known(permissions)),
  constraint access_tokens_revoked_by_of_revoked check (revoked_by_token_id is null or revoked_at is not null)
);
create index access_tokens_newest on access_tokens (organization_id, created_at desc, id desc);
create index access_tokens_sha256 on access_tokens (organization_id, token_sha256);
create index access_tokens_of_person on access_tokens (organization_id, person_id) where person_id is not null;
-- A role that valid tokens have is not deleted.
create index access_tokens_of_role on access_tokens (organization_id, role_id) where role_id is not null;

-- Of which organization a token is, by its hash: a distributed database finds the caller without asking all nodes. A
-- row never changes; one whose token was never written harms nobody.
create table access_token_organizations (
  token_sha256 bytea not null, organization_id text collate "C" not null,
  constraint access_token_organizations_pkey primary key (token_sha256),
  constraint access_token_organizations_sha256_length check (octet_length(token_sha256) = 32)
);

-- == People, roles, and how people sign in ========================================================================
-- A named set of permissions. The built-in roles stand in the program.
create table roles (
  organization_id text collate "C" not null, id text collate "C" not null, name text collate "C" not null,
  name_folded text collate "C" not null, -- As names are compared: no two roles have names that look alike.
  permissions text[] not null, version integer not null default 1, created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  constraint roles_pkey primary key (organization_id, id),
  constraint roles_name_length check (char_length(name) between 1 and 100),
  constraint roles_permissions_known
    check (cardinality(permissions) >= 1 and access_token_permissions_known(permissions))
);
create unique index roles_name on roles (organization_id, name_folded);

-- Tokens of a person have no more permissions than the person has. Who signed in is bound to an account at the
-- company's provider, by its issuer and subject.
create table people (
  organization_id text collate "C" not null, id text collate "C" not null, email text collate "C" not null,
  name text collate "C" not null, role_ids text[] collate "C" not null,
  state text collate "C" not null default 'invited', issuer text collate "C", subject text collate "C",
  version integer not null default 1, created_at timestamptz(3) not null, created_by_token_id text collate "C",
  suspended_at timestamptz(3), last_signed_in_at timestamptz(3),
  constraint people_pkey primary key (organization_id, id),
  -- In lower case, as addresses are compared.
  constraint people_email_form check (char_length(email) between 3 and 254 and email = lower(email)),
  constraint people_name_length check (char_length(name) between 1 and 300),
  constraint people_state_known check (state in ('invited', 'active', 'suspended')),
  constraint people_suspended_at_set check ((suspended_at is not null) = (state = 'suspended')),
  constraint people_bound_whole check ((issuer is null) = (subject is null))
);
create unique index people_email on people (organization_id, email);
create unique index people_subject on people (organization_id, issuer, subject) where subject is not null;

-- Where the people of an organization sign in, by OpenID Connect.
create table identity_providers (
  organization_id text collate "C" not null, issuer text collate "C" not null, client_id text collate "C" not null,
  encrypted_secret text collate "C" not null,
  -- Who may sign in for the first time: people that were invited, or everybody of the domains.
  admission text collate "C" not null,
  email_domains text[] collate "C" not null, default_roles text[] collate "C" not null,
  roles_claim text collate "C", -- The claim whose values give roles; null if people give them.
  role_mapping jsonb not null, version integer not null, changed_at timestamptz(3) not null,
  changed_by_token_id text collate "C",
  constraint identity_providers_pkey primary key (organization_id),
  constraint identity_providers_organization foreign key (organization_id) references organizations (id),
  constraint identity_providers_changed_by
    foreign key (organization_id, changed_by_token_id) references access_tokens (organization_id, id),
  constraint identity_providers_admission_known check (admission in ('invited', 'email_domains')),
  constraint identity_providers_domains_if_admitted check (admission = 'invited' or cardinality(email_domains) >= 1),
  constraint identity_providers_mapping_of_claim
    check (jsonb_typeof(role_mapping) = 'object' and (roles_claim is not null or role_mapping = '{}')),
  constraint identity_providers_version_positive check (version >= 1)
);

-- A sign-in at the console, kept as the hash of its cookie's secret.
create table sessions (
  organization_id text collate "C" not null, id text collate "C" not null, secret_sha256 bytea not null,
  access_token_id text collate "C" not null, person_id text collate "C", created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null, expires_at timestamptz(3) not null, ended_at timestamptz(3),
  ended_reason text collate "C", user_agent text collate "C", address text collate "C" not null,
  constraint sessions_pkey primary key (organization_id, id),
  constraint sessions_secret_unique unique (organization_id, secret_sha256),
  constraint sessions_access_token
    foreign key (organization_id, access_token_id) references access_tokens (organization_id, id),
  constraint sessions_person foreign key (organization_id, person_id) references people (organization_id, id),
  constraint sessions_secret_length check (octet_length(secret_sha256) = 32),
  constraint sessions_user_agent_length check (char_length(user_agent) between 1 and 400),
  constraint sessions_end_complete check ((ended_at is null) = (ended_reason is null)),
  constraint sessions_ended_reason_known
    check (ended_reason in ('signed_out', 'replaced', 'ended', 'idle', 'expired', 'suspended'))
);
create index sessions_of_person on sessions (organization_id, person_id, created_at desc, id desc)
  where person_id is not null;

-- The short bearers of a session, kept as their hashes.
create table session_bearers (
  organization_id text collate "C" not null, token_sha256 bytea not null, session_id text collate "C" not null,
  expires_at timestamptz(3) not null,
  constraint session_bearers_pkey primary key (organization_id, token_sha256),
  constraint session_bearers_session
    foreign key (organization_id, session_id) references sessions (organization_id, id),
  constraint session_bearers_length check (octet_length(token_sha256) = 32)
);

-- One-time codes that sign a person in: the demo's links have them. Only their hashes are kept.
create table sign_in_codes (
  organization_id text collate "C" not null, code_sha256 bytea not null, person_id text collate "C" not null,
  expires_at timestamptz(3) not null, used_at timestamptz(3),
  constraint sign_in_codes_pkey primary key (organization_id, code_sha256),
  constraint sign_in_codes_person foreign key (organization_id, person_id) references people (organization_id, id),
  constraint sign_in_codes_length check (octet_length(code_sha256) = 32)
);

-- The public halves of the keys with which people sign their approvals. A removed one stays, as its signatures do,
-- and so does its id: a passkey is registered once.
create table passkeys (
  organization_id text collate "C" not null, id text collate "C" not null, person_id text collate "C" not null,
  credential_id text collate "C" not null, public_key bytea not null, algorithm integer not null,
  rp_id text collate "C" not null, name text collate "C" not null, transports text[] collate "C" not null,
  sign_count bigint not null default 0, created_at timestamptz(3) not null, removed_at timestamptz(3),
  removed_by_token_id text collate "C",
  constraint passkeys_pkey primary key (organization_id, id),
  constraint passkeys_name_length check (char_length(name) between 1 and 100),
  -- ES256, EdDSA, RS256.
  constraint passkeys_algorithm_known check (algorithm in (-7, -8, -257)),
  constraint passkeys_removed_after_created check (removed_at >= created_at)
);
-- Also of removed ones: the log knows a passkey by the id of its authenticator.
create unique index passkeys_credential on passkeys (organization_id, credential_id);
create index passkeys_of_person
  on passkeys (organization_id, person_id, created_at desc, id desc) where removed_at is null;

-- == Policies: what an organization decided about its records and sessions ========================================
-- A policy is never changed, the next version takes its place: the table records who turned what off, and when. An
-- organization without a row has the defaults that are written here.
create table organization_policies (
  organization_id text collate "C" not null, version integer not null, four_eyes boolean not null default true,
  transfer_expiry_seconds integer default 1209600, -- A second to a year; null is never.
  insured_exposure text not null default 'review', system_approval text not null default 'off',
  system_approval_max_items integer, system_approval_max_declared_value_cents bigint,
  system_approval_reasons text[] not null default '{request,trade,rebalance}',
  changed_at timestamptz(3) not null default now(), changed_by_token_id text collate "C",
  -- Out of one account: many small batches are no way past the limits of one batch.
  system_approval_max_items_per_day integer,
  system_approval_max_declared_value_cents_per_day bigint,
  revaluation_review_days integer, -- Null in one of these three: no rule.
  revaluation_max_percent integer, revaluation_max_cents bigint,
  -- Whether a shipment needs a recipient before it is submitted or approved.
  recipient_required boolean not null default false,
  session_idle_minutes integer not null default 60, session_max_hours integer not null default 12,
  approval_rules jsonb not null default '[]', -- How many people must approve what.
  -- How recent the sign-in of who approves, releases or changes the policy must be; null: any.
  approval_sign_in_minutes integer,
  approval_proof text collate "C" not null default 'none', -- Whether who approves signs with a passkey.
  constraint organization_policies_pkey primary key (organization_id, version),
  constraint organization_policies_organization foreign key (organization_id) references organizations (id),
  constraint organization_policies_changed_by
    foreign key (organization_id, changed_by_token_id) references access_tokens (organization_id, id),
  constraint organization_policies_version_positive check (version >= 1),
  constraint organization_policies_transfer_expiry_range check (transfer_expiry_seconds between 1 and 31536000),
  constraint organization_policies_insured_exposure_known check (insured_exposure in ('observe', 'review', 'block')),
  constraint organization_policies_system_approval_known check (system_approval in ('off', 'within_limits')),
  constraint organization_policies_max_items_range check (system_approval_max_items between 1 and 1000),
  constraint organization_policies_max_declared_value_not_negative
    check (system_approval_max_declared_value_cents >= 0),
  constraint organization_policies_max_items_per_day_range
    check (system_approval_max_items_per_day between 1 and 1000000),
  constraint organization_policies_max_declared_value_per_day_not_negative
    check (system_approval_max_declared_value_cents_per_day >= 0),
  constraint organization_policies_reasons_known
    check (system_approval_reasons <@ array['request', 'trade', 'rebalance']),
  constraint organization_policies_revaluation_days_range check (revaluation_review_days between 1 and 365),
  constraint organization_policies_revaluation_percent_range check (revaluation_max_percent between 1 and 100000),
  constraint organization_policies_revaluation_cents_not_negative check (revaluation_max_cents >= 0),
  constraint organization_policies_session_idle_range check (session_idle_minutes between 5 and 1440),
  constraint organization_policies_session_max_range check (session_max_hours between 1 and 720),
  constraint organization_policies_approval_rules_listed
    check (jsonb_typeof(approval_rules) = 'array' and jsonb_array_length(approval_rules) <= 20),
  constraint organization_policies_approval_sign_in_range check (approval_sign_in_minutes between 1 and 1440),
  constraint organization_policies_approval_proof_known check (approval_proof in ('none', 'passkey'))
);
create trigger organization_policies_append_only before update or delete or truncate on organization_policies
  for each statement execute function refuse_to_rewrite();

-- == Accounts =====================================================================================================
-- A phone number may have an extension or a remark ("ext. 9", "#9").
create function fbo_accounts_rules(
  id text, first_name text, last_name text, email text, phone text, business_name text,
  max_insured_value_cents bigint
) returns boolean language plpgsql immutable as $$
declare
  broken text := case
    when not (id ~ '^[A-Za-z0-9_-]+$' and octet_length(id) <= 64) then 'fbo_accounts_id_form'
    when char_length(first_name) not between 1 and 300 then 'fbo_accounts_first_name_length'
    when char_length(last_name) not between 1 and 300 then 'fbo_accounts_last_name_length'
    when not (email ~ '^[^@]+@[^@]+$' and char_length(email) between 3 and 254)
      then 'fbo_accounts_email_form'
    when char_length(phone) not between 3 and 64 or phone !~ '[0-9]'
      or phone ~ '[\u0001-\u001f\u007f-\u009f]' then 'fbo_accounts_phone_form'
    when char_length(business_name) not between 1 and 500 then 'fbo_accounts_business_name_length'
    when max_insured_value_cents < 0 then 'fbo_accounts_max_insured_value_not_negative'
  end;
begin
  if broken is not null then
    raise check_violation using table = 'fbo_accounts', constraint = broken,
      message = format('the row breaks the rule %s', broken);
  end if;
  return true;
end
$$;

create table fbo_accounts (
  organization_id text collate "C" not null, id text collate "C" not null, first_name text, last_name text,
  email text, phone text, business_name text, max_insured_value_cents bigint not null default 0,
  is_primary boolean not null default false, created_at timestamptz(3) not null default now(),
  version integer not null default 1,
  changed_by_token_id text collate "C", -- Of the last change, both; null where the operator made it.
  changed_by_request_id text collate "C", erased_at timestamptz(3), erasure_reason text,
  constraint fbo_accounts_pkey primary key (organization_id, id),
  constraint fbo_accounts_organization foreign key (organization_id) references organizations (id),
  constraint fbo_accounts_rules
    check (fbo_accounts_rules(id, first_name, last_name, email, phone, business_name, max_insured_value_cents)),
  -- An erased account stays empty, whatever writes to it.
  constraint fbo_accounts_erasure check (case when erased_at is null then erasure_reason is null else
    coalesce(char_length(erasure_reason) between 1 and 2000, false) and num_nonnulls(first_name, last_name, email,
    phone, business_name) = 0 end)
) with (fillfactor = 85);
create unique index fbo_accounts_one_primary on fbo_accounts (organization_id) where is_primary;
create index fbo_accounts_newest on fbo_accounts (organization_id, created_at desc, id desc);

-- What a client knows an account by, and attributes of the client. A table of its own: reading and updating an
-- account do not pay for it.
create table fbo_account_profiles (
  organization_id text collate "C" not null, fbo_account_id text collate "C" not null, external_id text collate "C",
  metadata jsonb not null default '{}', version integer not null default 1, changed_at timestamptz(3) not null,
  constraint fbo_account_profiles_pkey primary key (organization_id, fbo_account_id),
  constraint fbo_account_profiles_external_id_length check (char_length(external_id) between 1 and 128),
  constraint fbo_account_profiles_metadata_object check (jsonb_typeof(metadata) = 'object'),
  constraint fbo_account_profiles_version_positive check (version > 0)
);
create unique index fbo_account_profiles_external_id
  on fbo_account_profiles (organization_id, external_id) where external_id is not null;

-- == Items ========================================================================================================
create function inventory_items_rules(
  id text, status text, description text, declared_value_cents bigint, active_transfer_id text,
  active_shipment_id text, hold_reason text, movement_count integer
) returns boolean language plpgsql immutable as $$
declare
  broken text := case
    when not (id ~ '^[A-Za-z0-9_-]+$' and octet_length(id) <= 64) then 'inventory_items_id_form'
    when status not in ('in_vault', 'on_hold', 'shipped', 'delivered', 'withdrawn')
      then 'inventory_items_status_known'
    -- An item has room for one claim, and only in the vault: two claims cannot be written down.
    when active_transfer_id is not null and active_shipment_id is not null
      or status <> 'in_vault' and (active_transfer_id is not null or active_shipment_id is not null)
      then 'inventory_items_one_claim'
    when char_length(description) not between 1 and 500 then 'inventory_items_description_length'
    when declared_value_cents < 0 then 'inventory_items_declared_value_not_negative'
    when char_length(hold_reason) not between 1 and 2000 then 'inventory_items_hold_reason_length'
    when hold_reason is not null and status <> 'on_hold' then 'inventory_items_hold_reason_of_hold'
    when movement_count < 1 then 'inventory_items_movement_count_positive'
  end;
begin
  if broken is not null then
    raise check_violation using table = 'inventory_items', constraint = broken,
      message = format('the row breaks the rule %s', broken);
  end if;
  return true;
end
$$;

-- Stored is where an item stands beside its claim. What is claimed lies in the vault, and is shown as
-- transfer_pending or shipment_pending.
--
-- The head of an item's log stands here: movement_count is the number of its last row, changed_at its moment. A row
-- that vanished, or was never written, shows as a gap. Every change takes the item's row lock first: numbers and
-- moments of an item only grow.
--
-- No index may name active_transfer_id, active_shipment_id, movement_count, changed_at or hold_reason, in its columns
-- or its condition: taking a claim or letting it go then writes no index (HOT). Pages keep room for the next version
-- of the items in them.
create table inventory_items (
  organization_id text collate "C" not null, id text collate "C" not null, fbo_account_id text collate "C" not null,
  status text not null default 'in_vault', description text, declared_value_cents bigint not null default 0,
  active_transfer_id text collate "C", active_shipment_id text collate "C",
  created_at timestamptz(3) not null default now(),
  hold_reason text, -- A hold that came with an import may have none.
  movement_count integer not null default 1, changed_at timestamptz(3) not null default now(),
  -- Corrections of its value and its words: with its movements, they make its version.
  correction_count integer not null default 0,
  identifiers jsonb not null default '[]', metadata jsonb not null default '{}', evidence jsonb not null default '[]',
  constraint inventory_items_pkey primary key (organization_id, id),
  constraint inventory_items_rules check (inventory_items_rules(id, status, description, declared_value_cents,
    active_transfer_id, active_shipment_id, hold_reason, movement_count))
) with (fillfactor = 85);
-- Checked for every row that is written. `not valid` says only that no scan ever did so.
alter table inventory_items add constraint inventory_items_identity check (
  jsonb_typeof(identifiers) = 'array' and jsonb_typeof(metadata) = 'object'
  and jsonb_typeof(evidence) = 'array' and correction_count >= 0) not valid;
create index inventory_items_by_account on inventory_items (organization_id, fbo_account_id, id);
-- Lists of items: the newest first, and those that do not simply lie in the vault.
create index inventory_items_newest on inventory_items (organization_id, created_at desc, id desc);
create index inventory_items_newest_by_status
  on inventory_items (organization_id, status, created_at desc, id desc) where status <> 'in_vault';

-- The pairs of each item that has identifiers, as they are compared.
create table inventory_item_identifiers (
  organization_id text collate "C" not null, inventory_item_id text collate "C" not null,
  scheme text collate "C" not null, value_folded text collate "C" not null,
  -- Whether no other item may take the pair. The next item that takes it ends this, once this item has left the
  -- vault: neither a claim nor the departure of an item writes here.
  is_present boolean not null,
  constraint inventory_item_identifiers_pkey primary key (organization_id, inventory_item_id, scheme, value_folded),
  constraint inventory_item_identifiers_scheme_form check (scheme ~ '^[a-z][a-z0-9_]{0,39}$'),
  constraint inventory_item_identifiers_value_length check (char_length(value_folded) between 1 and 512)
);
create unique index inventory_item_identifiers_present
  on inventory_item_identifiers (organization_id, scheme, value_folded) where is_present;
create index inventory_item_identifiers_by_value
  on inventory_item_identifiers (organization_id, value_folded, scheme, inventory_item_id);

-- What each kind of movement does to an item; nothing else can be written down. Only a completed transfer changes the
-- account, and it always does.
create function inventory_movements_rules(
  number integer, kind text, from_fbo_account_id text, from_status text, to_fbo_account_id text,
  to_status text, transfer_batch_id text, outbound_shipment_id text, reason text
) returns boolean language plpgsql immutable as $$
declare
  fits boolean := case kind
    when 'imported' then to_status in ('in_vault', 'transfer_pending', 'shipment_pending', 'on_hold',
      'shipped', 'delivered', 'withdrawn')
    when 'taken_in' then to_status = 'in_vault'
    when 'transfer_created' then from_status = 'in_vault' and to_status = 'transfer_pending'
    when 'transfer_completed' then from_status = 'transfer_pending' and to_status = 'in_vault'
    when 'transfer_rejected' then from_status = 'transfer_pending' and to_status = 'in_vault'
    when 'transfer_cancelled' then from_status = 'transfer_pending' and to_status = 'in_vault'
    when 'transfer_expired' then from_status = 'transfer_pending' and to_status = 'in_vault'
    when 'held' then from_status = 'in_vault' and to_status = 'on_hold'
    when 'released' then from_status = 'on_hold' and to_status = 'in_vault'
    when 'withdrawn' then from_status = 'in_vault' and to_status = 'withdrawn'
    when 'shipment_created' then from_status = 'in_vault' and to_status = 'shipment_pending'
    when 'shipment_shipped' then from_status = 'shipment_pending' and to_status = 'shipped'
    when 'shipment_delivered' then from_status = 'shipped' and to_status = 'delivered'
    when 'shipment_cancelled' then from_status = 'shipment_pending' and to_status = 'in_vault'
    else kind in ('shipment_inspecting', 'shipment_submitted', 'shipment_approved',
        'shipment_approval_withdrawn', 'shipment_returned_to_packing', 'shipment_held',
        'shipment_released')
      and from_status = 'shipment_pending' and to_status = 'shipment_pending'
  end;
  broken text := case
    when number < 1 then 'inventory_movements_number_positive'
    when (number = 1) <> (kind in ('imported', 'taken_in')) or (number = 1) <> (from_status is null)
      or (number = 1) <> (from_fbo_account_id is null) then 'inventory_movements_first'
    when not fits then 'inventory_movements_kind_fits'
    when number > 1 and (kind = 'transfer_completed') <> (from_fbo_account_id <> to_fbo_account_id)
      then 'inventory_movements_account_moves'
    when (transfer_batch_id is not null) <> (kind like 'transfer\_%'
        or kind = 'imported' and to_status = 'transfer_pending')
      or (outbound_shipment_id is not null) <> (kind like 'shipment\_%'
        or kind = 'imported' and to_status = 'shipment_pending')
      then 'inventory_movements_holder_named'
    when char_length(reason) not between 1 and 2000 then 'inventory_movements_reason_length'
  end;
begin
  if broken is not null then
    raise check_violation using table = 'inventory_movements', constraint = broken,
      message = format('the row breaks the rule %s', broken);
  end if;
  return true;
end
$$;

-- Where an item was, and whose it was, on any day: one row per change of an item.
create table inventory_movements (
  organization_id text collate "C" not null, inventory_item_id text collate "C" not null, number integer not null,
  at timestamptz(3) not null, kind text not null, from_fbo_account_id text collate "C", from_status text,
  to_fbo_account_id text collate "C" not null, to_status text not null, transfer_batch_id text collate "C",
  outbound_shipment_id text collate "C", token_id text collate "C", reason text,
  constraint inventory_movements_pkey primary key (organization_id, inventory_item_id, number),
  constraint inventory_movements_rules check (inventory_movements_rules(number, kind, from_fbo_account_id,
    from_status, to_fbo_account_id, to_status, transfer_batch_id, outbound_shipment_id, reason))
);
create trigger inventory_movements_append_only before update or delete or truncate on inventory_movements
  for each statement execute function refuse_to_rewrite();

-- What an account held at a moment is found in the time of what is found. A stay is an item in an account from its
-- arrival until the movement of that number took it away: a transfer, a shipment or a withdrawal. Stays are written
-- as they end; inventory_items has what an account holds now.
create table inventory_stays (
  organization_id text collate "C" not null, inventory_item_id text collate "C" not null, number integer not null,
  fbo_account_id text collate "C" not null, began_at timestamptz(3) not null, ended_at timestamptz(3) not null,
  constraint inventory_stays_pkey primary key (organization_id, inventory_item_id, number),
  constraint inventory_stays_moments check (began_at <= ended_at)
);
create trigger inventory_stays_append_only before delete or update or truncate on inventory_stays
  for each statement execute function refuse_to_rewrite();

-- A span is a range of whole numbers: 21 bits of the account, 42 bits of milliseconds since 1970. Two accounts may
-- share the bits, so the query compares the account as well. PostgreSQL indexes ranges of numbers by what they
-- contain without an extension, and no text beside them.
create function stay_place(organization_id text, fbo_account_id text, at timestamptz) returns bigint
language sql immutable parallel safe
return ((hashtextextended(organization_id || ' ' || fbo_account_id, 0) & 2097151) << 42)
  + floor(extract(epoch from at - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint;

create function stay_span(
  organization_id text, fbo_account_id text, began_at timestamptz, ended_at timestamptz
) returns int8range
language sql immutable parallel safe
return int8range(
  stay_place(organization_id, fbo_account_id, began_at),
  stay_place(organization_id, fbo_account_id, ended_at));

create index inventory_stays_spans on inventory_stays
  using gist (stay_span(organization_id, fbo_account_id, began_at, ended_at));

-- Corrections of declared values. The value of an item at a moment follows from its rows; an item without rows always
-- had its present value.
create table inventory_valuations (
  organization_id text collate "C" not null, inventory_item_id text collate "C" not null, number integer not null,
  at timestamptz(3) not null, from_value_cents bigint not null, to_value_cents bigint not null,
  reason text collate "C" not null, token_id text collate "C", revaluation_id text collate "C",
  constraint inventory_valuations_pkey primary key (organization_id, inventory_item_id, number),
  constraint inventory_valuations_number_positive check (number >= 1),
  constraint inventory_valuations_values
    check (from_value_cents >= 0 and to_value_cents >= 0 and from_value_cents <> to_value_cents),
  constraint inventory_valuations_reason_length check (char_length(reason) between 1 and 2000)
);
create trigger inventory_valuations_append_only before delete or update or truncate on inventory_valuations
  for each statement execute function refuse_to_rewrite();

-- == Revaluations =================================================================================================
-- New values that wait for a second person: those that were found and those that are asked for, item by item. A row
-- changes once, when it is decided. It expires without a write, as its time is over.
create table revaluations (
  organization_id text collate "C" not null, id text collate "C" not null,
  status text collate "C" not null default 'pending', reason text collate "C" not null, total_items integer not null,
  item_ids text[] collate "C" not null, from_values_cents bigint[] not null, to_values_cents bigint[] not null,
  requested_by_token_id text collate "C", created_at timestamptz(3) not null, expires_at timestamptz(3),
  decided_at timestamptz(3), decided_by_token_id text collate "C", decision_reason text collate "C",
  version integer not null default 1, approvals_required integer,
  constraint revaluations_pkey primary key (organization_id, id),
  constraint revaluations_status_known check (status in ('pending', 'approved', 'rejected', 'cancelled')),
  constraint revaluations_reason_length check (char_length(reason) between 1 and 2000),
  constraint revaluations_items_counted check (total_items between 1 and 1000 and cardinality(item_ids) =
    total_items and cardinality(from_values_cents) = total_items and cardinality(to_values_cents) = total_items),
  constraint revaluations_decision_complete
    check ((status = 'pending') = (decided_at is null) and (decided_at is not null or decided_by_token_id is null)),
  constraint revaluations_decision_reason_of_decision check (decision_reason is null or status in ('rejected',
    'cancelled') and char_length(decision_reason) between 1 and 2000)
);
create index revaluations_newest on revaluations (organization_id, created_at desc, id desc);
create index revaluations_newest_by_status on revaluations (organization_id, status, created_at desc, id desc);

-- == Transfers ====================================================================================================
-- What the system did not approve says why (review); what it did has nothing to say.
create function transfer_batches_rules(
  id text, from_fbo_account_id text, to_fbo_account_id text, status text, total_items integer,
  approved_by_system boolean, notes text, decided_at timestamptz, decision_reason text,
  system_review text, review text[], idempotency_key text, item_ids text[], reasons text[]
) returns boolean language plpgsql immutable as $$
declare
  broken text := case
    when not (id ~ '^[A-Za-z0-9_-]+$' and octet_length(id) <= 64) then 'transfer_batches_id_form'
    when from_fbo_account_id = to_fbo_account_id then 'transfer_batches_accounts_differ'
    when status not in ('pending', 'completed', 'rejected', 'cancelled', 'expired')
      then 'transfer_batches_status_known'
    when approved_by_system and status <> 'completed'
      then 'transfer_batches_approved_by_system_completed'
    when (decided_at is null) <> (status = 'pending') then 'transfer_batches_decided_at_set'
    when char_length(decision_reason) not between 1 and 2000
      then 'transfer_batches_decision_reason_length'
    when decision_reason is not null and status not in ('rejected', 'cancelled')
      then 'transfer_batches_decision_reason_of_decision'
    when char_length(idempotency_key) not between 1 and 255
      then 'transfer_batches_idempotency_key_length'
    when total_items not between 1 and 1000 then 'transfer_batches_total_items_range'
    when cardinality(item_ids) <> total_items then 'transfer_batches_item_ids_count'
    when cardinality(reasons) <> total_items then 'transfer_batches_reasons_count'
    when not reasons <@ array['request', 'trade', 'rebalance'] then 'transfer_batches_reasons_known'
    when char_length(notes) > 2000 then 'transfer_batches_notes_length'
    when system_review not in ('off', 'due', 'passed', 'failed')
      then 'transfer_batches_system_review_known'
    when (system_review = 'failed') <> (cardinality(review) > 0)
      then 'transfer_batches_review_given'
    when not review <@ array['item_count_over_limit', 'declared_value_over_limit',
      'reason_not_covered', 'insured_exposure_over_maximum', 'daily_item_count_over_limit',
      'daily_declared_value_over_limit', 'recently_revalued', 'several_approvals_required'] then 'transfer_batches_review_known'
  end;
begin
  if broken is not null then
    raise check_violation using table = 'transfer_batches', constraint = broken,
      message = format('the row breaks the rule %s', broken);
  end if;
  return true;
end
$$;

-- A batch's items stand in its row: a table would have a row and two index entries for each.
create table transfer_batches (
  organization_id text collate "C" not null, id text collate "C" not null,
  from_fbo_account_id text collate "C" not null, to_fbo_account_id text collate "C" not null,
  status text not null default 'pending', total_items integer not null,
  approved_by_system boolean not null default false, notes text, created_by_token_id text collate "C",
  created_at timestamptz(3) not null default now(), expires_at timestamptz(3), decided_at timestamptz(3),
  decided_by_token_id text collate "C", decision_reason text, system_review text not null default 'off',
  review text[] not null default '{}', approved_over_insured_maximum boolean not null default false,
  version integer not null default 1,
  idempotency_key text collate "C", -- The key under which a batch was created stays with it for good.
  -- In the order of the request: position n is item_ids[n], for the reason reasons[n].
  item_ids text[] collate "C" not null,
  reasons text[] not null,
  total_declared_value_cents numeric, -- The sum when it was created: a list shows it without reading the items.
  metadata jsonb not null default '{}', approvals_required integer,
  constraint transfer_batches_pkey primary key (organization_id, id),
  constraint transfer_batches_rules check (transfer_batches_rules(id, from_fbo_account_id, to_fbo_account_id,
    status, total_items, approved_by_system, notes, decided_at, decision_reason, system_review, review,
    idempotency_key, item_ids, reasons))
);
create index transfer_batches_idempotency_key on transfer_batches (organization_id, idempotency_key)
  where idempotency_key is not null;
create index transfer_batches_newest on transfer_batches (organization_id, created_at desc, id desc);
create index transfer_batches_newest_by_status
  on transfer_batches (organization_id, status, created_at desc, id desc);
create index transfer_batches_newest_by_source
  on transfer_batches (organization_id, from_fbo_account_id, created_at desc, id desc);
create index transfer_batches_newest_by_destination
  on transfer_batches (organization_id, to_fbo_account_id, created_at desc, id desc);
-- What is on its way into an account counts for its insured exposure.
create index transfer_batches_pending_inbound
  on transfer_batches (organization_id, to_fbo_account_id) where status = 'pending';
-- Asked before every look at a claim, and nearly always empty.
create index transfer_batches_pending_by_expiry
  on transfer_batches (organization_id, expires_at) where status = 'pending';
create index transfer_batches_review_due on transfer_batches (organization_id, id) where system_review = 'due';
create trigger transfer_batches_version before update on transfer_batches
  for each row when (old is distinct from new) execute function next_version();

-- The items are append-only. A statement that does not name their columns does not run the trigger.
create function refuse_other_items() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('vault_inventory.wipes', true) = 'on' then
    return null;
  end if;
  raise exception 'the items of % are append-only: they are neither changed nor deleted', tg_table_name
    using errcode = 'integrity_constraint_violation';
end
$$;

create trigger transfer_batches_items_append_only before update of item_ids, reasons or delete or truncate on transfer_batches
  for each statement execute function refuse_other_items();

-- == Outbound shipments ===========================================================================================
-- The states are the six of the specification: a hold and a cancellation are columns of their own.
create table outbound_shipments (
  organization_id text collate "C" not null, id text collate "C" not null, fbo_account_id text collate "C" not null,
  status text not null default 'packing', shipped_at timestamptz(3), created_at timestamptz(3) not null default now(),
  notes text, total_items integer not null default 0, created_by_token_id text collate "C",
  approved_at timestamptz(3), approved_by_token_id text collate "C", held_at timestamptz(3), hold_reason text,
  cancelled_at timestamptz(3), cancellation_reason text, carrier text, service text, tracking_number text,
  delivered_at timestamptz(3), version integer not null default 1, approvals_required integer,
  constraint outbound_shipments_pkey primary key (organization_id, id),
  constraint outbound_shipments_account
    foreign key (organization_id, fbo_account_id) references fbo_accounts (organization_id, id),
  constraint outbound_shipments_created_by
    foreign key (organization_id, created_by_token_id) references access_tokens (organization_id, id),
  constraint outbound_shipments_approved_by
    foreign key (organization_id, approved_by_token_id) references access_tokens (organization_id, id),
  constraint outbound_shipments_id_form check (id ~ '^[A-Za-z0-9_-]+$' and octet_length(id) <= 64),
  constraint outbound_shipments_status_known
    check (status in ('packing', 'inspecting', 'pending_approval', 'approved', 'shipped', 'delivered')),
  constraint outbound_shipments_shipped_at_set
    check ((shipped_at is not null) = (status in ('shipped', 'delivered'))),
  constraint outbound_shipments_notes_length check (char_length(notes) <= 2000),
  constraint outbound_shipments_total_items_not_negative check (total_items >= 0),
  constraint outbound_shipments_hold_complete check ((held_at is null) = (hold_reason is null)),
  constraint outbound_shipments_hold_reason_length check (char_length(hold_reason) between 1 and 2000),
  -- What has left the vault, or will never leave it, is not held back.
  constraint outbound_shipments_hold_before_shipped
    check (held_at is null or cancelled_at is null and status not in ('shipped', 'delivered')),
  constraint outbound_shipments_cancellation_complete check ((cancelled_at is null) = (cancellation_reason is null)),
  constraint outbound_shipments_cancellation_reason_length
    check (char_length(cancellation_reason) between 1 and 2000),
  constraint outbound_shipments_cancelled_before_shipped
    check (cancelled_at is null or status not in ('shipped', 'delivered')),
  constraint outbound_shipments_carrier_length check (char_length(carrier) between 1 and 100),
  constraint outbound_shipments_service_length check (char_length(service) between 1 and 100),
  constraint outbound_shipments_tracking_number_length check (char_length(tracking_number) between 1 and 100)
);
-- One per way of asking; each ends in the list's total order, newest first. A list shows cancelled shipments or the
-- others, never both: it reads no row that it does not show. The indexes have every column of the list. A page would
-- else read a page of the table per row, of old shipments mostly from the disk: 26 reads instead of one or two.
create index outbound_shipments_newest
  on outbound_shipments (organization_id, created_at desc, id desc)
  include (fbo_account_id, status, shipped_at) where cancelled_at is null;
create index outbound_shipments_newest_by_status
  on outbound_shipments (organization_id, status, created_at desc, id desc)
  include (fbo_account_id, shipped_at) where cancelled_at is null;
create index outbound_shipments_newest_by_account
  on outbound_shipments (organization_id, fbo_account_id, created_at desc, id desc)
  include (status, shipped_at) where cancelled_at is null;
create index outbound_shipments_newest_by_account_and_status
  on outbound_shipments (organization_id, fbo_account_id, status, created_at desc, id desc)
  include (shipped_at) where cancelled_at is null;
create index outbound_shipments_newest_cancelled
  on outbound_shipments (organization_id, created_at desc, id desc)
  include (fbo_account_id, status, shipped_at) where cancelled_at is not null;
create index outbound_shipments_newest_cancelled_by_status
  on outbound_shipments (organization_id, status, created_at desc, id desc)
  include (fbo_account_id, shipped_at) where cancelled_at is not null;
create index outbound_shipments_newest_cancelled_by_account
  on outbound_shipments (organization_id, fbo_account_id, created_at desc, id desc)
  include (status, shipped_at) where cancelled_at is not null;
create index outbound_shipments_newest_cancelled_by_account_and_status
  on outbound_shipments (organization_id, fbo_account_id, status, created_at desc, id desc)
  include (shipped_at) where cancelled_at is not null;
create index outbound_shipments_held on outbound_shipments (organization_id) where held_at is not null;
-- It compares bytes: an update of the operating system's collations cannot damage it.
create index outbound_shipments_by_tracking_number
  on outbound_shipments (organization_id, tracking_number collate "C", created_at desc, id desc)
  where tracking_number is not null;
create trigger outbound_shipments_version before update on outbound_shipments
  for each row when (old is distinct from new) execute function next_version();

create table outbound_shipment_items (
  organization_id text collate "C" not null, outbound_shipment_id text collate "C" not null,
  position integer not null, inventory_item_id text collate "C" not null,
  constraint outbound_shipment_items_pkey primary key (organization_id, outbound_shipment_id, position),
  constraint outbound_shipment_items_item_once unique (organization_id, outbound_shipment_id, inventory_item_id)
);
create trigger outbound_shipment_items_append_only before update or delete or truncate on outbound_shipment_items
  for each statement execute function refuse_to_rewrite();

-- The recipient, and what is asked of the carrier. A table of its own: the list and the steps of a shipment read and
-- write short rows. A shipment without directions has no row.
create table outbound_shipment_directions (
  organization_id text collate "C" not null, outbound_shipment_id text collate "C" not null, recipient jsonb,
  service text collate "C", signature_required boolean not null default false, insured_value_cents bigint,
  metadata jsonb not null default '{}',
  -- An approval signs a hash of the directions: without a salt, a guess would show a recipient.
  salt text collate "C",
  constraint outbound_shipment_directions_pkey primary key (organization_id, outbound_shipment_id),
  constraint outbound_shipment_directions_recipient_object check (jsonb_typeof(recipient) = 'object'),
  constraint outbound_shipment_directions_service_length check (char_length(service) between 1 and 100),
  constraint outbound_shipment_directions_insured_value_not_negative check (insured_value_cents >= 0),
  constraint outbound_shipment_directions_metadata_object check (jsonb_typeof(metadata) = 'object')
);

-- == Counts that find a page of List Outbound Shipments at any depth ==============================================
-- Adding counts up replaces reading and throwing away everything before the page. The list has an order, (created_at,
-- id) descending. A block is a stretch of it within a scope: the organization (fbo_account_id '') or one account in
-- it. Its name is its newest key: it has the shipments at or older than that key, and newer than the next older
-- block's. The oldest block has no older end. What is newer than the newest block is open and counted nowhere:
-- creating a shipment writes no count. A block of level 2 sums those of level 1 between its key and the next older
-- one of level 2.
--
-- A block's row and the changes to it that a snapshot sees add up to the shipments that it sees:
--   1. Who changes shipments appends to outbound_shipment_block_changes in the same transaction: +1
--      or -1 per status and block. No two writers update the same row, wait or deadlock here.
--   2. Who moves such changes into the blocks deletes and adds in one statement.
--   3. Who makes or divides a block holds the organization's lock alone. Writers share it from their
--      trigger until they commit. The maker's statements come after the lock: they see every writer
--      that did not see the new block. A later writer looks for the block after its lock, and sees
--      it. That needs a snapshot for each statement: the trigger refuses other isolation.
-- Everything here follows from outbound_shipments, and `verify` compares.
create table outbound_shipment_blocks (
  organization_id text collate "C" not null, fbo_account_id text collate "C" not null, level smallint not null,
  created_at timestamptz(3) not null, id text collate "C" not null, packing integer not null,
  inspecting integer not null, pending_approval integer not null, approved integer not null, shipped integer not null,
  delivered integer not null, cancelled_packing integer not null, cancelled_inspecting integer not null,
  cancelled_pending_approval integer not null, cancelled_approved integer not null,
  constraint outbound_shipment_blocks_pkey primary key (organization_id, fbo_account_id, level, created_at, id),
  constraint outbound_shipment_blocks_organization foreign key (organization_id) references organizations (id),
  constraint outbound_shipment_blocks_level_known check (level in (1, 2))
) with (fillfactor = 50); -- Only counts change, and no index has them: room to do it in place.

create table outbound_shipment_block_changes (
  organization_id text collate "C" not null, fbo_account_id text collate "C" not null,
  number bigint generated by default as identity, created_at timestamptz(3) not null, id text collate "C" not null,
  status text not null, cancelled boolean not null, shipments integer not null,
  constraint outbound_shipment_block_changes_pkey primary key (organization_id, fbo_account_id, number)
);

-- The number of a lock is the beginning of a SHA-256: nobody can choose a name whose lock is another organization's.
create function outbound_shipment_blocks_lock(organization_id text) returns bigint
language sql immutable parallel safe
return ('x' || left(encode(sha256(convert_to(
  'outbound_shipment_blocks of organization_id ' || organization_id, 'UTF8')), 'hex'), 16)
)::bit(64)::bigint;

-- The same for what came, what changed and what went: a statement names only tables that there are. It collects the
-- rows that changed, then looks up their blocks in statements of one organization, each of which goes to one node.
-- TRUNCATE needs no trigger: nothing truncates shipments.
create function note_outbound_shipment_changes() returns trigger language plpgsql as $$
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

create trigger outbound_shipments_added after insert on outbound_shipments referencing new table as added
  for each statement execute function note_outbound_shipment_changes();
create trigger outbound_shipments_changed after update on outbound_shipments referencing old table as removed new table as added
  for each statement execute function note_outbound_shipment_changes();
create trigger outbound_shipments_removed after delete on outbound_shipments referencing old table as removed
  for each statement execute function note_outbound_shipment_changes();

-- == Approvals and corrections: what people decided or put right, of records of several kinds =====================
-- One person's approval of one version of a record. Where one approval is enough, the record's decision says who gave
-- it, and there is no row.
create table approvals (
  organization_id text collate "C" not null, subject_type text collate "C" not null,
  subject_id text collate "C" not null, version integer not null, at timestamptz(3) not null,
  token_id text collate "C", person_id text collate "C", proof jsonb,
  ended_at timestamptz(3), -- When the shipment had to be approved again.
  constraint approvals_pkey primary key (organization_id, subject_type, subject_id, version),
  constraint approvals_subject_known check (subject_type in ('transfer', 'outbound_shipment', 'revaluation')),
  constraint approvals_version_positive check (version > 0),
  constraint approvals_end_after_start check (ended_at >= at)
);

create function refuse_other_approvals() returns trigger
language plpgsql as $$
begin
  if old.ended_at is null then
    old.ended_at := new.ended_at;
  end if;
  if new is distinct from old then
    raise exception 'approvals is append-only: an approval ends once, nothing else is changed'
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;

create trigger approvals_append_only before delete or truncate on approvals
  for each statement execute function refuse_to_rewrite();
create trigger approvals_ended_only before update on approvals for each row execute function refuse_other_approvals();

-- Each change of a value that a person put right, as the record's history shows it.
create table corrections (
  organization_id text collate "C" not null, subject_type text collate "C" not null,
  subject_id text collate "C" not null, number integer not null, at timestamptz(3) not null,
  member text collate "C" not null,
  from_value jsonb, -- Null where there was or is none, and where a personal value is not kept.
  to_value jsonb, reason text collate "C",
  token_id text collate "C", -- Null where the operator or the service itself changed it.
  constraint corrections_pkey primary key (organization_id, subject_type, subject_id, number),
  constraint corrections_subject_known
    check (subject_type in ('fbo_account', 'inventory_item', 'outbound_shipment', 'transfer_batch')),
  constraint corrections_number_positive check (number > 0),
  constraint corrections_reason_length check (char_length(reason) between 1 and 2000)
);

-- An erasure empties the values of personal members, which is the only change.
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

-- == Requests: safe retries, and imports ==========================================================================
-- The response of a change, kept for a week in the change's own transaction, under the key that its caller gave it
-- (Idempotency-Key). Only changes that were committed are here: while one is decided, an advisory lock of its
-- transaction stands for the key. No foreign key to organizations: each row would lock the organization's, which all
-- share.
create table idempotency_keys (
  organization_id text collate "C" not null, operation text collate "C" not null, key text collate "C" not null,
  request_sha256 bytea not null, status smallint not null, headers jsonb not null, answer text not null,
  created_at timestamptz(3) not null default now(),
  constraint idempotency_keys_pkey primary key (organization_id, operation, key),
  constraint idempotency_keys_key_length check (char_length(key) between 1 and 255),
  constraint idempotency_keys_sha256_length check (octet_length(request_sha256) = 32)
);
create index idempotency_keys_oldest on idempotency_keys (organization_id, created_at);

create table imports (
  organization_id text collate "C" not null, id text collate "C" not null, kind text not null,
  attempt_id text collate "C" not null, -- The staged rows are those of this attempt.
  token_id text collate "C", -- Null where the operator imports.
  state text not null default 'receiving', content_sha256 text, rows_total integer not null default 0,
  rows_done integer not null default 0, last_line integer not null default 0, amount_cents numeric,
  new_ids_begin text, created_at timestamptz(3) not null default now(), completed_at timestamptz(3),
  constraint imports_pkey primary key (organization_id, id),
  constraint imports_organization foreign key (organization_id) references organizations (id),
  constraint imports_state_known check (state in ('receiving', 'received', 'completed')),
  constraint imports_completion_complete check ((state = 'completed') = (completed_at is not null)),
  constraint imports_content_known check (state <> 'received' or content_sha256 is not null)
);
create index imports_oldest on imports (organization_id, created_at);

-- The rows of a file until they are inserted. Not a temporary table: the role of the service may make none, each row
-- is on the node of its organization, and no connection waits for a client's file.
create table import_rows (
  organization_id text collate "C" not null, attempt_id text collate "C" not null, line integer not null,
  id text collate "C", -- Null where the row is invalid.
  fields jsonb not null, -- The columns of the record's own table, in PostgreSQL's text.
  constraint import_rows_pkey primary key (organization_id, attempt_id, line)
);

-- == Events, and the sealed log that proves them to others ========================================================
-- One row for each change, written in its transaction. Events of an organization are numbered without gaps, in the
-- order in which their transactions commit: the trigger holds the organization's lock until the commit. Who has read
-- up to a number has read everything before it. No foreign keys: each event is written from the row of its
-- organization, and `verify` checks the chain.
create table events (
  organization_id text collate "C" not null, number bigint not null, type text collate "C" not null,
  occurred_at timestamptz(3) not null, token_id text collate "C", system text collate "C",
  request_id text collate "C", subject_type text collate "C" not null, subject_id text collate "C" not null,
  data jsonb not null,
  constraint events_pkey primary key (organization_id, number),
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
  organization_id text collate "C" not null, number bigint not null, chain_hash bytea not null,
  constraint event_seals_pkey primary key (organization_id, number),
  constraint event_seals_chain_hash_length check (octet_length(chain_hash) = 32)
);
create trigger event_seals_append_only before update or delete or truncate on event_seals
  for each statement execute function refuse_to_rewrite();

-- Keys of the vault, not of an organization. A retired key stays: it verifies what it has signed. Each new key is
-- signed by the one before: who kept an older key accepts the newer one.
create table signing_keys (
  id text collate "C" not null, public_key bytea not null, encrypted_private_key text not null,
  created_at timestamptz(3) not null default now(), retired_at timestamptz(3), previous_key_id text collate "C",
  previous_signature bytea, -- Of the key before; null where its private half could not be read.
  signature bytea, -- Of the key itself, over the same text.
  constraint signing_keys_pkey primary key (id),
  constraint signing_keys_public_key_length check (octet_length(public_key) = 32),
  constraint signing_keys_signature_with_previous check ((previous_key_id is null) = (signature is null) and
    (previous_key_id is not null or previous_signature is null)),
  constraint signing_keys_signature_lengths
    check (octet_length(signature) = 64 and coalesce(octet_length(previous_signature), 64) = 64)
);
-- Processes that start together make one first key.
create unique index signing_keys_one_in_use on signing_keys ((retired_at is null)) where retired_at is null;
create trigger signing_keys_append_only before delete or truncate on signing_keys
  for each statement execute function refuse_to_rewrite();

-- Signed heads of the chain. No reference to the key: on a distributed database the keys are on the coordinator, and
-- `verify` checks it.
create table event_checkpoints (
  organization_id text collate "C" not null, sequence bigint not null, at timestamptz(3) not null,
  chain_hash bytea not null, key_id text collate "C" not null, signature bytea not null,
  constraint event_checkpoints_pkey primary key (organization_id, sequence, at),
  constraint event_checkpoints_organization foreign key (organization_id) references organizations (id),
  constraint event_checkpoints_sequence_not_negative check (sequence >= 0),
  constraint event_checkpoints_chain_hash_length check (octet_length(chain_hash) = 32),
  constraint event_checkpoints_signature_length check (octet_length(signature) = 64)
);
create trigger event_checkpoints_append_only before update or delete or truncate on event_checkpoints
  for each statement execute function refuse_to_rewrite();

-- == Webhooks: where events are sent, what became of each, and every attempt ======================================
-- The version grows with what the owner changes: what deliveries change is in a table of its own.
create table webhook_endpoints (
  organization_id text collate "C" not null, id text collate "C" not null, url text not null,
  types text[], -- Null: all types.
  is_enabled boolean not null default true, disabled_reason text, encrypted_secret text not null,
  previous_encrypted_secret text, previous_secret_ends_at timestamptz(3), created_at timestamptz(3) not null,
  version integer not null default 1,
  constraint webhook_endpoints_pkey primary key (organization_id, id),
  constraint webhook_endpoints_organization foreign key (organization_id) references organizations (id),
  constraint webhook_endpoints_types_some check (cardinality(types) >= 1),
  constraint webhook_endpoints_disabled_reason_known check (disabled_reason in ('by_request', 'gone', 'failing')),
  constraint webhook_endpoints_disabled_for_a_reason check (is_enabled = (disabled_reason is null)),
  constraint webhook_endpoints_previous_secret_ends
    check ((previous_encrypted_secret is null) = (previous_secret_ends_at is null))
);
create trigger webhook_endpoints_version before update on webhook_endpoints
  for each row when (old is distinct from new) execute function next_version();

create table webhook_endpoint_health (
  organization_id text collate "C" not null, endpoint_id text collate "C" not null,
  position bigint not null, -- The number of the last event for which deliveries were made.
  failing_since timestamptz(3), -- The first failed attempt since the last success.
  last_success_at timestamptz(3), last_failure_at timestamptz(3), last_error text,
  constraint webhook_endpoint_health_pkey primary key (organization_id, endpoint_id),
  constraint webhook_endpoint_health_organization foreign key (organization_id) references organizations (id),
  constraint webhook_endpoint_health_endpoint
    foreign key (organization_id, endpoint_id) references webhook_endpoints (organization_id, id) on delete cascade,
  constraint webhook_endpoint_health_position_not_negative check (position >= 0)
);

create table webhook_deliveries (
  organization_id text collate "C" not null, endpoint_id text collate "C" not null, event_number bigint not null,
  status text not null default 'pending', attempts integer not null default 0,
  -- Those made before somebody asked to send it again: retries start over from there.
  attempts_before integer not null default 0,
  next_attempt_at timestamptz(3),
  claimed_until timestamptz(3), -- Until then, a process is sending it.
  created_at timestamptz(3) not null, ended_at timestamptz(3),
  constraint webhook_deliveries_pkey primary key (organization_id, endpoint_id, event_number),
  constraint webhook_deliveries_organization foreign key (organization_id) references organizations (id),
  constraint webhook_deliveries_endpoint
    foreign key (organization_id, endpoint_id) references webhook_endpoints (organization_id, id) on delete cascade,
  constraint webhook_deliveries_status_known check (status in ('pending', 'delivered', 'failed')),
  constraint webhook_deliveries_attempts_before_range check (attempts_before between 0 and attempts),
  constraint webhook_deliveries_next_while_pending check ((status = 'pending') = (next_attempt_at is not null)),
  constraint webhook_deliveries_claimed_while_pending check (status = 'pending' or claimed_until is null),
  constraint webhook_deliveries_ends check ((status = 'pending') = (ended_at is null))
);
create index webhook_deliveries_due
  on webhook_deliveries (organization_id, endpoint_id, next_attempt_at) where status = 'pending';
-- Counts what waits, and finds the oldest.
create index webhook_deliveries_pending
  on webhook_deliveries (organization_id, endpoint_id, event_number) where status = 'pending';
create index webhook_deliveries_failed
  on webhook_deliveries (organization_id, endpoint_id, event_number) where status = 'failed';
-- Finds those that ended more than 30 days ago, which are deleted.
create index webhook_deliveries_by_end on webhook_deliveries (organization_id, ended_at) where ended_at is not null;

create table webhook_attempts (
  organization_id text collate "C" not null, endpoint_id text collate "C" not null, event_number bigint not null,
  number integer not null, at timestamptz(3) not null,
  status integer, -- Of the response; null if none came.
  duration_ms integer not null, error text, response text,
  constraint webhook_attempts_pkey primary key (organization_id, endpoint_id, event_number, number),
  constraint webhook_attempts_organization foreign key (organization_id) references organizations (id),
  -- Not the delivery: an endpoint with many is deleted by one statement a table.
  constraint webhook_attempts_endpoint
    foreign key (organization_id, endpoint_id) references webhook_endpoints (organization_id, id) on delete cascade,
  constraint webhook_attempts_number_positive check (number >= 1)
);
-- Finds those that are older than 30 days, which are deleted.
create index webhook_attempts_by_time on webhook_attempts (organization_id, at);

-- == Search: what records are found by ============================================================================
-- Names, descriptions, notes and the like as words that compare alike, and the ends of ids. The service writes them
-- behind the changes, by the events: indexes on the records would make an update of an account write all of its
-- indexes.
create table search_texts (
  organization_id text collate "C" not null, record_type text collate "C" not null,
  record_id text collate "C" not null,
  words text collate "C" not null, -- In lower-case ASCII, a blank before each.
  constraint search_texts_pkey primary key (organization_id, record_type, record_id)
);
-- The type comes last: before the end of the id, the index would take the primary key's place where there are no
-- statistics. An index without the type would read all records of a type with few.
create index search_texts_by_tail on search_texts (organization_id, reverse(lower(record_id)), record_type);
-- The bound keeps what a search has to read one by one short.
create index search_texts_of_accounts on search_texts using gin (organization_id, words gin_trgm_ops)
  with (gin_pending_list_limit = 512) where record_type = 'fbo_account';
create index search_texts_of_items on search_texts using gin (organization_id, words gin_trgm_ops)
  with (gin_pending_list_limit = 512) where record_type = 'inventory_item';
create index search_texts_of_transfers on search_texts using gin (organization_id, words gin_trgm_ops)
  with (gin_pending_list_limit = 512) where record_type = 'transfer_batch';
create index search_texts_of_shipments on search_texts using gin (organization_id, words gin_trgm_ops)
  with (gin_pending_list_limit = 512) where record_type = 'outbound_shipment';

create table search_progress (
  organization_id text collate "C" not null,
  event_number bigint not null, -- Its texts have what happened up to this event.
  -- Types of records to look through for those without a text, and how far the first one is.
  types_left text[] collate "C" not null,
  looked_through_to text collate "C" not null default '',
  constraint search_progress_pkey primary key (organization_id),
  constraint search_progress_organization foreign key (organization_id) references organizations (id)
);

-- == The vault as a whole =========================================================================================
-- When backup and verify last ran, for the metrics of every process: both are processes of their own that end. A
-- restored vault has no row yet.
create table command_runs (
  command text collate "C" not null,
  at timestamptz(3) not null, -- The moment that it saw the vault as of.
  violations integer, -- Null for a backup.
  constraint command_runs_pkey primary key (command),
  constraint command_runs_command_known check (command in ('backup', 'verify')),
  constraint command_runs_violations_of_verify
    check ((command = 'verify') = (violations is not null) and violations >= 0)
);

-- References that are not enforced. A transaction names records that it has locked, read or inserted, and that
-- nothing deletes: looking each of them up again cost half of creating a transfer. `verify` checks them. PostgreSQL
-- before 18 knows no such reference, and does without.
do $$
declare
  reference text;
begin
  if current_setting('server_version_num')::integer < 180000 then
    return;
  end if;
  foreach reference in array array[
    'inventory_items/account/fbo_account_id/fbo_accounts',
    'inventory_items/active_transfer/active_transfer_id/transfer_batches',
    'inventory_items/active_shipment/active_shipment_id/outbound_shipments',
    'inventory_movements/item/inventory_item_id/inventory_items',
    'inventory_movements/token/token_id/access_tokens',
    'outbound_shipment_items/shipment/outbound_shipment_id/outbound_shipments',
    'outbound_shipment_items/item/inventory_item_id/inventory_items',
    'transfer_batches/from_account/from_fbo_account_id/fbo_accounts',
    'transfer_batches/to_account/to_fbo_account_id/fbo_accounts',
    'transfer_batches/created_by/created_by_token_id/access_tokens',
    'transfer_batches/decided_by/decided_by_token_id/access_tokens'
  ] loop
    execute format('alter table %1$I add constraint %2$I foreign key (organization_id, %3$I)
      references %4$I (organization_id, id) not enforced', split_part(reference, '/', 1),
      split_part(reference, '/', 1) || '_' || split_part(reference, '/', 2),
      split_part(reference, '/', 3), split_part(reference, '/', 4));
  end loop;
end
$$;
