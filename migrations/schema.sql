-- Made by `npm run generate` from a database with every migration applied. References that
-- are not enforced are left out: `verify` checks them (src/verification/reference-checks.store.ts).

create extension btree_gin;
create extension pg_trgm;

create table access_token_organizations (
  token_sha256 bytea not null,
  organization_id text collate "C" not null,
  constraint access_token_organizations_pkey PRIMARY KEY (token_sha256),
  constraint access_token_organizations_sha256_length CHECK ((octet_length(token_sha256) = 32))
);

create table access_tokens (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  token_sha256 bytea not null,
  permissions text[] not null,
  created_at timestamp(3) with time zone default now() not null,
  expires_at timestamp(3) with time zone not null,
  revoked_at timestamp(3) with time zone,
  owner text,
  principal_id text collate "C",
  issued_by_token_id text collate "C",
  rotated_from_token_id text collate "C",
  full_lifetime interval,
  allowed_addresses text[],
  last_used_at timestamp(3) with time zone,
  line_id text collate "C",
  revoked_by_token_id text collate "C",
  role_id text collate "C",
  person_id text collate "C",
  session_id text collate "C",
  signed_in_at timestamp(3) with time zone,
  constraint access_tokens_pkey PRIMARY KEY (organization_id, id),
  constraint access_tokens_sha256_unique UNIQUE (token_sha256),
  constraint access_tokens_issued_by FOREIGN KEY (organization_id, issued_by_token_id) REFERENCES access_tokens(organization_id, id),
  constraint access_tokens_line FOREIGN KEY (organization_id, line_id) REFERENCES access_tokens(organization_id, id),
  constraint access_tokens_organization FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint access_tokens_principal FOREIGN KEY (organization_id, principal_id) REFERENCES access_tokens(organization_id, id),
  constraint access_tokens_revoked_by FOREIGN KEY (organization_id, revoked_by_token_id) REFERENCES access_tokens(organization_id, id),
  constraint access_tokens_rotated_from FOREIGN KEY (organization_id, rotated_from_token_id) REFERENCES access_tokens(organization_id, id),
  constraint access_tokens_allowed_addresses_count CHECK (((cardinality(allowed_addresses) >= 1) AND (cardinality(allowed_addresses) <= 50))),
  constraint access_tokens_allowed_addresses_valid CHECK (access_token_blocks_valid(allowed_addresses)),
  constraint access_tokens_id_form CHECK (((id ~ '^[A-Za-z0-9_-]+$'::text) AND (octet_length(id) <= 64))),
  constraint access_tokens_lifetime CHECK ((expires_at <= (created_at + '365 days 01:00:00'::interval))),
  constraint access_tokens_owner_length CHECK (((char_length(owner) >= 1) AND (char_length(owner) <= 300))),
  constraint access_tokens_permissions_known CHECK (access_token_permissions_known(permissions)),
  constraint access_tokens_revoked_by_of_revoked CHECK (((revoked_by_token_id IS NULL) OR (revoked_at IS NOT NULL))),
  constraint access_tokens_sha256_length CHECK ((octet_length(token_sha256) = 32))
);
CREATE INDEX access_tokens_newest ON public.access_tokens USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX access_tokens_of_person ON public.access_tokens USING btree (organization_id, person_id) WHERE (person_id IS NOT NULL);
CREATE INDEX access_tokens_of_role ON public.access_tokens USING btree (organization_id, role_id) WHERE (role_id IS NOT NULL);
CREATE INDEX access_tokens_sha256 ON public.access_tokens USING btree (organization_id, token_sha256);

create table approvals (
  organization_id text collate "C" not null,
  subject_type text collate "C" not null,
  subject_id text collate "C" not null,
  version integer not null,
  at timestamp(3) with time zone not null,
  token_id text collate "C",
  person_id text collate "C",
  proof jsonb,
  ended_at timestamp(3) with time zone,
  constraint approvals_pkey PRIMARY KEY (organization_id, subject_type, subject_id, version),
  constraint approvals_end_after_start CHECK ((ended_at >= at)),
  constraint approvals_subject_known CHECK ((subject_type = ANY (ARRAY['transfer'::text, 'outbound_shipment'::text, 'revaluation'::text]))),
  constraint approvals_version_positive CHECK ((version > 0))
);

create table command_runs (
  command text collate "C" not null,
  at timestamp(3) with time zone not null,
  violations integer,
  constraint command_runs_pkey PRIMARY KEY (command),
  constraint command_runs_command_known CHECK ((command = ANY (ARRAY['backup'::text, 'verify'::text]))),
  constraint command_runs_violations_of_verify CHECK ((((command = 'verify'::text) = (violations IS NOT NULL)) AND (violations >= 0)))
);

create table corrections (
  organization_id text collate "C" not null,
  subject_type text collate "C" not null,
  subject_id text collate "C" not null,
  number integer not null,
  at timestamp(3) with time zone not null,
  member text collate "C" not null,
  from_value jsonb,
  to_value jsonb,
  reason text collate "C",
  token_id text collate "C",
  constraint corrections_pkey PRIMARY KEY (organization_id, subject_type, subject_id, number),
  constraint corrections_number_positive CHECK ((number > 0)),
  constraint corrections_reason_length CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 2000))),
  constraint corrections_subject_known CHECK ((subject_type = ANY (ARRAY['fbo_account'::text, 'inventory_item'::text, 'outbound_shipment'::text, 'transfer_batch'::text])))
);

create table event_checkpoints (
  organization_id text collate "C" not null,
  sequence bigint not null,
  at timestamp(3) with time zone not null,
  chain_hash bytea not null,
  key_id text collate "C" not null,
  signature bytea not null,
  constraint event_checkpoints_pkey PRIMARY KEY (organization_id, sequence, at),
  constraint event_checkpoints_organization FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint event_checkpoints_chain_hash_length CHECK ((octet_length(chain_hash) = 32)),
  constraint event_checkpoints_sequence_not_negative CHECK ((sequence >= 0)),
  constraint event_checkpoints_signature_length CHECK ((octet_length(signature) = 64))
);

create table event_seals (
  organization_id text collate "C" not null,
  number bigint not null,
  chain_hash bytea not null,
  constraint event_seals_pkey PRIMARY KEY (organization_id, number),
  constraint event_seals_chain_hash_length CHECK ((octet_length(chain_hash) = 32))
);

