-- Limits of what the system approves out of one account in a day, beside those of one batch: many small
-- batches are no way past them. Adds columns; the rules of transfer_batches name two more reasons, which
-- every row of before keeps.

alter table organization_policies
  add column system_approval_max_items_per_day integer,
  add column system_approval_max_declared_value_cents_per_day bigint,
  add constraint organization_policies_max_items_per_day_range
    check (system_approval_max_items_per_day between 1 and 1000000),
  add constraint organization_policies_max_declared_value_per_day_not_negative
    check (system_approval_max_declared_value_cents_per_day >= 0);

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
      'daily_declared_value_over_limit'] then 'transfer_batches_review_known'
  end;
begin
  if broken is not null then
    raise check_violation using table = 'transfer_batches', constraint = broken,
      message = format('the row breaks the rule %s', broken);
  end if;
  return true;
end
$$;
