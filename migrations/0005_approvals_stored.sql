-- Every approval by a person has a row. Where one was enough, the decision of the record said who gave it, and there
-- was none: these records get theirs. An approval by the system has none.
--
-- Stop every process of the build before: it would approve without a row. Adds rows alone, one for each approved
-- record, and locks nothing: some minutes with ten million.
insert into approvals (organization_id, subject_type, subject_id, version, at, token_id, person_id)
select record.organization_id, 'transfer', record.id, greatest(record.version - 1, 1), record.decided_at,
  record.decided_by_token_id, token.person_id
from transfer_batches as record
left join access_tokens as token
  on token.organization_id = record.organization_id and token.id = record.decided_by_token_id
where record.status = 'completed' and record.decided_by_token_id is not null and not exists (
  select from approvals as given
  where given.organization_id = record.organization_id and given.subject_type = 'transfer'
    and given.subject_id = record.id and given.ended_at is null
);

insert into approvals (organization_id, subject_type, subject_id, version, at, token_id, person_id)
select record.organization_id, 'outbound_shipment', record.id, greatest(record.version - 1, 1), record.approved_at,
  record.approved_by_token_id, token.person_id
from outbound_shipments as record
left join access_tokens as token
  on token.organization_id = record.organization_id and token.id = record.approved_by_token_id
where record.approved_at is not null and record.approved_by_token_id is not null and not exists (
  select from approvals as given
  where given.organization_id = record.organization_id and given.subject_type = 'outbound_shipment'
    and given.subject_id = record.id and given.ended_at is null
);

insert into approvals (organization_id, subject_type, subject_id, version, at, token_id, person_id)
select record.organization_id, 'revaluation', record.id, greatest(record.version - 1, 1), record.decided_at,
  record.decided_by_token_id, token.person_id
from revaluations as record
left join access_tokens as token
  on token.organization_id = record.organization_id and token.id = record.decided_by_token_id
where record.status = 'approved' and record.decided_by_token_id is not null and not exists (
  select from approvals as given
  where given.organization_id = record.organization_id and given.subject_type = 'revaluation'
    and given.subject_id = record.id and given.ended_at is null
);
