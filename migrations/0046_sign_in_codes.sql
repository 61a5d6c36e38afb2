-- One-time codes that sign a person in: the demo's links have them. Only their hashes are kept.
-- Adds an empty table and the reference of sessions to people, while no session has one: a moment's lock on sessions and
-- people. The version before goes on; it knows no code.

create table sign_in_codes (
  organization_id text collate "C" not null,
  code_sha256 bytea not null,
  person_id text collate "C" not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  constraint sign_in_codes_pkey primary key (organization_id, code_sha256),
  constraint sign_in_codes_person foreign key (organization_id, person_id)
    references people (organization_id, id)
);
alter table sign_in_codes add constraint sign_in_codes_length
  check (octet_length(code_sha256) = 32);

alter table sessions add constraint sessions_person foreign key (organization_id, person_id)
  references people (organization_id, id);
create index sessions_of_person on sessions (organization_id, person_id, created_at desc, id desc)
  where person_id is not null;