create table events (
  organization_id text collate "C" not null,
  number bigint not null,
  type text collate "C" not null,
  occurred_at timestamp(3) with time zone not null,
  token_id text collate "C",
  system text collate "C",
  request_id text collate "C",
  subject_type text collate "C" not null,
  subject_id text collate "C" not null,
  data jsonb not null,
  constraint events_pkey PRIMARY KEY (organization_id, number),
  constraint events_number_positive CHECK ((number >= 1)),
  constraint events_one_actor CHECK (((token_id IS NULL) <> (system IS NULL)))
);
CREATE INDEX events_by_subject ON public.events USING btree (organization_id, subject_id, number);

create table fbo_account_profiles (
  organization_id text collate "C" not null,
  fbo_account_id text collate "C" not null,
  external_id text collate "C",
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  changed_at timestamp(3) with time zone not null,
  constraint fbo_account_profiles_pkey PRIMARY KEY (organization_id, fbo_account_id),
  constraint fbo_account_profiles_external_id_length CHECK (((char_length(external_id) >= 1) AND (char_length(external_id) <= 128))),
  constraint fbo_account_profiles_metadata_object CHECK ((jsonb_typeof(metadata) = 'object'::text)),
  constraint fbo_account_profiles_version_positive CHECK ((version > 0))
);
CREATE UNIQUE INDEX fbo_account_profiles_external_id ON public.fbo_account_profiles USING btree (organization_id, external_id) WHERE (external_id IS NOT NULL);

create table fbo_accounts (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  first_name text,
  last_name text,
  email text,
  phone text,
  business_name text,
  max_insured_value_cents bigint default 0 not null,
  is_primary boolean default false not null,
  created_at timestamp(3) with time zone default now() not null,
  version integer default 1 not null,
  changed_by_token_id text collate "C",
  changed_by_request_id text collate "C",
  erased_at timestamp(3) with time zone,
  erasure_reason text,
  constraint fbo_accounts_pkey PRIMARY KEY (organization_id, id),
  constraint fbo_accounts_organization FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint fbo_accounts_erasure CHECK (
CASE
    WHEN (erased_at IS NULL) THEN (erasure_reason IS NULL)
    ELSE (COALESCE(((char_length(erasure_reason) >= 1) AND (char_length(erasure_reason) <= 2000)), false) AND (num_nonnulls(first_name, last_name, email, phone, business_name) = 0))
END),
  constraint fbo_accounts_rules CHECK (fbo_accounts_rules(id, first_name, last_name, email, phone, business_name, max_insured_value_cents))
);
CREATE INDEX fbo_accounts_newest ON public.fbo_accounts USING btree (organization_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX fbo_accounts_one_primary ON public.fbo_accounts USING btree (organization_id) WHERE is_primary;

create table idempotency_keys (
  organization_id text collate "C" not null,
  operation text collate "C" not null,
  key text collate "C" not null,
  request_sha256 bytea not null,
  status smallint not null,
  headers jsonb not null,
  answer text not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint idempotency_keys_pkey PRIMARY KEY (organization_id, operation, key),
  constraint idempotency_keys_key_length CHECK (((char_length(key) >= 1) AND (char_length(key) <= 255))),
  constraint idempotency_keys_sha256_length CHECK ((octet_length(request_sha256) = 32))
);
CREATE INDEX idempotency_keys_oldest ON public.idempotency_keys USING btree (organization_id, created_at);

create table identity_providers (
  organization_id text collate "C" not null,
  issuer text collate "C" not null,
  client_id text collate "C" not null,
  encrypted_secret text collate "C" not null,
  admission text collate "C" not null,
  email_domains text[] collate "C" not null,
  default_roles text[] collate "C" not null,
  roles_claim text collate "C",
  role_mapping jsonb not null,
  version integer not null,
  changed_at timestamp(3) with time zone not null,
  changed_by_token_id text collate "C",
  constraint identity_providers_pkey PRIMARY KEY (organization_id),
  constraint identity_providers_changed_by FOREIGN KEY (organization_id, changed_by_token_id) REFERENCES access_tokens(organization_id, id),
  constraint identity_providers_organization FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint identity_providers_admission_known CHECK ((admission = ANY (ARRAY['invited'::text, 'email_domains'::text]))),
  constraint identity_providers_domains_if_admitted CHECK (((admission = 'invited'::text) OR (cardinality(email_domains) >= 1))),
  constraint identity_providers_mapping_of_claim CHECK (((jsonb_typeof(role_mapping) = 'object'::text) AND ((roles_claim IS NOT NULL) OR (role_mapping = '{}'::jsonb)))),
  constraint identity_providers_version_positive CHECK ((version >= 1))
);

create table import_rows (
  organization_id text collate "C" not null,
  attempt_id text collate "C" not null,
  line integer not null,
  id text collate "C",
  fields jsonb not null,
  constraint import_rows_pkey PRIMARY KEY (organization_id, attempt_id, line)
);

create table imports (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  kind text not null,
  attempt_id text collate "C" not null,
  token_id text collate "C",
  state text default 'receiving'::text not null,
  content_sha256 text,
  rows_total integer default 0 not null,
  rows_done integer default 0 not null,
  last_line integer default 0 not null,
  amount_cents numeric,
  new_ids_begin text,
  created_at timestamp(3) with time zone default now() not null,
  completed_at timestamp(3) with time zone,
  constraint imports_pkey PRIMARY KEY (organization_id, id),
  constraint imports_organization FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint imports_completion_complete CHECK (((state = 'completed'::text) = (completed_at IS NOT NULL))),
  constraint imports_content_known CHECK (((state <> 'received'::text) OR (content_sha256 IS NOT NULL))),
  constraint imports_state_known CHECK ((state = ANY (ARRAY['receiving'::text, 'received'::text, 'completed'::text])))
);
CREATE INDEX imports_oldest ON public.imports USING btree (organization_id, created_at);

create table inventory_item_identifiers (
  organization_id text collate "C" not null,
  inventory_item_id text collate "C" not null,
  scheme text collate "C" not null,
  value_folded text collate "C" not null,
  is_present boolean not null,
  constraint inventory_item_identifiers_pkey PRIMARY KEY (organization_id, inventory_item_id, scheme, value_folded),
  constraint inventory_item_identifiers_scheme_form CHECK ((scheme ~ '^[a-z][a-z0-9_]{0,39}$'::text)),
  constraint inventory_item_identifiers_value_length CHECK (((char_length(value_folded) >= 1) AND (char_length(value_folded) <= 512)))
);
CREATE INDEX inventory_item_identifiers_by_value ON public.inventory_item_identifiers USING btree (organization_id, value_folded, scheme, inventory_item_id);
CREATE UNIQUE INDEX inventory_item_identifiers_present ON public.inventory_item_identifiers USING btree (organization_id, scheme, value_folded) WHERE is_present;

create table inventory_items (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  fbo_account_id text collate "C" not null,
  status text default 'in_vault'::text not null,
  description text,
  declared_value_cents bigint default 0 not null,
  active_transfer_id text collate "C",
  active_shipment_id text collate "C",
  created_at timestamp(3) with time zone default now() not null,
  hold_reason text,
  movement_count integer default 1 not null,
  changed_at timestamp(3) with time zone default now() not null,
  correction_count integer default 0 not null,
  identifiers jsonb default '[]'::jsonb not null,
  metadata jsonb default '{}'::jsonb not null,
  evidence jsonb default '[]'::jsonb not null,
  constraint inventory_items_pkey PRIMARY KEY (organization_id, id),
  constraint inventory_items_identity CHECK (((jsonb_typeof(identifiers) = 'array'::text) AND (jsonb_typeof(metadata) = 'object'::text) AND (jsonb_typeof(evidence) = 'array'::text) AND (correction_count >= 0))) NOT VALID,
  constraint inventory_items_rules CHECK (inventory_items_rules(id, status, description, declared_value_cents, active_transfer_id, active_shipment_id, hold_reason, movement_count))
);
CREATE INDEX inventory_items_by_account ON public.inventory_items USING btree (organization_id, fbo_account_id, id);
CREATE INDEX inventory_items_newest ON public.inventory_items USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX inventory_items_newest_by_status ON public.inventory_items USING btree (organization_id, status, created_at DESC, id DESC) WHERE (status <> 'in_vault'::text);

create table inventory_movements (
  organization_id text collate "C" not null,
  inventory_item_id text collate "C" not null,
  number integer not null,
  at timestamp(3) with time zone not null,
  kind text not null,
  from_fbo_account_id text collate "C",
  from_status text,
  to_fbo_account_id text collate "C" not null,
  to_status text not null,
  transfer_batch_id text collate "C",
  outbound_shipment_id text collate "C",
  token_id text collate "C",
  reason text,
  constraint inventory_movements_pkey PRIMARY KEY (organization_id, inventory_item_id, number),
  constraint inventory_movements_rules CHECK (inventory_movements_rules(number, kind, from_fbo_account_id, from_status, to_fbo_account_id, to_status, transfer_batch_id, outbound_shipment_id, reason))
);

create table inventory_stays (
  organization_id text collate "C" not null,
  inventory_item_id text collate "C" not null,
  number integer not null,
  fbo_account_id text collate "C" not null,
  began_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone not null,
  constraint inventory_stays_pkey PRIMARY KEY (organization_id, inventory_item_id, number),
  constraint inventory_stays_moments CHECK ((began_at <= ended_at))
);
CREATE INDEX inventory_stays_spans ON public.inventory_stays USING gist (stay_span(organization_id, fbo_account_id, began_at, ended_at));

create table inventory_valuations (
  organization_id text collate "C" not null,
  inventory_item_id text collate "C" not null,
  number integer not null,
  at timestamp(3) with time zone not null,
  from_value_cents bigint not null,
  to_value_cents bigint not null,
  reason text collate "C" not null,
  token_id text collate "C",
  revaluation_id text collate "C",
  constraint inventory_valuations_pkey PRIMARY KEY (organization_id, inventory_item_id, number),
  constraint inventory_valuations_number_positive CHECK ((number >= 1)),
  constraint inventory_valuations_reason_length CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 2000))),
  constraint inventory_valuations_values CHECK (((from_value_cents >= 0) AND (to_value_cents >= 0) AND (from_value_cents <> to_value_cents)))
);

