-- A policy may ask that who approves signs with a passkey. Adds a column with a constant default, which rewrites nothing: a
-- moment's lock on organization_policies. The version before goes on and does not ask.

alter table organization_policies add column approval_proof text collate "C" not null default 'none';
alter table organization_policies add constraint organization_policies_approval_proof_known
  check (approval_proof in ('none', 'passkey'));
