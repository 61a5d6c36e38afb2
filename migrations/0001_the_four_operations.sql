-- The records behind the four specified operations.
-- Creates tables only; on an empty database it locks nothing that anybody uses.
--
-- Every primary key leads with organization_id and every foreign key carries it along: a reference
-- across organizations cannot be written down, and each table can be distributed by organization.
-- Ids are compared byte by byte (collate "C"): lock order and list order mean the same everywhere.
-- Their length is checked apart from their letters: a bounded repetition in the pattern costs 6.6 us a
-- row, this 0.4 us, which is a third of what importing a million items takes.

create table organizations (
  id         text collate "C" not null,
  name       text not null,
  created_at timestamptz(3) not null default now(),
  constraint organizations_pkey primary key (id),
  constraint organizations_id_form check (id ~ '^[A-Za-z0-9_-]+$' and octet_length(id) <= 64),
  constraint organizations_name_length check (char_length(name) between 1 and 300)
);

create table access_tokens (
  organization_id text collate "C" not null,
  id              text collate "C" not null,
  token_sha256    bytea not null,
  permissions     text[] not null,
  created_at      timestamptz(3) not null default now(),
  expires_at      timestamptz(3) not null,
  revoked_at      timestamptz(3),
  constraint access_tokens_pkey primary key (organization_id, id),
  constraint access_tokens_id_form check (id ~ '^[A-Za-z0-9_-]+$' and octet_length(id) <= 64),
  constraint access_tokens_organization foreign key (organization_id) references organizations (id),
  constraint access_tokens_sha256_length check (octet_length(token_sha256) = 32),
  constraint access_tokens_sha256_unique unique (token_sha256),
  -- A token lives 365 days at most; the hour allows for a clock that disagrees with the database's.
  constraint access_tokens_lifetime check (expires_at <= created_at + interval '365 days 1 hour')
);

create table fbo_accounts (
  organization_id         text collate "C" not null,
  id                      text collate "C" not null,
  first_name              text,
  last_name               text,
  email                   text,
  phone                   text,
  business_name           text,
  max_insured_value_cents bigint not null default 0,
  is_primary              boolean not null default false,
  created_at              timestamptz(3) not null default now(),
  constraint fbo_accounts_pkey primary key (organization_id, id),
  constraint fbo_accounts_id_form check (id ~ '^[A-Za-z0-9_-]+$' and octet_length(id) <= 64),
  constraint fbo_accounts_organization foreign key (organization_id) references organizations (id),
  constraint fbo_accounts_first_name_length check (char_length(first_name) between 1 and 300),
  constraint fbo_accounts_last_name_length check (char_length(last_name) between 1 and 300),
  constraint fbo_accounts_email_form check (email ~ '^[^@]+@[^@]+$' and char_length(email) between 3 and 254),
  constraint fbo_accounts_phone_form check (phone ~ '^[0-9 +().x-]{3,32}$'),
  constraint fbo_accounts_business_name_length check (char_length(business_name) between 1 and 500),
  constraint fbo_accounts_max_insured_value_not_negative check (max_insured_value_cents >= 0)
);

create unique index fbo_accounts_one_primary on fbo_accounts (organization_id) where is_primary;

create table transfer_batches (
  organization_id     text collate "C" not null,
  id                  text collate "C" not null,
  from_fbo_account_id text collate "C" not null,
  to_fbo_account_id   text collate "C" not null,
  status              text not null default 'pending',
  total_items         integer not null,
  approved_by_system  boolean not null default false,
  notes               text,
  created_by_token_id text collate "C",
  created_at          timestamptz(3) not null default now(),
  constraint transfer_batches_pkey primary key (organization_id, id),
  constraint transfer_batches_id_form check (id ~ '^[A-Za-z0-9_-]+$' and octet_length(id) <= 64),
  constraint transfer_batches_from_account foreign key (organization_id, from_fbo_account_id)
    references fbo_accounts (organization_id, id),
  constraint transfer_batches_to_account foreign key (organization_id, to_fbo_account_id)
    references fbo_accounts (organization_id, id),
  constraint transfer_batches_created_by foreign key (organization_id, created_by_token_id)
    references access_tokens (organization_id, id),
  constraint transfer_batches_accounts_differ check (from_fbo_account_id <> to_fbo_account_id),
  constraint transfer_batches_status_known
    check (status in ('pending', 'completed', 'rejected', 'cancelled', 'expired')),
  constraint transfer_batches_total_items_range check (total_items between 1 and 1000),
  constraint transfer_batches_notes_length check (char_length(notes) <= 2000)
);

