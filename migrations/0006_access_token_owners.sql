-- Who stands behind a token, for four eyes and for the record. Adds columns and an index: a moment's
-- lock on access_tokens.
--
-- owner is whom the token was given to, where that was said. principal_id is the token that it acts
-- for: a rotated token, and one issued without an owner of its own, act for the token that they come
-- from, so nobody becomes a second pair of eyes by asking for a second token. Null: it acts for itself.
--
-- full_lifetime is how long a rotated token was meant to live, where the rotation cut that short; the
-- token that takes its place lives as long.

alter table access_tokens
  add column owner                 text,
  add column principal_id          text collate "C",
  add column issued_by_token_id    text collate "C",
  add column rotated_from_token_id text collate "C",
  add column full_lifetime         interval,
  add constraint access_tokens_owner_length check (char_length(owner) between 1 and 300),
  add constraint access_tokens_principal foreign key (organization_id, principal_id)
    references access_tokens (organization_id, id),
  add constraint access_tokens_issued_by foreign key (organization_id, issued_by_token_id)
    references access_tokens (organization_id, id),
  add constraint access_tokens_rotated_from foreign key (organization_id, rotated_from_token_id)
    references access_tokens (organization_id, id);

create index access_tokens_newest on access_tokens (organization_id, created_at desc, id desc);

-- Four eyes: whether two tokens are the same person's, the same one or of one line or of one owner.
-- Without either of them (a record that nobody here created) they are not.
create function same_person(organization text, one text, other text) returns boolean
language sql stable parallel safe
return coalesce((
  select coalesce(a.principal_id, a.id) = coalesce(b.principal_id, b.id) or a.owner = b.owner
  from access_tokens as a, access_tokens as b
  where a.organization_id = organization and a.id = one
    and b.organization_id = organization and b.id = other
), false);
