-- Each new signing key is signed by the one before it, so that who kept an older key accepts the newer one; and it signs
-- for the one before, which stays a key of the vault where its private half can be read no more.
-- Keys made before have none of this. Adds columns only, under a lock of milliseconds; the version before can go on.

alter table signing_keys
  add column previous_key_id text collate "C",
  -- Of the key before; null where its private half could not be read.
  add column previous_signature bytea,
  -- Of the key itself, over the same text.
  add column signature bytea;

alter table signing_keys add constraint signing_keys_signature_with_previous check (
  (previous_key_id is null) = (signature is null) and (previous_key_id is not null or previous_signature is null)
);

alter table signing_keys add constraint signing_keys_signature_lengths check (
  octet_length(signature) = 64 and coalesce(octet_length(previous_signature), 64) = 64
);
