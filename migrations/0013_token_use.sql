-- What limits the harm of a token that leaked, and what makes it seen: the addresses that it may be used
-- from, and when it was last used. Adds columns: a moment's lock on access_tokens.
--
-- allowed_addresses are blocks in CIDR notation; null: from anywhere. last_used_at is written once a minute
-- at most, beside the requests: it costs them nothing.

alter table access_tokens
  add column allowed_addresses text[],
  add column last_used_at timestamptz(3),
  add constraint access_tokens_allowed_addresses_count
    check (cardinality(allowed_addresses) between 1 and 50);
