-- Everything that a shipment goes through: its items, hold, cancellation, approval, carrier.
-- Locks outbound_shipments while it adds columns, and writes a row per item that waits for a shipment.
--
-- The states stay the six of the specification: a hold and a cancellation are columns of their own.

alter table outbound_shipments
  add column notes                text,
  add column total_items          integer not null default 0,
  add column created_by_token_id  text collate "C",
  add column approved_at          timestamptz(3),
  add column approved_by_token_id text collate "C",
  add column held_at              timestamptz(3),
  add column hold_reason          text,
  add column cancelled_at         timestamptz(3),
  add column cancellation_reason  text,
  add column carrier              text,
  add column service              text,
  add column tracking_number      text,
  add column delivered_at         timestamptz(3),
  add constraint outbound_shipments_created_by foreign key (organization_id, created_by_token_id)
    references access_tokens (organization_id, id),
  add constraint outbound_shipments_approved_by foreign key (organization_id, approved_by_token_id)
    references access_tokens (organization_id, id),
  add constraint outbound_shipments_notes_length check (char_length(notes) <= 2000),
  add constraint outbound_shipments_total_items_not_negative check (total_items >= 0),
  add constraint outbound_shipments_hold_complete check ((held_at is null) = (hold_reason is null)),
  add constraint outbound_shipments_hold_reason_length check (char_length(hold_reason) between 1 and 2000),
  -- What has left the vault, or will never leave it, is not held back.
  add constraint outbound_shipments_hold_before_shipped check (
    held_at is null or cancelled_at is null and status not in ('shipped', 'delivered')),
  add constraint outbound_shipments_cancellation_complete
    check ((cancelled_at is null) = (cancellation_reason is null)),
  add constraint outbound_shipments_cancellation_reason_length
    check (char_length(cancellation_reason) between 1 and 2000),
  add constraint outbound_shipments_cancelled_before_shipped
    check (cancelled_at is null or status not in ('shipped', 'delivered')),
  add constraint outbound_shipments_carrier_length check (char_length(carrier) between 1 and 100),
  add constraint outbound_shipments_service_length check (char_length(service) between 1 and 100),
  add constraint outbound_shipments_tracking_number_length
    check (char_length(tracking_number) between 1 and 100);

create table outbound_shipment_items (
  organization_id      text collate "C" not null,
  outbound_shipment_id text collate "C" not null,
  position             integer not null,
  inventory_item_id    text collate "C" not null,
  constraint outbound_shipment_items_pkey primary key (organization_id, outbound_shipment_id, position),
  constraint outbound_shipment_items_shipment foreign key (organization_id, outbound_shipment_id)
    references outbound_shipments (organization_id, id),
  constraint outbound_shipment_items_item foreign key (organization_id, inventory_item_id)
    references inventory_items (organization_id, id),
  constraint outbound_shipment_items_item_once
    unique (organization_id, outbound_shipment_id, inventory_item_id)
);

insert into outbound_shipment_items (organization_id, outbound_shipment_id, position, inventory_item_id)
select organization_id, active_shipment_id,
  row_number() over (partition by organization_id, active_shipment_id order by id), id
from inventory_items
where active_shipment_id is not null;

update outbound_shipments
set total_items = claimed.count
from (select organization_id, outbound_shipment_id, count(*) as count
  from outbound_shipment_items group by organization_id, outbound_shipment_id) as claimed
where outbound_shipments.organization_id = claimed.organization_id
  and outbound_shipments.id = claimed.outbound_shipment_id;

-- Lists leave cancelled shipments out, or ask for them alone: few, which no other index would find.
create index outbound_shipments_newest_cancelled
  on outbound_shipments (organization_id, created_at desc, id desc) where cancelled_at is not null;

-- The newest of the accounts are asked for as well since there is an operation that lists them.
create index fbo_accounts_newest on fbo_accounts (organization_id, created_at desc, id desc);
