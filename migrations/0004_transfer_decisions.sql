-- How a transfer batch ends, and who ended it. Locks transfer_batches while it adds columns and
-- indexes; batches that are pending get 14 days from now.

alter table transfer_batches
  add column expires_at           timestamptz(3),
  add column decided_at           timestamptz(3),
  add column decided_by_token_id  text collate "C",
  add column decision_reason      text,
  add column system_review        text not null default 'off',
  add column review               text[] not null default '{}',
  add column approved_over_insured_maximum boolean not null default false;

update transfer_batches set expires_at = now() + interval '14 days' where status = 'pending';
-- No released version could decide a batch: these were made up for a demo, decision and all.
update transfer_batches set decided_at = created_at where status <> 'pending';

alter table transfer_batches
  add constraint transfer_batches_decided_by foreign key (organization_id, decided_by_token_id)
    references access_tokens (organization_id, id),
  add constraint transfer_batches_decided_at_set check ((decided_at is null) = (status = 'pending')),
  add constraint transfer_batches_decision_reason_length
    check (char_length(decision_reason) between 1 and 2000),
  add constraint transfer_batches_decision_reason_of_decision
    check (decision_reason is null or status in ('rejected', 'cancelled')),
  add constraint transfer_batches_system_review_known
    check (system_review in ('off', 'due', 'passed', 'failed')),
  add constraint transfer_batches_review_known check (review <@ array['item_count_over_limit',
    'declared_value_over_limit', 'reason_not_covered', 'insured_exposure_over_maximum']),
  -- What the system did not approve says why; what it did has nothing to say.
  add constraint transfer_batches_review_given
    check ((system_review = 'failed') = (cardinality(review) > 0)),
  add constraint transfer_batches_approved_by_system_completed
    check (not approved_by_system or status = 'completed');

create index transfer_batches_newest on transfer_batches (organization_id, created_at desc, id desc);
create index transfer_batches_newest_by_status
  on transfer_batches (organization_id, status, created_at desc, id desc);
create index transfer_batches_newest_by_source
  on transfer_batches (organization_id, from_fbo_account_id, created_at desc, id desc);
create index transfer_batches_newest_by_destination
  on transfer_batches (organization_id, to_fbo_account_id, created_at desc, id desc);
-- What is on its way into an account counts for its insured exposure.
create index transfer_batches_pending_inbound
  on transfer_batches (organization_id, to_fbo_account_id) where status = 'pending';
-- Asked before every look at a claim, and nearly always empty.
create index transfer_batches_pending_by_expiry
  on transfer_batches (organization_id, expires_at) where status = 'pending';
create index transfer_batches_review_due
  on transfer_batches (organization_id, id) where system_review = 'due';

-- The exposure of an account: the declared value of what it holds, and of what pending batches bring.
-- What is on its way counts from its creation on, so two batches that are each fine and too much
-- together cannot both be approved, in whatever order or at once they are judged.
create function insured_exposure_cents(organization text, account text) returns numeric
language sql stable parallel safe
return (
  select coalesce(sum(declared_value_cents), 0)
  from inventory_items
  where organization_id = organization and fbo_account_id = account
    and status in ('in_vault', 'transfer_pending', 'shipment_pending', 'on_hold')
) + (
  select coalesce(sum(declared_value_cents), 0)
  from transfer_batches
  join inventory_items on inventory_items.organization_id = organization
    and inventory_items.active_transfer_id = transfer_batches.id
  where transfer_batches.organization_id = organization and to_fbo_account_id = account
    and transfer_batches.status = 'pending'
);
