-- Approvals: a policy may ask that several people approve a transfer, a shipment or a revaluation. A row is one person's
-- approval of one version of a record; where one approval is enough, the record's decision says who gave it, and there is no
-- row. Rows are only appended; those of a shipment that has to be approved again get the moment at which they ended.
--
-- Adds an empty table, and columns that are null or have a constant default, which rewrites nothing: a moment's lock on each
-- table. The rules of transfer_batches name one more reason of a review, which every row of before keeps. The version before
-- goes on, and one approval is enough for it: set the rules of the policy when its last process is gone.

create table approvals (
  organization_id text collate "C" not null,
  subject_type text collate "C" not null,
  subject_id text collate "C" not null,
  version integer not null,
  at timestamptz(3) not null,
  token_id text collate "C",
  person_id text collate "C",
  proof jsonb,
  ended_at timestamptz(3),
  constraint approvals_pkey primary key (organization_id, subject_type, subject_id, version)
);
alter table approvals add constraint approvals_subject_known
  check (subject_type in ('transfer', 'outbound_shipment', 'revaluation'));
alter table approvals add constraint approvals_version_positive check (version > 0);
alter table approvals add constraint approvals_end_after_start check (ended_at >= at);

create function refuse_other_approvals() returns trigger
language plpgsql as $$
begin
  if old.ended_at is null then
    old.ended_at := new.ended_at;
  end if;
  if new is distinct from old then
    raise exception 'approvals is append-only: an approval ends once, nothing else is changed'
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;

create trigger approvals_append_only before delete or truncate on approvals
  for each statement execute function refuse_to_rewrite();
create trigger approvals_ended_only before update on approvals
  for each row execute function refuse_other_approvals();

alter table organization_policies add column approval_rules jsonb not null default '[]';
alter table organization_policies add constraint organization_policies_approval_rules_listed
  check (jsonb_typeof(approval_rules) = 'array' and jsonb_array_length(approval_rules) <= 20);

alter table transfer_batches add column approvals_required integer;
alter table outbound_shipments add column approvals_required integer;
alter table revaluations add column approvals_required integer;

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
      'daily_declared_value_over_limit', 'recently_revalued', 'several_approvals_required'] then 'transfer_batches_review_known'
  end;
begin
  if broken is not null then
    raise check_violation using table = 'transfer_batches', constraint = broken,
      message = format('the row breaks the rule %s', broken);
  end if;
  return true;
end
$$;
