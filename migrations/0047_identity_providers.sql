-- Identity providers: where the people of an organization sign in, by OpenID Connect. Adds an empty table only; the version
-- before goes on.

create table identity_providers (
  organization_id text collate "C" not null,
  issuer text collate "C" not null,
  client_id text collate "C" not null,
  encrypted_secret text collate "C" not null,
  -- Who may sign in for the first time: people that were invited, or everybody of the domains.
  admission text collate "C" not null,
  email_domains text[] collate "C" not null,
  default_roles text[] collate "C" not null,
  -- The claim whose values give roles; null if people give them.
  roles_claim text collate "C",
  role_mapping jsonb not null,
  version integer not null,
  changed_at timestamptz(3) not null,
  changed_by_token_id text collate "C",
  constraint identity_providers_pkey primary key (organization_id),
  constraint identity_providers_organization foreign key (organization_id)
    references organizations (id),
  constraint identity_providers_changed_by foreign key (organization_id, changed_by_token_id)
    references access_tokens (organization_id, id)
);
alter table identity_providers add constraint identity_providers_admission_known
  check (admission in ('invited', 'email_domains'));
alter table identity_providers add constraint identity_providers_domains_if_admitted
  check (admission = 'invited' or cardinality(email_domains) >= 1);
alter table identity_providers add constraint identity_providers_mapping_of_claim
  check (jsonb_typeof(role_mapping) = 'object' and (roles_claim is not null or role_mapping = '{}'));
alter table identity_providers add constraint identity_providers_version_positive
  check (version >= 1);
