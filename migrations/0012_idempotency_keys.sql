-- Retries that are safe: the answer of a change, kept in the change's own transaction under the key that its
-- caller gave it (Idempotency-Key), for a week. Only answers of changes that were committed are here: while
-- one is decided, an advisory lock of its transaction stands for the key. Adds a table, and a column with
-- its check and its index to transfer_batches, for each of which that is read once, under a lock that keeps
-- everybody else out of it: seconds where there are millions of batches.
--
-- No foreign key to organizations: each row would lock the organization's, which all share.

create table idempotency_keys (
  organization_id text collate "C" not null,
  operation       text collate "C" not null,
  key             text collate "C" not null,
  request_sha256  bytea not null,
  status          smallint not null,
  headers         jsonb not null,
  answer          text not null,
  created_at      timestamptz(3) not null default now(),
  constraint idempotency_keys_pkey primary key (organization_id, operation, key),
  constraint idempotency_keys_key_length check (char_length(key) between 1 and 255),
  constraint idempotency_keys_sha256_length check (octet_length(request_sha256) = 32)
);

create index idempotency_keys_oldest on idempotency_keys (organization_id, created_at);

-- The key under which a batch was created stays with it for good.
alter table transfer_batches
  add column idempotency_key text collate "C",
  add constraint transfer_batches_idempotency_key_length
    check (char_length(idempotency_key) between 1 and 255);

create index transfer_batches_idempotency_key on transfer_batches (organization_id, idempotency_key)
  where idempotency_key is not null;
