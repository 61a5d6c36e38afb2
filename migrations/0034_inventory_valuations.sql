-- Corrections of declared values. A row says what a value was and what it became; the value of an item at a moment
-- follows from its rows (src/inventory-items/item-value.store.ts), and an item without rows always had its present one.
-- Nothing is written for items of before, or when an item is taken in.
--
-- correction_count counts the corrections of an item: with its movements, they make its version. A column with a constant
-- default rewrites nothing. Locks inventory_items for milliseconds; the version before goes on.

create table inventory_valuations (
  organization_id text collate "C" not null,
  inventory_item_id text collate "C" not null,
  number integer not null,
  at timestamptz(3) not null,
  from_value_cents bigint not null,
  to_value_cents bigint not null,
  reason text collate "C" not null,
  token_id text collate "C",
  revaluation_id text collate "C",
  constraint inventory_valuations_pkey primary key (organization_id, inventory_item_id, number)
);
alter table inventory_valuations add constraint inventory_valuations_number_positive
  check (number >= 1);
alter table inventory_valuations add constraint inventory_valuations_values
  check (from_value_cents >= 0 and to_value_cents >= 0 and from_value_cents <> to_value_cents);
alter table inventory_valuations add constraint inventory_valuations_reason_length
  check (char_length(reason) between 1 and 2000);

create trigger inventory_valuations_append_only
  before delete or update or truncate on inventory_valuations
  for each statement execute function refuse_to_rewrite();

alter table inventory_items add column if not exists correction_count integer not null default 0;

create or replace function access_token_permissions_known(permissions text[]) returns boolean
language sql immutable parallel safe
return permissions <@ array['transfer_batches:create', 'transfer_batches:read',
  'transfer_batches:approve', 'transfer_batches:cancel', 'fbo_accounts:create', 'fbo_accounts:read',
  'fbo_accounts:update', 'fbo_accounts:set_insured_maximum', 'fbo_accounts:erase', 'inventory_items:create', 'inventory_items:read',
  'inventory_items:update', 'inventory_items:revalue', 'outbound_shipments:create',
  'outbound_shipments:read', 'outbound_shipments:update', 'outbound_shipments:approve',
  'imports:create', 'organization_policies:read', 'organization_policies:update',
  'access_tokens:manage', 'events:read', 'webhooks:manage'];
