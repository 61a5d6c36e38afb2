-- What an engineer writes in an afternoon: every reference checked, an index for each list.
create table organizations (id text primary key, name text not null);

create table access_tokens (
  sha256 bytea primary key,
  organization_id text not null references organizations,
  expires_at timestamptz not null
);

create table fbo_accounts (
  id text primary key,
  organization_id text not null references organizations,
  first_name text,
  last_name text,
  email text,
  phone text,
  business_name text,
  max_insured_value_cents bigint not null default 0,
  is_primary boolean not null default false,
  created_at timestamptz not null default now()
);

create table transfers (
  id text primary key,
  organization_id text not null references organizations,
  from_fbo_account_id text not null references fbo_accounts,
  to_fbo_account_id text not null references fbo_accounts,
  status text not null default 'pending',
  total_items integer not null,
  approved_by_system boolean not null default false,
  notes text,
  created_at timestamptz not null default now(),
  check (from_fbo_account_id <> to_fbo_account_id)
);

create table inventory_items (
  id text primary key,
  organization_id text not null references organizations,
  fbo_account_id text not null references fbo_accounts,
  status text not null default 'in_vault',
  description text,
  declared_value_cents bigint not null default 0,
  active_transfer_id text references transfers,
  created_at timestamptz not null default now()
);
create index on inventory_items (fbo_account_id);

-- Only the service with an outbox writes it.
create table outbox_events (
  id bigint generated always as identity primary key,
  organization_id text not null references organizations,
  type text not null,
  subject_id text not null,
  data jsonb not null,
  created_at timestamptz not null default now()
);

create table transfer_items (
  transfer_id text not null references transfers,
  inventory_item_id text not null references inventory_items,
  reason text not null,
  primary key (transfer_id, inventory_item_id)
);

create table outbound_shipments (
  id text primary key,
  organization_id text not null references organizations,
  fbo_account_id text not null references fbo_accounts,
  status text not null default 'packing',
  shipped_at timestamptz,
  created_at timestamptz not null default now()
);
create index on outbound_shipments (organization_id, created_at desc, id desc);
create index on outbound_shipments (organization_id, status, created_at desc, id desc);
