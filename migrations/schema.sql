-- Made by `npm run generate` from a database with every migration applied.

create table access_tokens (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  token_sha256 bytea not null,
  permissions text[] not null,
  created_at timestamp(3) with time zone default now() not null,
  expires_at timestamp(3) with time zone not null,
  revoked_at timestamp(3) with time zone,
  constraint access_tokens_pkey PRIMARY KEY (organization_id, id),
  constraint access_tokens_sha256_unique UNIQUE (token_sha256),
  constraint access_tokens_organization FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint access_tokens_id_form CHECK (((id ~ '^[A-Za-z0-9_-]+$'::text) AND (octet_length(id) <= 64))),
  constraint access_tokens_lifetime CHECK ((expires_at <= (created_at + '365 days 01:00:00'::interval))),
  constraint access_tokens_sha256_length CHECK ((octet_length(token_sha256) = 32))
);

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
  constraint fbo_accounts_pkey PRIMARY KEY (organization_id, id),
  constraint fbo_accounts_organization FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint fbo_accounts_business_name_length CHECK (((char_length(business_name) >= 1) AND (char_length(business_name) <= 500))),
  constraint fbo_accounts_email_form CHECK (((email ~ '^[^@]+@[^@]+$'::text) AND ((char_length(email) >= 3) AND (char_length(email) <= 254)))),
  constraint fbo_accounts_first_name_length CHECK (((char_length(first_name) >= 1) AND (char_length(first_name) <= 300))),
  constraint fbo_accounts_id_form CHECK (((id ~ '^[A-Za-z0-9_-]+$'::text) AND (octet_length(id) <= 64))),
  constraint fbo_accounts_last_name_length CHECK (((char_length(last_name) >= 1) AND (char_length(last_name) <= 300))),
  constraint fbo_accounts_max_insured_value_not_negative CHECK ((max_insured_value_cents >= 0)),
  constraint fbo_accounts_phone_form CHECK ((phone ~ '^[0-9 +().x-]{3,32}$'::text))
);
CREATE UNIQUE INDEX fbo_accounts_one_primary ON public.fbo_accounts USING btree (organization_id) WHERE is_primary;

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
  constraint inventory_items_pkey PRIMARY KEY (organization_id, id),
  constraint inventory_items_account FOREIGN KEY (organization_id, fbo_account_id) REFERENCES fbo_accounts(organization_id, id),
  constraint inventory_items_active_shipment FOREIGN KEY (organization_id, active_shipment_id) REFERENCES outbound_shipments(organization_id, id),
  constraint inventory_items_active_transfer FOREIGN KEY (organization_id, active_transfer_id) REFERENCES transfer_batches(organization_id, id),
  constraint inventory_items_declared_value_not_negative CHECK ((declared_value_cents >= 0)),
  constraint inventory_items_description_length CHECK (((char_length(description) >= 1) AND (char_length(description) <= 500))),
  constraint inventory_items_id_form CHECK (((id ~ '^[A-Za-z0-9_-]+$'::text) AND (octet_length(id) <= 64))),
  constraint inventory_items_one_claim CHECK ((((active_transfer_id IS NOT NULL) = (status = 'transfer_pending'::text)) AND ((active_shipment_id IS NOT NULL) = (status = 'shipment_pending'::text)))),
  constraint inventory_items_status_known CHECK ((status = ANY (ARRAY['in_vault'::text, 'transfer_pending'::text, 'shipment_pending'::text, 'on_hold'::text, 'shipped'::text, 'delivered'::text, 'withdrawn'::text])))
);
CREATE INDEX inventory_items_by_account ON public.inventory_items USING btree (organization_id, fbo_account_id, id);
CREATE INDEX inventory_items_by_active_shipment ON public.inventory_items USING btree (organization_id, active_shipment_id) WHERE (active_shipment_id IS NOT NULL);
CREATE INDEX inventory_items_by_active_transfer ON public.inventory_items USING btree (organization_id, active_transfer_id) WHERE (active_transfer_id IS NOT NULL);

