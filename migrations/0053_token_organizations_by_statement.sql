-- The program itself writes the organization of a token since 0020; the trigger was for the version
-- before it. On a cluster the row is on every node: there its INSERT, without ON CONFLICT, needs no
-- other right than INSERT.
drop trigger if exists access_tokens_organization_noted on access_tokens;
drop function if exists note_token_organization();