create table organization_policies (
  organization_id text collate "C" not null,
  version integer not null,
  four_eyes boolean default true not null,
  transfer_expiry_seconds integer default 1209600,
  insured_exposure text default 'review'::text not null,
  system_approval text default 'off'::text not null,
  system_approval_max_items integer,
  system_approval_max_declared_value_cents bigint,
  system_approval_reasons text[] default '{request,trade,rebalance}'::text[] not null,
  changed_at timestamp(3) with time zone default now() not null,
  changed_by_token_id text collate "C",
  system_approval_max_items_per_day integer,
  system_approval_max_declared_value_cents_per_day bigint,
  revaluation_review_days integer,
  revaluation_max_percent integer,
  revaluation_max_cents bigint,
  recipient_required boolean default false not null,
  session_idle_minutes integer default 60 not null,
  session_max_hours integer default 12 not null,
  approval_rules jsonb default '[]'::jsonb not null,
  approval_sign_in_minutes integer,
  approval_proof text collate "C" default 'none'::text not null,
  constraint organization_policies_pkey PRIMARY KEY (organization_id, version),
  constraint organization_policies_changed_by FOREIGN KEY (organization_id, changed_by_token_id) REFERENCES access_tokens(organization_id, id),
  constraint organization_policies_organization FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint organization_policies_approval_proof_known CHECK ((approval_proof = ANY (ARRAY['none'::text, 'passkey'::text]))),
  constraint organization_policies_approval_rules_listed CHECK (((jsonb_typeof(approval_rules) = 'array'::text) AND (jsonb_array_length(approval_rules) <= 20))),
  constraint organization_policies_approval_sign_in_range CHECK (((approval_sign_in_minutes >= 1) AND (approval_sign_in_minutes <= 1440))),
  constraint organization_policies_insured_exposure_known CHECK ((insured_exposure = ANY (ARRAY['observe'::text, 'review'::text, 'block'::text]))),
  constraint organization_policies_max_declared_value_not_negative CHECK ((system_approval_max_declared_value_cents >= 0)),
  constraint organization_policies_max_declared_value_per_day_not_negative CHECK ((system_approval_max_declared_value_cents_per_day >= 0)),
  constraint organization_policies_max_items_per_day_range CHECK (((system_approval_max_items_per_day >= 1) AND (system_approval_max_items_per_day <= 1000000))),
  constraint organization_policies_max_items_range CHECK (((system_approval_max_items >= 1) AND (system_approval_max_items <= 1000))),
  constraint organization_policies_reasons_known CHECK ((system_approval_reasons <@ ARRAY['request'::text, 'trade'::text, 'rebalance'::text])),
  constraint organization_policies_revaluation_cents_not_negative CHECK ((revaluation_max_cents >= 0)),
  constraint organization_policies_revaluation_days_range CHECK (((revaluation_review_days >= 1) AND (revaluation_review_days <= 365))),
  constraint organization_policies_revaluation_percent_range CHECK (((revaluation_max_percent >= 1) AND (revaluation_max_percent <= 100000))),
  constraint organization_policies_session_idle_range CHECK (((session_idle_minutes >= 5) AND (session_idle_minutes <= 1440))),
  constraint organization_policies_session_max_range CHECK (((session_max_hours >= 1) AND (session_max_hours <= 720))),
  constraint organization_policies_system_approval_known CHECK ((system_approval = ANY (ARRAY['off'::text, 'within_limits'::text]))),
  constraint organization_policies_transfer_expiry_range CHECK (((transfer_expiry_seconds >= 1) AND (transfer_expiry_seconds <= 31536000))),
  constraint organization_policies_version_positive CHECK ((version >= 1))
);

