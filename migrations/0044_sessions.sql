-- Sessions of the console: a sign-in is kept as the hash of its cookie's secret, and its short bearers as their hashes. The
-- policy says when a session ends.
-- Adds two empty tables and columns with a constant default, which rewrite nothing: a moment's lock on
-- organization_policies. The version before goes on; it knows no bearer of a session.

create table sessions (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  secret_sha256 bytea not null,
  access_token_id text collate "C" not null,
  person_id text collate "C",
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  ended_reason text collate "C",
  user_agent text collate "C",
  address text collate "C" not null,
  constraint sessions_pkey primary key (organization_id, id),
  constraint sessions_secret_unique unique (organization_id, secret_sha256),
  constraint sessions_access_token foreign key (organization_id, access_token_id)
    references access_tokens (organization_id, id)
);
alter table sessions add constraint sessions_secret_length check (octet_length(secret_sha256) = 32);
alter table sessions add constraint sessions_user_agent_length
  check (char_length(user_agent) between 1 and 400);
alter table sessions add constraint sessions_end_complete
  check ((ended_at is null) = (ended_reason is null));
alter table sessions add constraint sessions_ended_reason_known
  check (ended_reason in ('signed_out', 'replaced', 'ended', 'idle', 'expired', 'suspended'));

create table session_bearers (
  organization_id text collate "C" not null,
  token_sha256 bytea not null,
  session_id text collate "C" not null,
  expires_at timestamptz(3) not null,
  constraint session_bearers_pkey primary key (organization_id, token_sha256),
  constraint session_bearers_session foreign key (organization_id, session_id)
    references sessions (organization_id, id)
);
alter table session_bearers add constraint session_bearers_length
  check (octet_length(token_sha256) = 32);

alter table organization_policies
  add column session_idle_minutes integer not null default 60,
  add column session_max_hours integer not null default 12;
alter table organization_policies add constraint organization_policies_session_idle_range
  check (session_idle_minutes between 5 and 1440);
alter table organization_policies add constraint organization_policies_session_max_range
  check (session_max_hours between 1 and 720);
