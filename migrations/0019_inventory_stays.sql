-- What an account held at a moment, in the time of what is found: items that came and went since, or before, are
-- not looked at. Reads the whole log once, while no request changes an item. Stop every process of the version
-- before: it writes no stays, and what it moved would be missing
-- from what was held before. A log that is damaged, so that a stay has no beginning or ends before it, does not keep
-- the vault from being migrated: `verify` names what is not written.
--
-- A stay is an item in an account from its arrival until a transfer or a shipment took it away, or it was withdrawn:
-- the movement of that number. Stays are written as they end; what an account has now is in inventory_items. The
-- index of arrivals, which had to look at everything that ever came, goes.
--
-- A span is a range of whole numbers: 21 bits of the account, 42 bits of milliseconds since 1970. Two accounts
-- may share the bits: the query compares the account as well. One range, for PostgreSQL indexes ranges of
-- numbers by what they contain without an extension, and no text beside them.

lock table inventory_movements in share mode;

create table inventory_stays (
  organization_id   text collate "C" not null,
  inventory_item_id text collate "C" not null,
  number            integer not null,
  fbo_account_id    text collate "C" not null,
  began_at          timestamptz(3) not null,
  ended_at          timestamptz(3) not null,
  constraint inventory_stays_pkey primary key (organization_id, inventory_item_id, number),
  constraint inventory_stays_moments check (began_at <= ended_at)
);

create function stay_place(organization_id text, fbo_account_id text, at timestamptz) returns bigint
language sql immutable parallel safe
return ((hashtextextended(organization_id || ' ' || fbo_account_id, 0) & 2097151) << 42)
  + floor(extract(epoch from at - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint;

create function stay_span(
  organization_id text, fbo_account_id text, began_at timestamptz, ended_at timestamptz
) returns int8range
language sql immutable parallel safe
return int8range(
  stay_place(organization_id, fbo_account_id, began_at),
  stay_place(organization_id, fbo_account_id, ended_at));

insert into inventory_stays (organization_id, inventory_item_id, number, fbo_account_id, began_at, ended_at)
select organization_id, inventory_item_id, number, from_fbo_account_id, began_at, at
from (
  select *,
    max(at) filter (where kind in ('imported', 'taken_in', 'transfer_completed')) over (
      partition by organization_id, inventory_item_id order by number
      rows between unbounded preceding and 1 preceding
    ) as began_at
  from inventory_movements
) as movement
where kind in ('transfer_completed', 'shipment_shipped', 'withdrawn') and began_at <= at;

create index inventory_stays_spans on inventory_stays
  using gist (stay_span(organization_id, fbo_account_id, began_at, ended_at));

create trigger inventory_stays_append_only
  before delete or update or truncate on inventory_stays
  for each statement execute function refuse_to_rewrite();

drop index inventory_movements_arrivals;