create table organizations (
  id text collate "C" not null,
  name text not null,
  created_at timestamp(3) with time zone default now() not null,
  currency text collate "C" default 'USD'::text not null,
  mode text collate "C" default 'live'::text not null,
  constraint organizations_pkey PRIMARY KEY (id),
  constraint organizations_currency_form CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint organizations_id_form CHECK (((id ~ '^[A-Za-z0-9_-]+$'::text) AND (octet_length(id) <= 64))),
  constraint organizations_mode_known CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text]))),
  constraint organizations_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 300)))
);

create table outbound_shipment_block_changes (
  organization_id text collate "C" not null,
  fbo_account_id text collate "C" not null,
  number bigint not null,
  created_at timestamp(3) with time zone not null,
  id text collate "C" not null,
  status text not null,
  cancelled boolean not null,
  shipments integer not null,
  constraint outbound_shipment_block_changes_pkey PRIMARY KEY (organization_id, fbo_account_id, number)
);

create table outbound_shipment_blocks (
  organization_id text collate "C" not null,
  fbo_account_id text collate "C" not null,
  level smallint not null,
  created_at timestamp(3) with time zone not null,
  id text collate "C" not null,
  packing integer not null,
  inspecting integer not null,
  pending_approval integer not null,
  approved integer not null,
  shipped integer not null,
  delivered integer not null,
  cancelled_packing integer not null,
  cancelled_inspecting integer not null,
  cancelled_pending_approval integer not null,
  cancelled_approved integer not null,
  constraint outbound_shipment_blocks_pkey PRIMARY KEY (organization_id, fbo_account_id, level, created_at, id),
  constraint outbound_shipment_blocks_organization FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint outbound_shipment_blocks_level_known CHECK ((level = ANY (ARRAY[1, 2])))
);

create table outbound_shipment_directions (
  organization_id text collate "C" not null,
  outbound_shipment_id text collate "C" not null,
  recipient jsonb,
  service text collate "C",
  signature_required boolean default false not null,
  insured_value_cents bigint,
  metadata jsonb default '{}'::jsonb not null,
  salt text collate "C",
  constraint outbound_shipment_directions_pkey PRIMARY KEY (organization_id, outbound_shipment_id),
  constraint outbound_shipment_directions_insured_value_not_negative CHECK ((insured_value_cents >= 0)),
  constraint outbound_shipment_directions_metadata_object CHECK ((jsonb_typeof(metadata) = 'object'::text)),
  constraint outbound_shipment_directions_recipient_object CHECK ((jsonb_typeof(recipient) = 'object'::text)),
  constraint outbound_shipment_directions_service_length CHECK (((char_length(service) >= 1) AND (char_length(service) <= 100)))
);

create table outbound_shipment_items (
  organization_id text collate "C" not null,
  outbound_shipment_id text collate "C" not null,
  position integer not null,
  inventory_item_id text collate "C" not null,
  constraint outbound_shipment_items_pkey PRIMARY KEY (organization_id, outbound_shipment_id, "position"),
  constraint outbound_shipment_items_item_once UNIQUE (organization_id, outbound_shipment_id, inventory_item_id)
);

