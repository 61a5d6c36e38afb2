-- The currency of an organization's amounts (ISO 4217). The column has a constant default: no row is rewritten. Locks
-- organizations for milliseconds; the version before goes on, and its organizations are in USD.

alter table organizations add column currency text collate "C" not null default 'USD';
alter table organizations add constraint organizations_currency_form
  check (currency ~ '^[A-Z]{3}$');
