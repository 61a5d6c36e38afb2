-- Passkeys of people, with which they sign their approvals: the public half, and how often it was used. A removed one stays, as
-- its signatures do, and so does its id: a passkey is registered once.
--
-- An approval signs a hash of a shipment's directions too; without a salt, it would show a recipient to whoever guesses one.
--
-- Adds an empty table and a column that is null: no row is rewritten, locks outbound_shipment_directions for milliseconds. The
-- version before goes on; directions that it writes have no salt, and their recipient is not part of the hash.

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
  sign_count bigint not null default 0,
  created_at timestamptz(3) not null,
  removed_at timestamptz(3),
  removed_by_token_id text collate "C",
  constraint passkeys_pkey primary key (organization_id, id)
);
alter table passkeys add constraint passkeys_name_length
  check (char_length(name) between 1 and 100);
alter table passkeys add constraint passkeys_algorithm_known
  check (algorithm in (-7, -8, -257));
alter table passkeys add constraint passkeys_removed_after_created
  check (removed_at >= created_at);
-- Also of removed ones: the log knows a passkey by the id of its authenticator.
create unique index passkeys_credential on passkeys (organization_id, credential_id);
create index passkeys_of_person
  on passkeys (organization_id, person_id, created_at desc, id desc) where removed_at is null;

alter table outbound_shipment_directions add column salt text collate "C";
