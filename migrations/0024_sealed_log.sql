-- What proves the event feed to others: signed checkpoints of its chain, and the keys that sign them.
-- New tables only: locks nothing that is in use, and the version before can go on.

-- Keys of the vault, not of an organization. A retired key stays: it verifies what it has signed.
create table signing_keys (
  id text collate "C" not null,
  public_key bytea not null,
  encrypted_private_key text not null,
  created_at timestamptz(3) not null default now(),
  retired_at timestamptz(3),
  primary key (id),
  constraint signing_keys_public_key_length check (octet_length(public_key) = 32)
);

-- Processes that start together make one first key.
create unique index signing_keys_one_in_use on signing_keys ((retired_at is null)) where retired_at is null;

create trigger signing_keys_append_only before delete or truncate on signing_keys
  for each statement execute function refuse_to_rewrite();

-- No reference to the key: on a distributed database the keys are on the coordinator. verify checks it.
create table event_checkpoints (
  organization_id text collate "C" not null,
  sequence bigint not null,
  at timestamptz(3) not null,
  chain_hash bytea not null,
  key_id text collate "C" not null,
  signature bytea not null,
  primary key (organization_id, sequence, at),
  constraint event_checkpoints_organization foreign key (organization_id) references organizations (id),
  constraint event_checkpoints_sequence_not_negative check (sequence >= 0),
  constraint event_checkpoints_chain_hash_length check (octet_length(chain_hash) = 32),
  constraint event_checkpoints_signature_length check (octet_length(signature) = 64)
);

create trigger event_checkpoints_append_only before update or delete or truncate on event_checkpoints
  for each statement execute function refuse_to_rewrite();
