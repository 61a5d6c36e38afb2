-- Revaluations: new values that wait for a second person, and the policy that asks for one. A row holds the values that
-- were found and those that are asked for, item by item; it changes once, when it is decided. It expires without a write: a
-- pending row is expired as soon as its time is over.
--
-- The policy gets columns that are null: no rule. The rules of transfer_batches name one more reason of a review, which
-- every row of before keeps. Adds an empty table and a permission that tokens may have; locks organization_policies for
-- milliseconds, and the version before goes on.

create table revaluations (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  status text collate "C" not null default 'pending',
  reason text collate "C" not null,
  total_items integer not null,
  item_ids text[] collate "C" not null,
  from_values_cents bigint[] not null,
  to_values_cents bigint[] not null,
  requested_by_token_id text collate "C",
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  decided_at timestamptz(3),
  decided_by_token_id text collate "C",
  decision_reason text collate "C",
  version integer not null default 1,
  constraint revaluations_pkey primary key (organization_id, id)
);
alter table revaluations add constraint revaluations_status_known
  check (status in ('pending', 'approved', 'rejected', 'cancelled'));
alter table revaluations add constraint revaluations_reason_length
  check (char_length(reason) between 1 and 2000);
alter table revaluations add constraint revaluations_items_counted
  check (total_items between 1 and 1000 and cardinality(item_ids) = total_items
    and cardinality(from_values_cents) = total_items and cardinality(to_values_cents) = total_items);
alter table revaluations add constraint revaluations_decision_complete
  check ((status = 'pending') = (decided_at is null)
    and (decided_at is not null or decided_by_token_id is null));
alter table revaluations add constraint revaluations_decision_reason_of_decision
  check (decision_reason is null
    or status in ('rejected', 'cancelled') and char_length(decision_reason) between 1 and 2000);

create index revaluations_newest on revaluations (organization_id, created_at desc, id desc);
create index revaluations_newest_by_status
  on revaluations (organization_id, status, created_at desc, id desc);

alter table organization_policies
  add column revaluation_review_days integer,
  add column revaluation_max_percent integer,
  add column revaluation_max_cents bigint;
alter table organization_policies add constraint organization_policies_revaluation_days_range
  check (revaluation_review_days between 1 and 365);
alter table organization_policies add constraint organization_policies_revaluation_percent_range
  check (revaluation_max_percent between 1 and 100000);
alter table organization_policies add constraint organization_policies_revaluation_cents_not_negative
  check (revaluation_max_cents >= 0);

create or replace function transfer_batches_rules(
  id text, from_fbo_account_id text, to_fbo_account_id text, status text, total_items integer,
  approved_by_system boolean, notes text, decided_at timestamptz, decision_reason text,
  system_review text, review text[], idempotency_key text, item_ids text[], reasons text[]
) returns boolean language plpgsql immutable as $$
declare
  broken text := case
    when not (id ~ '^[A-Za-z0-9_-]+$' and octet_length(id) <= 64) then 'transfer_batches_id_form'
    when from_fbo_account_id = to_fbo_account_id then 'transfer_batches_accounts_differ'
    when status not in ('pending', 'completed', 'rejected', 'cancelled', 'expired')
      then 'transfer_batches_status_known'
    when approved_by_system and status <> 'completed'
      then 'transfer_batches_approved_by_system_completed'
    when (decided_at is null) <> (status = 'pending') then 'transfer_batches_decided_at_set'
    when char_length(decision_reason) not between 1 and 2000
      then 'transfer_batches_decision_reason_length'
    when decision_reason is not null and status not in ('rejected', 'cancelled')
      then 'transfer_batches_decision_reason_of_decision'
    when char_length(idempotency_key) not between 1 and 255
      then 'transfer_batches_idempotency_key_length'
    when total_items not between 1 and 1000 then 'transfer_batches_total_items_range'
    when cardinality(item_ids) <> total_items then 'transfer_batches_item_ids_count'
    when cardinality(reasons) <> total_items then 'transfer_batches_reasons_count'
    when not reasons <@ array['request', 'trade', 'rebalance'] then 'transfer_batches_reasons_known'
    when char_length(notes) > 2000 then 'transfer_batches_notes_length'
    when system_review not in ('off', 'due', 'passed', 'failed')
      then 'transfer_batches_system_review_known'
    when (system_review = 'failed') <> (cardinality(review) > 0)
      then 'transfer_batches_review_given'
    when not review <@ array['item_count_over_limit', 'declared_value_over_limit',
      'reason_not_covered', 'insured_exposure_over_maximum', 'daily_item_count_over_limit',
      'daily_declared_value_over_limit', 'recently_revalued'] then 'transfer_batches_review_known'
  end;
begin
  if broken is not null then
    raise check_violation using table = 'transfer_batches', constraint = broken,
      message = format('the row breaks the rule %s', broken);
  end if;
  return true;
end
$$;

create or replace function access_token_permissions_known(permissions text[]) returns boolean
language sql immutable parallel safe
return permissions <@ array['transfer_batches:create', 'transfer_batches:read',
  'transfer_batches:approve', 'transfer_batches:cancel', 'fbo_accounts:create', 'fbo_accounts:read',
  'fbo_accounts:update', 'fbo_accounts:set_insured_maximum', 'fbo_accounts:erase',
  'inventory_items:create', 'inventory_items:read', 'inventory_items:update',
  'inventory_items:revalue', 'revaluations:approve', 'outbound_shipments:create',
  'outbound_shipments:read', 'outbound_shipments:update', 'outbound_shipments:approve',
  'imports:create', 'organization_policies:read', 'organization_policies:update',
  'access_tokens:manage', 'events:read', 'webhooks:manage'];
