-- The profile of an account: what a client knows it by, and attributes of the client. A table of its own, so that reading
-- and updating an account cost what they did. Adds an empty table; the version before goes on and knows no profiles: an
-- account that it erases keeps its profile until the new version erases it again.

create table fbo_account_profiles (
  organization_id text collate "C" not null,
  fbo_account_id text collate "C" not null,
  external_id text collate "C",
  metadata jsonb not null default '{}',
  version integer not null default 1,
  changed_at timestamptz(3) not null,
  primary key (organization_id, fbo_account_id)
);
alter table fbo_account_profiles add constraint fbo_account_profiles_external_id_length
  check (char_length(external_id) between 1 and 128);
alter table fbo_account_profiles add constraint fbo_account_profiles_metadata_object
  check (jsonb_typeof(metadata) = 'object');
alter table fbo_account_profiles add constraint fbo_account_profiles_version_positive
  check (version > 0);
create unique index fbo_account_profiles_external_id
  on fbo_account_profiles (organization_id, external_id) where external_id is not null;
