-- The figures of a summary, kept as of an event: they are read, and brought up to date by the events since, instead of
-- counting all records (src/summary/). Reads write them; no change of a record does.
--
-- Locks outbound_shipments against changes while the index of shipments on hold is built (a million shipments: under a
-- second). The version before can go on.

create table organization_counts (
  organization_id text collate "C" not null,
  -- The event up to which everything is counted; 0 where nothing was counted yet.
  number bigint default 0 not null,
  -- Items and shipments by status, transfers by day, pending transfers by the token that created them.
  counts jsonb,
  -- The version of the rules that they were counted by (src/summary/kept-counts.rules.ts).
  rules integer default 0 not null,
  primary key (organization_id),
  constraint organization_counts_organization foreign key (organization_id) references organizations (id),
  constraint organization_counts_number_not_negative check (number >= 0)
);

-- Of accounts that have or had one, as of the same event.
create table account_exposures (
  organization_id text collate "C" not null,
  fbo_account_id text collate "C" not null,
  exposure_cents numeric not null,
  max_insured_value_cents bigint not null,
  part_of_maximum double precision generated always as (
    case
      when max_insured_value_cents > 0 then (exposure_cents / max_insured_value_cents)::double precision
      else 'Infinity'
    end
  ) stored,
  primary key (organization_id, fbo_account_id),
  constraint account_exposures_organization foreign key (organization_id) references organizations (id)
);

create index account_exposures_nearest_to_maximum
  on account_exposures (organization_id, part_of_maximum desc, exposure_cents desc, fbo_account_id)
  where exposure_cents > 0;

create index outbound_shipments_held on outbound_shipments (organization_id) where held_at is not null;
