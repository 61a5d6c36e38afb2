-- What records are found by: names, descriptions, notes and the like as words that compare alike, and the ends of ids. The
-- service writes them behind the changes, by the events (src/search/): an index on the records themselves would make each
-- update of an account write all of its indexes, and take longer than the rest of an intake.
-- Adds two extensions that come with PostgreSQL (contrib) and are trusted: the owner of the database may create them.
-- Adds two empty tables: no row is read, and the version before goes on. The service fills them once it runs.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create table search_texts (
  organization_id text collate "C" not null,
  record_type text collate "C" not null,
  record_id text collate "C" not null,
  -- In lower-case ASCII, a blank before each.
  words text collate "C" not null,
  primary key (organization_id, record_type, record_id)
);
-- The type comes last: before the end of the id, the index would take the place of the primary key where there are no
-- statistics; without it, all records of a type would be read that few are of.
create index search_texts_by_tail
  on search_texts (organization_id, reverse(lower(record_id)), record_type);
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
  -- Its texts have what happened up to this event.
  event_number bigint not null,
  -- Types of records to look through for those that have no text, and how far the first one is.
  types_left text[] collate "C" not null,
  looked_through_to text collate "C" not null default '',
  primary key (organization_id),
  constraint search_progress_organization foreign key (organization_id) references organizations (id)
);
