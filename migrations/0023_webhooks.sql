-- Webhooks: where events are sent, what became of each, and every attempt. Creates tables only; the version before
-- can go on.
--
-- An endpoint's version grows with what its owner changes. So what deliveries change is in a table of its own.

create table webhook_endpoints (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  url text not null,
  -- Null: all types.
  types text[],
  is_enabled boolean not null default true,
  disabled_reason text,
  encrypted_secret text not null,
  previous_encrypted_secret text,
  previous_secret_ends_at timestamptz(3),
  created_at timestamptz(3) not null,
  version integer not null default 1,
  primary key (organization_id, id),
  constraint webhook_endpoints_organization foreign key (organization_id) references organizations (id),
  constraint webhook_endpoints_types_some check (cardinality(types) >= 1),
  constraint webhook_endpoints_disabled_reason_known
    check (disabled_reason in ('by_request', 'gone', 'failing')),
  constraint webhook_endpoints_disabled_for_a_reason check (is_enabled = (disabled_reason is null)),
  constraint webhook_endpoints_previous_secret_ends
    check ((previous_encrypted_secret is null) = (previous_secret_ends_at is null))
);

create trigger webhook_endpoints_version before update on webhook_endpoints
  for each row when (old is distinct from new) execute function next_version();

create table webhook_endpoint_health (
  organization_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  -- The number of the last event for which deliveries were made.
  position bigint not null,
  -- The first failed attempt since the last success.
  failing_since timestamptz(3),
  last_success_at timestamptz(3),
  last_failure_at timestamptz(3),
  last_error text,
  primary key (organization_id, endpoint_id),
  constraint webhook_endpoint_health_organization foreign key (organization_id)
    references organizations (id),
  constraint webhook_endpoint_health_endpoint foreign key (organization_id, endpoint_id)
    references webhook_endpoints (organization_id, id) on delete cascade,
  constraint webhook_endpoint_health_position_not_negative check (position >= 0)
);

create table webhook_deliveries (
  organization_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_number bigint not null,
  status text not null default 'pending',
  attempts integer not null default 0,
  -- Those made before it was last sent again by request: retries follow each other as if they had not been.
  attempts_before integer not null default 0,
  next_attempt_at timestamptz(3),
  -- Until then, a process is sending it.
  claimed_until timestamptz(3),
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (organization_id, endpoint_id, event_number),
  constraint webhook_deliveries_organization foreign key (organization_id)
    references organizations (id),
  constraint webhook_deliveries_endpoint foreign key (organization_id, endpoint_id)
    references webhook_endpoints (organization_id, id) on delete cascade,
  constraint webhook_deliveries_status_known check (status in ('pending', 'delivered', 'failed')),
  constraint webhook_deliveries_attempts_before_range check (attempts_before between 0 and attempts),
  constraint webhook_deliveries_next_while_pending
    check ((status = 'pending') = (next_attempt_at is not null)),
  constraint webhook_deliveries_claimed_while_pending
    check (status = 'pending' or claimed_until is null),
  constraint webhook_deliveries_ends check ((status = 'pending') = (ended_at is null))
);

create index webhook_deliveries_due
  on webhook_deliveries (organization_id, endpoint_id, next_attempt_at) where status = 'pending';

-- Counts what waits, and finds the oldest.
create index webhook_deliveries_pending
  on webhook_deliveries (organization_id, endpoint_id, event_number) where status = 'pending';

create index webhook_deliveries_failed
  on webhook_deliveries (organization_id, endpoint_id, event_number) where status = 'failed';

-- Finds those that ended more than 30 days ago, which are deleted.
create index webhook_deliveries_by_end
  on webhook_deliveries (organization_id, ended_at) where ended_at is not null;

create table webhook_attempts (
  organization_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_number bigint not null,
  number integer not null,
  at timestamptz(3) not null,
  -- Of the response; null if none came.
  status integer,
  duration_ms integer not null,
  error text,
  response text,
  primary key (organization_id, endpoint_id, event_number, number),
  constraint webhook_attempts_organization foreign key (organization_id) references organizations (id),
  -- Not the delivery: an endpoint with many is deleted by one statement a table.
  constraint webhook_attempts_endpoint foreign key (organization_id, endpoint_id)
    references webhook_endpoints (organization_id, id) on delete cascade,
  constraint webhook_attempts_number_positive check (number >= 1)
);

-- Finds those that are older than 30 days, which are deleted.
create index webhook_attempts_by_time on webhook_attempts (organization_id, at);