create table organizations (
  id text collate "C" not null,
  name text not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint organizations_pkey PRIMARY KEY (id),
  constraint organizations_id_form CHECK (((id ~ '^[A-Za-z0-9_-]+$'::text) AND (octet_length(id) <= 64))),
  constraint organizations_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 300)))
);

create table outbound_shipments (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  fbo_account_id text collate "C" not null,
  status text default 'packing'::text not null,
  shipped_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  constraint outbound_shipments_pkey PRIMARY KEY (organization_id, id),
  constraint outbound_shipments_account FOREIGN KEY (organization_id, fbo_account_id) REFERENCES fbo_accounts(organization_id, id),
  constraint outbound_shipments_id_form CHECK (((id ~ '^[A-Za-z0-9_-]+$'::text) AND (octet_length(id) <= 64))),
  constraint outbound_shipments_shipped_at_set CHECK (((shipped_at IS NOT NULL) = (status = ANY (ARRAY['shipped'::text, 'delivered'::text])))),
  constraint outbound_shipments_status_known CHECK ((status = ANY (ARRAY['packing'::text, 'inspecting'::text, 'pending_approval'::text, 'approved'::text, 'shipped'::text, 'delivered'::text])))
);
CREATE INDEX outbound_shipments_newest ON public.outbound_shipments USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX outbound_shipments_newest_by_account ON public.outbound_shipments USING btree (organization_id, fbo_account_id, created_at DESC, id DESC);
CREATE INDEX outbound_shipments_newest_by_account_and_status ON public.outbound_shipments USING btree (organization_id, fbo_account_id, status, created_at DESC, id DESC);
CREATE INDEX outbound_shipments_newest_by_status ON public.outbound_shipments USING btree (organization_id, status, created_at DESC, id DESC);

create table schema_migrations (
  version integer not null,
  name text not null,
  sha256 text not null,
  applied_at timestamp(3) with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (version)
);

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
  constraint transfer_batches_pkey PRIMARY KEY (organization_id, id),
  constraint transfer_batches_created_by FOREIGN KEY (organization_id, created_by_token_id) REFERENCES access_tokens(organization_id, id),
  constraint transfer_batches_from_account FOREIGN KEY (organization_id, from_fbo_account_id) REFERENCES fbo_accounts(organization_id, id),
  constraint transfer_batches_to_account FOREIGN KEY (organization_id, to_fbo_account_id) REFERENCES fbo_accounts(organization_id, id),
  constraint transfer_batches_accounts_differ CHECK ((from_fbo_account_id <> to_fbo_account_id)),
  constraint transfer_batches_id_form CHECK (((id ~ '^[A-Za-z0-9_-]+$'::text) AND (octet_length(id) <= 64))),
  constraint transfer_batches_notes_length CHECK ((char_length(notes) <= 2000)),
  constraint transfer_batches_status_known CHECK ((status = ANY (ARRAY['pending'::text, 'completed'::text, 'rejected'::text, 'cancelled'::text, 'expired'::text]))),
  constraint transfer_batches_total_items_range CHECK (((total_items >= 1) AND (total_items <= 1000)))
);

create table transfer_items (
  organization_id text collate "C" not null,
  transfer_batch_id text collate "C" not null,
  position integer not null,
  inventory_item_id text collate "C" not null,
  reason text not null,
  constraint transfer_items_pkey PRIMARY KEY (organization_id, transfer_batch_id, "position"),
  constraint transfer_items_item_once UNIQUE (organization_id, transfer_batch_id, inventory_item_id),
  constraint transfer_items_batch FOREIGN KEY (organization_id, transfer_batch_id) REFERENCES transfer_batches(organization_id, id),
  constraint transfer_items_item FOREIGN KEY (organization_id, inventory_item_id) REFERENCES inventory_items(organization_id, id),
  constraint transfer_items_reason_known CHECK ((reason = ANY (ARRAY['request'::text, 'trade'::text, 'rebalance'::text])))
);