create table outbound_shipments (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  fbo_account_id text collate "C" not null,
  status text default 'packing'::text not null,
  shipped_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  notes text,
  total_items integer default 0 not null,
  created_by_token_id text collate "C",
  approved_at timestamp(3) with time zone,
  approved_by_token_id text collate "C",
  held_at timestamp(3) with time zone,
  hold_reason text,
  cancelled_at timestamp(3) with time zone,
  cancellation_reason text,
  carrier text,
  service text,
  tracking_number text,
  delivered_at timestamp(3) with time zone,
  version integer default 1 not null,
  approvals_required integer,
  constraint outbound_shipments_pkey PRIMARY KEY (organization_id, id),
  constraint outbound_shipments_account FOREIGN KEY (organization_id, fbo_account_id) REFERENCES fbo_accounts(organization_id, id),
  constraint outbound_shipments_approved_by FOREIGN KEY (organization_id, approved_by_token_id) REFERENCES access_tokens(organization_id, id),
  constraint outbound_shipments_created_by FOREIGN KEY (organization_id, created_by_token_id) REFERENCES access_tokens(organization_id, id),
  constraint outbound_shipments_cancellation_complete CHECK (((cancelled_at IS NULL) = (cancellation_reason IS NULL))),
  constraint outbound_shipments_cancellation_reason_length CHECK (((char_length(cancellation_reason) >= 1) AND (char_length(cancellation_reason) <= 2000))),
  constraint outbound_shipments_cancelled_before_shipped CHECK (((cancelled_at IS NULL) OR (status <> ALL (ARRAY['shipped'::text, 'delivered'::text])))),
  constraint outbound_shipments_carrier_length CHECK (((char_length(carrier) >= 1) AND (char_length(carrier) <= 100))),
  constraint outbound_shipments_hold_before_shipped CHECK (((held_at IS NULL) OR ((cancelled_at IS NULL) AND (status <> ALL (ARRAY['shipped'::text, 'delivered'::text]))))),
  constraint outbound_shipments_hold_complete CHECK (((held_at IS NULL) = (hold_reason IS NULL))),
  constraint outbound_shipments_hold_reason_length CHECK (((char_length(hold_reason) >= 1) AND (char_length(hold_reason) <= 2000))),
  constraint outbound_shipments_id_form CHECK (((id ~ '^[A-Za-z0-9_-]+$'::text) AND (octet_length(id) <= 64))),
  constraint outbound_shipments_notes_length CHECK ((char_length(notes) <= 2000)),
  constraint outbound_shipments_service_length CHECK (((char_length(service) >= 1) AND (char_length(service) <= 100))),
  constraint outbound_shipments_shipped_at_set CHECK (((shipped_at IS NOT NULL) = (status = ANY (ARRAY['shipped'::text, 'delivered'::text])))),
  constraint outbound_shipments_status_known CHECK ((status = ANY (ARRAY['packing'::text, 'inspecting'::text, 'pending_approval'::text, 'approved'::text, 'shipped'::text, 'delivered'::text]))),
  constraint outbound_shipments_total_items_not_negative CHECK ((total_items >= 0)),
  constraint outbound_shipments_tracking_number_length CHECK (((char_length(tracking_number) >= 1) AND (char_length(tracking_number) <= 100)))
);
CREATE INDEX outbound_shipments_by_tracking_number ON public.outbound_shipments USING btree (organization_id, tracking_number COLLATE "C", created_at DESC, id DESC) WHERE (tracking_number IS NOT NULL);
CREATE INDEX outbound_shipments_held ON public.outbound_shipments USING btree (organization_id) WHERE (held_at IS NOT NULL);
CREATE INDEX outbound_shipments_newest ON public.outbound_shipments USING btree (organization_id, created_at DESC, id DESC) INCLUDE (fbo_account_id, status, shipped_at) WHERE (cancelled_at IS NULL);
CREATE INDEX outbound_shipments_newest_by_account ON public.outbound_shipments USING btree (organization_id, fbo_account_id, created_at DESC, id DESC) INCLUDE (status, shipped_at) WHERE (cancelled_at IS NULL);
CREATE INDEX outbound_shipments_newest_by_account_and_status ON public.outbound_shipments USING btree (organization_id, fbo_account_id, status, created_at DESC, id DESC) INCLUDE (shipped_at) WHERE (cancelled_at IS NULL);
CREATE INDEX outbound_shipments_newest_by_status ON public.outbound_shipments USING btree (organization_id, status, created_at DESC, id DESC) INCLUDE (fbo_account_id, shipped_at) WHERE (cancelled_at IS NULL);
CREATE INDEX outbound_shipments_newest_cancelled ON public.outbound_shipments USING btree (organization_id, created_at DESC, id DESC) INCLUDE (fbo_account_id, status, shipped_at) WHERE (cancelled_at IS NOT NULL);
CREATE INDEX outbound_shipments_newest_cancelled_by_account ON public.outbound_shipments USING btree (organization_id, fbo_account_id, created_at DESC, id DESC) INCLUDE (status, shipped_at) WHERE (cancelled_at IS NOT NULL);
CREATE INDEX outbound_shipments_newest_cancelled_by_account_and_status ON public.outbound_shipments USING btree (organization_id, fbo_account_id, status, created_at DESC, id DESC) INCLUDE (shipped_at) WHERE (cancelled_at IS NOT NULL);
CREATE INDEX outbound_shipments_newest_cancelled_by_status ON public.outbound_shipments USING btree (organization_id, status, created_at DESC, id DESC) INCLUDE (fbo_account_id, shipped_at) WHERE (cancelled_at IS NOT NULL);

create table passkeys (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  person_id text collate "C" not null,
  credential_id text collate "C" not null,
  public_key bytea not null,
  algorithm integer not null,
  rp_id text collate "C" not null,
  name text collate "C" not null,
  transports text[] collate "C" not null,
  sign_count bigint default 0 not null,
  created_at timestamp(3) with time zone not null,
  removed_at timestamp(3) with time zone,
  removed_by_token_id text collate "C",
  constraint passkeys_pkey PRIMARY KEY (organization_id, id),
  constraint passkeys_algorithm_known CHECK ((algorithm = ANY (ARRAY['-7'::integer, '-8'::integer, '-257'::integer]))),
  constraint passkeys_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint passkeys_removed_after_created CHECK ((removed_at >= created_at))
);
CREATE UNIQUE INDEX passkeys_credential ON public.passkeys USING btree (organization_id, credential_id);
CREATE INDEX passkeys_of_person ON public.passkeys USING btree (organization_id, person_id, created_at DESC, id DESC) WHERE (removed_at IS NULL);

create table people (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  email text collate "C" not null,
  name text collate "C" not null,
  role_ids text[] collate "C" not null,
  state text collate "C" default 'invited'::text not null,
  issuer text collate "C",
  subject text collate "C",
  version integer default 1 not null,
  created_at timestamp(3) with time zone not null,
  created_by_token_id text collate "C",
  suspended_at timestamp(3) with time zone,
  last_signed_in_at timestamp(3) with time zone,
  constraint people_pkey PRIMARY KEY (organization_id, id),
  constraint people_bound_whole CHECK (((issuer IS NULL) = (subject IS NULL))),
  constraint people_email_form CHECK ((((char_length(email) >= 3) AND (char_length(email) <= 254)) AND (email = lower(email)))),
  constraint people_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 300))),
  constraint people_state_known CHECK ((state = ANY (ARRAY['invited'::text, 'active'::text, 'suspended'::text]))),
  constraint people_suspended_at_set CHECK (((suspended_at IS NOT NULL) = (state = 'suspended'::text)))
);
CREATE UNIQUE INDEX people_email ON public.people USING btree (organization_id, email);
CREATE UNIQUE INDEX people_subject ON public.people USING btree (organization_id, issuer, subject) WHERE (subject IS NOT NULL);

create table revaluations (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  status text collate "C" default 'pending'::text not null,
  reason text collate "C" not null,
  total_items integer not null,
  item_ids text[] collate "C" not null,
  from_values_cents bigint[] not null,
  to_values_cents bigint[] not null,
  requested_by_token_id text collate "C",
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone,
  decided_at timestamp(3) with time zone,
  decided_by_token_id text collate "C",
  decision_reason text collate "C",
  version integer default 1 not null,
  approvals_required integer,
  constraint revaluations_pkey PRIMARY KEY (organization_id, id),
  constraint revaluations_decision_complete CHECK ((((status = 'pending'::text) = (decided_at IS NULL)) AND ((decided_at IS NOT NULL) OR (decided_by_token_id IS NULL)))),
  constraint revaluations_decision_reason_of_decision CHECK (((decision_reason IS NULL) OR ((status = ANY (ARRAY['rejected'::text, 'cancelled'::text])) AND ((char_length(decision_reason) >= 1) AND (char_length(decision_reason) <= 2000))))),
  constraint revaluations_items_counted CHECK ((((total_items >= 1) AND (total_items <= 1000)) AND (cardinality(item_ids) = total_items) AND (cardinality(from_values_cents) = total_items) AND (cardinality(to_values_cents) = total_items))),
  constraint revaluations_reason_length CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 2000))),
  constraint revaluations_status_known CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'cancelled'::text])))
);
CREATE INDEX revaluations_newest ON public.revaluations USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX revaluations_newest_by_status ON public.revaluations USING btree (organization_id, status, created_at DESC, id DESC);

