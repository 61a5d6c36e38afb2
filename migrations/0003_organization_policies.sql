-- What an organization decided about its own transfers: four eyes, expiry, approval by the system,
-- insured exposure. Creates a table only.
--
-- A policy is never changed, the next version takes its place: the table is the record of who turned
-- what off, and when. An organization without a row has the defaults that are written here.

create table organization_policies (
  organization_id         text collate "C" not null,
  version                 integer not null,
  four_eyes               boolean not null default true,
  transfer_expiry_seconds integer default 1209600,
  insured_exposure        text not null default 'review',
  system_approval         text not null default 'off',
  system_approval_max_items integer,
  system_approval_max_declared_value_cents bigint,
  system_approval_reasons text[] not null default '{request,trade,rebalance}',
  changed_at              timestamptz(3) not null default now(),
  changed_by_token_id     text collate "C",
  constraint organization_policies_pkey primary key (organization_id, version),
  constraint organization_policies_organization foreign key (organization_id)
    references organizations (id),
  constraint organization_policies_changed_by foreign key (organization_id, changed_by_token_id)
    references access_tokens (organization_id, id),
  constraint organization_policies_version_positive check (version >= 1),
  -- A second to a year; null is never.
  constraint organization_policies_transfer_expiry_range
    check (transfer_expiry_seconds between 1 and 31536000),
  constraint organization_policies_insured_exposure_known
    check (insured_exposure in ('observe', 'review', 'block')),
  constraint organization_policies_system_approval_known
    check (system_approval in ('off', 'within_limits')),
  constraint organization_policies_max_items_range
    check (system_approval_max_items between 1 and 1000),
  constraint organization_policies_max_declared_value_not_negative
    check (system_approval_max_declared_value_cents >= 0),
  constraint organization_policies_reasons_known
    check (system_approval_reasons <@ array['request', 'trade', 'rebalance'])
);

create trigger organization_policies_append_only
  before update or delete or truncate on organization_policies
  for each statement execute function refuse_to_rewrite();