create table outbound_shipments (
  organization_id text collate "C" not null,
  id              text collate "C" not null,
  fbo_account_id  text collate "C" not null,
  status          text not null default 'packing',
  shipped_at      timestamptz(3),
  created_at      timestamptz(3) not null default now(),
  constraint outbound_shipments_pkey primary key (organization_id, id),
  constraint outbound_shipments_id_form check (id ~ '^[A-Za-z0-9_-]+$' and octet_length(id) <= 64),
  constraint outbound_shipments_account foreign key (organization_id, fbo_account_id)
    references fbo_accounts (organization_id, id),
  constraint outbound_shipments_status_known check (status in
    ('packing', 'inspecting', 'pending_approval', 'approved', 'shipped', 'delivered')),
  constraint outbound_shipments_shipped_at_set
    check ((shipped_at is not null) = (status in ('shipped', 'delivered')))
);

-- One per way of asking; each ends in the list's total order, newest first.
create index outbound_shipments_newest
  on outbound_shipments (organization_id, created_at desc, id desc);
create index outbound_shipments_newest_by_status
  on outbound_shipments (organization_id, status, created_at desc, id desc);
create index outbound_shipments_newest_by_account
  on outbound_shipments (organization_id, fbo_account_id, created_at desc, id desc);
create index outbound_shipments_newest_by_account_and_status
  on outbound_shipments (organization_id, fbo_account_id, status, created_at desc, id desc);

create table inventory_items (
  organization_id      text collate "C" not null,
  id                   text collate "C" not null,
  fbo_account_id       text collate "C" not null,
  status               text not null default 'in_vault',
  description          text,
  declared_value_cents bigint not null default 0,
  active_transfer_id   text collate "C",
  active_shipment_id   text collate "C",
  created_at           timestamptz(3) not null default now(),
  constraint inventory_items_pkey primary key (organization_id, id),
  constraint inventory_items_id_form check (id ~ '^[A-Za-z0-9_-]+$' and octet_length(id) <= 64),
  constraint inventory_items_account foreign key (organization_id, fbo_account_id)
    references fbo_accounts (organization_id, id),
  constraint inventory_items_active_transfer foreign key (organization_id, active_transfer_id)
    references transfer_batches (organization_id, id),
  constraint inventory_items_active_shipment foreign key (organization_id, active_shipment_id)
    references outbound_shipments (organization_id, id),
  constraint inventory_items_status_known check (status in ('in_vault', 'transfer_pending',
    'shipment_pending', 'on_hold', 'shipped', 'delivered', 'withdrawn')),
  constraint inventory_items_description_length check (char_length(description) between 1 and 500),
  constraint inventory_items_declared_value_not_negative check (declared_value_cents >= 0),
  -- An item has room for one claim, and its status says which: two claims cannot be written down.
  constraint inventory_items_one_claim check (
    (active_transfer_id is not null) = (status = 'transfer_pending')
    and (active_shipment_id is not null) = (status = 'shipment_pending'))
);

-- Only claimed items are in these: they serve "what does this batch hold" and cost little.
create index inventory_items_by_active_transfer
  on inventory_items (organization_id, active_transfer_id) where active_transfer_id is not null;
create index inventory_items_by_active_shipment
  on inventory_items (organization_id, active_shipment_id) where active_shipment_id is not null;
create index inventory_items_by_account on inventory_items (organization_id, fbo_account_id, id);

create table transfer_items (
  organization_id   text collate "C" not null,
  transfer_batch_id text collate "C" not null,
  position          integer not null,
  inventory_item_id text collate "C" not null,
  reason            text not null,
  constraint transfer_items_pkey primary key (organization_id, transfer_batch_id, position),
  constraint transfer_items_batch foreign key (organization_id, transfer_batch_id)
    references transfer_batches (organization_id, id),
  constraint transfer_items_item foreign key (organization_id, inventory_item_id)
    references inventory_items (organization_id, id),
  constraint transfer_items_item_once unique (organization_id, transfer_batch_id, inventory_item_id),
  constraint transfer_items_reason_known check (reason in ('request', 'trade', 'rebalance'))
);