create table roles (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  name text collate "C" not null,
  name_folded text collate "C" not null,
  permissions text[] not null,
  version integer default 1 not null,
  created_at timestamp(3) with time zone not null,
  changed_at timestamp(3) with time zone not null,
  constraint roles_pkey PRIMARY KEY (organization_id, id),
  constraint roles_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint roles_permissions_known CHECK (((cardinality(permissions) >= 1) AND access_token_permissions_known(permissions)))
);
CREATE UNIQUE INDEX roles_name ON public.roles USING btree (organization_id, name_folded);

create table schema_migrations (
  version integer not null,
  name text not null,
  sha256 text not null,
  applied_at timestamp(3) with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (version)
);

create table search_progress (
  organization_id text collate "C" not null,
  event_number bigint not null,
  types_left text[] collate "C" not null,
  looked_through_to text collate "C" default ''::text not null,
  constraint search_progress_pkey PRIMARY KEY (organization_id),
  constraint search_progress_organization FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table search_texts (
  organization_id text collate "C" not null,
  record_type text collate "C" not null,
  record_id text collate "C" not null,
  words text collate "C" not null,
  constraint search_texts_pkey PRIMARY KEY (organization_id, record_type, record_id)
);
CREATE INDEX search_texts_by_tail ON public.search_texts USING btree (organization_id, reverse(lower(record_id)), record_type);
CREATE INDEX search_texts_of_accounts ON public.search_texts USING gin (organization_id, words gin_trgm_ops) WITH (gin_pending_list_limit='512') WHERE (record_type = 'fbo_account'::text);
CREATE INDEX search_texts_of_items ON public.search_texts USING gin (organization_id, words gin_trgm_ops) WITH (gin_pending_list_limit='512') WHERE (record_type = 'inventory_item'::text);
CREATE INDEX search_texts_of_shipments ON public.search_texts USING gin (organization_id, words gin_trgm_ops) WITH (gin_pending_list_limit='512') WHERE (record_type = 'outbound_shipment'::text);
CREATE INDEX search_texts_of_transfers ON public.search_texts USING gin (organization_id, words gin_trgm_ops) WITH (gin_pending_list_limit='512') WHERE (record_type = 'transfer_batch'::text);

create table session_bearers (
  organization_id text collate "C" not null,
  token_sha256 bytea not null,
  session_id text collate "C" not null,
  expires_at timestamp(3) with time zone not null,
  constraint session_bearers_pkey PRIMARY KEY (organization_id, token_sha256),
  constraint session_bearers_session FOREIGN KEY (organization_id, session_id) REFERENCES sessions(organization_id, id),
  constraint session_bearers_length CHECK ((octet_length(token_sha256) = 32))
);

create table sessions (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  secret_sha256 bytea not null,
  access_token_id text collate "C" not null,
  person_id text collate "C",
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  ended_reason text collate "C",
  user_agent text collate "C",
  address text collate "C" not null,
  constraint sessions_pkey PRIMARY KEY (organization_id, id),
  constraint sessions_secret_unique UNIQUE (organization_id, secret_sha256),
  constraint sessions_access_token FOREIGN KEY (organization_id, access_token_id) REFERENCES access_tokens(organization_id, id),
  constraint sessions_person FOREIGN KEY (organization_id, person_id) REFERENCES people(organization_id, id),
  constraint sessions_end_complete CHECK (((ended_at IS NULL) = (ended_reason IS NULL))),
  constraint sessions_ended_reason_known CHECK ((ended_reason = ANY (ARRAY['signed_out'::text, 'replaced'::text, 'ended'::text, 'idle'::text, 'expired'::text, 'suspended'::text]))),
  constraint sessions_secret_length CHECK ((octet_length(secret_sha256) = 32)),
  constraint sessions_user_agent_length CHECK (((char_length(user_agent) >= 1) AND (char_length(user_agent) <= 400)))
);
CREATE INDEX sessions_of_person ON public.sessions USING btree (organization_id, person_id, created_at DESC, id DESC) WHERE (person_id IS NOT NULL);

create table sign_in_codes (
  organization_id text collate "C" not null,
  code_sha256 bytea not null,
  person_id text collate "C" not null,
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  constraint sign_in_codes_pkey PRIMARY KEY (organization_id, code_sha256),
  constraint sign_in_codes_person FOREIGN KEY (organization_id, person_id) REFERENCES people(organization_id, id),
  constraint sign_in_codes_length CHECK ((octet_length(code_sha256) = 32))
);

create table signing_keys (
  id text collate "C" not null,
  public_key bytea not null,
  encrypted_private_key text not null,
  created_at timestamp(3) with time zone default now() not null,
  retired_at timestamp(3) with time zone,
  previous_key_id text collate "C",
  previous_signature bytea,
  signature bytea,
  constraint signing_keys_pkey PRIMARY KEY (id),
  constraint signing_keys_public_key_length CHECK ((octet_length(public_key) = 32)),
  constraint signing_keys_signature_lengths CHECK (((octet_length(signature) = 64) AND (COALESCE(octet_length(previous_signature), 64) = 64))),
  constraint signing_keys_signature_with_previous CHECK ((((previous_key_id IS NULL) = (signature IS NULL)) AND ((previous_key_id IS NOT NULL) OR (previous_signature IS NULL))))
);
CREATE UNIQUE INDEX signing_keys_one_in_use ON public.signing_keys USING btree (((retired_at IS NULL))) WHERE (retired_at IS NULL);

create table transfer_batches (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  from_fbo_account_id text collate "C" not null,
  to_fbo_account_id text collate "C" not null,
  status text default 'pending'::text not null,
  total_items integer not null,
  approved_by_system boolean default false not null,
  notes text,
  created_by_token_id text collate "C",
  created_at timestamp(3) with time zone default now() not null,
  expires_at timestamp(3) with time zone,
  decided_at timestamp(3) with time zone,
  decided_by_token_id text collate "C",
  decision_reason text,
  system_review text default 'off'::text not null,
  review text[] default '{}'::text[] not null,
  approved_over_insured_maximum boolean default false not null,
  version integer default 1 not null,
  idempotency_key text collate "C",
  item_ids text[] collate "C" not null,
  reasons text[] not null,
  total_declared_value_cents numeric,
  metadata jsonb default '{}'::jsonb not null,
  approvals_required integer,
  constraint transfer_batches_pkey PRIMARY KEY (organization_id, id),
  constraint transfer_batches_rules CHECK (transfer_batches_rules(id, from_fbo_account_id, to_fbo_account_id, status, total_items, approved_by_system, notes, decided_at, decision_reason, system_review, review, idempotency_key, item_ids, reasons))
);
CREATE INDEX transfer_batches_idempotency_key ON public.transfer_batches USING btree (organization_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX transfer_batches_newest ON public.transfer_batches USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX transfer_batches_newest_by_destination ON public.transfer_batches USING btree (organization_id, to_fbo_account_id, created_at DESC, id DESC);
CREATE INDEX transfer_batches_newest_by_source ON public.transfer_batches USING btree (organization_id, from_fbo_account_id, created_at DESC, id DESC);
CREATE INDEX transfer_batches_newest_by_status ON public.transfer_batches USING btree (organization_id, status, created_at DESC, id DESC);
CREATE INDEX transfer_batches_pending_by_expiry ON public.transfer_batches USING btree (organization_id, expires_at) WHERE (status = 'pending'::text);
CREATE INDEX transfer_batches_pending_inbound ON public.transfer_batches USING btree (organization_id, to_fbo_account_id) WHERE (status = 'pending'::text);
CREATE INDEX transfer_batches_review_due ON public.transfer_batches USING btree (organization_id, id) WHERE (system_review = 'due'::text);

create table webhook_attempts (
  organization_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_number bigint not null,
  number integer not null,
  at timestamp(3) with time zone not null,
  status integer,
  duration_ms integer not null,
  error text,
  response text,
  constraint webhook_attempts_pkey PRIMARY KEY (organization_id, endpoint_id, event_number, number),
  constraint webhook_attempts_endpoint FOREIGN KEY (organization_id, endpoint_id) REFERENCES webhook_endpoints(organization_id, id) ON DELETE CASCADE,
  constraint webhook_attempts_organization FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint webhook_attempts_number_positive CHECK ((number >= 1))
);
CREATE INDEX webhook_attempts_by_time ON public.webhook_attempts USING btree (organization_id, at);

create table webhook_deliveries (
  organization_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_number bigint not null,
  status text default 'pending'::text not null,
  attempts integer default 0 not null,
  attempts_before integer default 0 not null,
  next_attempt_at timestamp(3) with time zone,
  claimed_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  constraint webhook_deliveries_pkey PRIMARY KEY (organization_id, endpoint_id, event_number),
  constraint webhook_deliveries_endpoint FOREIGN KEY (organization_id, endpoint_id) REFERENCES webhook_endpoints(organization_id, id) ON DELETE CASCADE,
  constraint webhook_deliveries_organization FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint webhook_deliveries_attempts_before_range CHECK (((attempts_before >= 0) AND (attempts_before <= attempts))),
  constraint webhook_deliveries_claimed_while_pending CHECK (((status = 'pending'::text) OR (claimed_until IS NULL))),
  constraint webhook_deliveries_ends CHECK (((status = 'pending'::text) = (ended_at IS NULL))),
  constraint webhook_deliveries_next_while_pending CHECK (((status = 'pending'::text) = (next_attempt_at IS NOT NULL))),
  constraint webhook_deliveries_status_known CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX webhook_deliveries_by_end ON public.webhook_deliveries USING btree (organization_id, ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (organization_id, endpoint_id, next_attempt_at) WHERE (status = 'pending'::text);
CREATE INDEX webhook_deliveries_failed ON public.webhook_deliveries USING btree (organization_id, endpoint_id, event_number) WHERE (status = 'failed'::text);
CREATE INDEX webhook_deliveries_pending ON public.webhook_deliveries USING btree (organization_id, endpoint_id, event_number) WHERE (status = 'pending'::text);

create table webhook_endpoint_health (
  organization_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  position bigint not null,
  failing_since timestamp(3) with time zone,
  last_success_at timestamp(3) with time zone,
  last_failure_at timestamp(3) with time zone,
  last_error text,
  constraint webhook_endpoint_health_pkey PRIMARY KEY (organization_id, endpoint_id),
  constraint webhook_endpoint_health_endpoint FOREIGN KEY (organization_id, endpoint_id) REFERENCES webhook_endpoints(organization_id, id) ON DELETE CASCADE,
  constraint webhook_endpoint_health_organization FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint webhook_endpoint_health_position_not_negative CHECK (("position" >= 0))
);

create table webhook_endpoints (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  url text not null,
  types text[],
  is_enabled boolean default true not null,
  disabled_reason text,
  encrypted_secret text not null,
  previous_encrypted_secret text,
  previous_secret_ends_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  version integer default 1 not null,
  constraint webhook_endpoints_pkey PRIMARY KEY (organization_id, id),
  constraint webhook_endpoints_organization FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint webhook_endpoints_disabled_for_a_reason CHECK ((is_enabled = (disabled_reason IS NULL))),
  constraint webhook_endpoints_disabled_reason_known CHECK ((disabled_reason = ANY (ARRAY['by_request'::text, 'gone'::text, 'failing'::text]))),
  constraint webhook_endpoints_previous_secret_ends CHECK (((previous_encrypted_secret IS NULL) = (previous_secret_ends_at IS NULL))),
  constraint webhook_endpoints_types_some CHECK ((cardinality(types) >= 1))
);

CREATE OR REPLACE FUNCTION public.access_token_blocks_valid(blocks text[])
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL RESTRICTED
AS $function$
begin
  perform blocks::cidr[];
  return true;
exception when invalid_text_representation then
  return false;
end
$function$;

CREATE OR REPLACE FUNCTION public.access_token_permissions_known(permissions text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (permissions <@ ARRAY['transfer_batches:create'::text, 'transfer_batches:read'::text, 'transfer_batches:approve'::text, 'transfer_batches:cancel'::text, 'fbo_accounts:create'::text, 'fbo_accounts:read'::text, 'fbo_accounts:update'::text, 'fbo_accounts:set_insured_maximum'::text, 'fbo_accounts:erase'::text, 'inventory_items:create'::text, 'inventory_items:read'::text, 'inventory_items:update'::text, 'inventory_items:revalue'::text, 'revaluations:approve'::text, 'outbound_shipments:create'::text, 'outbound_shipments:read'::text, 'outbound_shipments:update'::text, 'outbound_shipments:approve'::text, 'imports:create'::text, 'organization_policies:read'::text, 'organization_policies:update'::text, 'access_tokens:manage'::text, 'roles:manage'::text, 'people:manage'::text, 'identity_provider:manage'::text, 'events:read'::text, 'webhooks:manage'::text]);

CREATE OR REPLACE FUNCTION public.fbo_accounts_rules(id text, first_name text, last_name text, email text, phone text, business_name text, max_insured_value_cents bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.inventory_items_rules(id text, status text, description text, declared_value_cents bigint, active_transfer_id text, active_shipment_id text, hold_reason text, movement_count integer)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.inventory_movements_rules(number integer, kind text, from_fbo_account_id text, from_status text, to_fbo_account_id text, to_status text, transfer_batch_id text, outbound_shipment_id text, reason text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.next_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + 1;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_outbound_shipment_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.number_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('events ' || new.organization_id, 0));
  select coalesce(greatest(
      (select max(number) from events where organization_id = new.organization_id),
      (select max(number) from event_seals where organization_id = new.organization_id)
    ), 0) + 1
  into new.number;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.outbound_shipment_blocks_lock(organization_id text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((('x'::text || "left"(encode(sha256(convert_to(('outbound_shipment_blocks of organization_id '::text || organization_id), 'UTF8'::name)), 'hex'::text), 16)))::bit(64))::bigint;

CREATE OR REPLACE FUNCTION public.refuse_other_approvals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.refuse_other_corrections()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  old.from_value := null;
  old.to_value := null;
  if new is distinct from old then
    raise exception 'corrections is append-only: an erasure empties values, nothing else is changed'
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_other_items()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and current_setting('vault_inventory.wipes', true) = 'on' then
    return null;
  end if;
  raise exception 'the items of % are append-only: they are neither changed nor deleted', tg_table_name
    using errcode = 'integrity_constraint_violation';
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_to_rewrite()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and current_setting('vault_inventory.wipes', true) = 'on'
    -- A shard has the name of its table with a number behind it.
    and tg_table_name ~ '^(approvals|corrections|inventory_(movements|stays|valuations)|outbound_shipment_items)' then
    return null;
  end if;
  raise exception '% is append-only: rows are neither changed nor deleted', tg_table_name
    using errcode = 'integrity_constraint_violation';
end
$function$;

CREATE OR REPLACE FUNCTION public.stay_place(organization_id text, fbo_account_id text, at timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((hashtextextended(((organization_id || ' '::text) || fbo_account_id), (0)::bigint) & (2097151)::bigint) << 42) + (floor((EXTRACT(epoch FROM (at - '1970-01-01 00:00:00+00'::timestamp with time zone)) * (1000)::numeric)))::bigint);

CREATE OR REPLACE FUNCTION public.stay_span(organization_id text, fbo_account_id text, began_at timestamp with time zone, ended_at timestamp with time zone)
 RETURNS int8range
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN int8range(stay_place(organization_id, fbo_account_id, began_at), stay_place(organization_id, fbo_account_id, ended_at));

CREATE OR REPLACE FUNCTION public.transfer_batches_rules(id text, from_fbo_account_id text, to_fbo_account_id text, status text, total_items integer, approved_by_system boolean, notes text, decided_at timestamp with time zone, decision_reason text, system_review text, review text[], idempotency_key text, item_ids text[], reasons text[])
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
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
$function$;

CREATE TRIGGER approvals_append_only BEFORE DELETE OR TRUNCATE ON public.approvals FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_rewrite();

CREATE TRIGGER approvals_ended_only BEFORE UPDATE ON public.approvals FOR EACH ROW EXECUTE FUNCTION refuse_other_approvals();

CREATE TRIGGER corrections_append_only BEFORE DELETE OR TRUNCATE ON public.corrections FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_rewrite();

CREATE TRIGGER corrections_emptied_only BEFORE UPDATE ON public.corrections FOR EACH ROW EXECUTE FUNCTION refuse_other_corrections();

CREATE TRIGGER event_checkpoints_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.event_checkpoints FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_rewrite();

CREATE TRIGGER event_seals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.event_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_rewrite();

CREATE TRIGGER events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.events FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_rewrite();

CREATE TRIGGER events_numbered BEFORE INSERT ON public.events FOR EACH ROW WHEN ((new.number IS NULL)) EXECUTE FUNCTION number_event();

CREATE TRIGGER inventory_movements_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.inventory_movements FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_rewrite();

CREATE TRIGGER inventory_stays_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.inventory_stays FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_rewrite();

CREATE TRIGGER inventory_valuations_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.inventory_valuations FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_rewrite();

CREATE TRIGGER organization_policies_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.organization_policies FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_rewrite();

CREATE TRIGGER outbound_shipment_items_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.outbound_shipment_items FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_rewrite();

CREATE TRIGGER outbound_shipments_added AFTER INSERT ON public.outbound_shipments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_outbound_shipment_changes();

CREATE TRIGGER outbound_shipments_changed AFTER UPDATE ON public.outbound_shipments REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_outbound_shipment_changes();

CREATE TRIGGER outbound_shipments_removed AFTER DELETE ON public.outbound_shipments REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION note_outbound_shipment_changes();

CREATE TRIGGER outbound_shipments_version BEFORE UPDATE ON public.outbound_shipments FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION next_version();

CREATE TRIGGER signing_keys_append_only BEFORE DELETE OR TRUNCATE ON public.signing_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_rewrite();

CREATE TRIGGER transfer_batches_items_append_only BEFORE DELETE OR UPDATE OF item_ids, reasons OR TRUNCATE ON public.transfer_batches FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_items();

CREATE TRIGGER transfer_batches_version BEFORE UPDATE ON public.transfer_batches FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION next_version();

CREATE TRIGGER webhook_endpoints_version BEFORE UPDATE ON public.webhook_endpoints FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION next_version();
