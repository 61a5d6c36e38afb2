-- The identity of items: identifiers, attributes and evidence stand in the item's row; a table finds items by identifier.
-- The columns have constant defaults: no row is rewritten or read. Locks inventory_items for milliseconds, and adds an empty
-- table. A process of the version before goes on: the items that it takes in have no identifiers. The new rule is not
-- validated: rows of before have the defaults, and a scan would hold the lock.

alter table inventory_items
  add column identifiers jsonb not null default '[]',
  add column metadata jsonb not null default '{}',
  add column evidence jsonb not null default '[]';
alter table inventory_items add constraint inventory_items_identity check (
  jsonb_typeof(identifiers) = 'array' and jsonb_typeof(metadata) = 'object'
  and jsonb_typeof(evidence) = 'array' and correction_count >= 0) not valid;

-- The pairs of each item that has identifiers, as they are compared.
create table inventory_item_identifiers (
  organization_id text collate "C" not null,
  inventory_item_id text collate "C" not null,
  scheme text collate "C" not null,
  value_folded text collate "C" not null,
  -- Whether no other item may take the pair. The next item that takes it ends this, once this item has left the vault: so
  -- neither a claim nor the departure of an item writes here.
  is_present boolean not null,
  constraint inventory_item_identifiers_pkey
    primary key (organization_id, inventory_item_id, scheme, value_folded),
  constraint inventory_item_identifiers_scheme_form check (scheme ~ '^[a-z][a-z0-9_]{0,39}$'),
  constraint inventory_item_identifiers_value_length
    check (char_length(value_folded) between 1 and 512)
);
create unique index inventory_item_identifiers_present
  on inventory_item_identifiers (organization_id, scheme, value_folded) where is_present;
create index inventory_item_identifiers_by_value
  on inventory_item_identifiers (organization_id, value_folded, scheme, inventory_item_id);
