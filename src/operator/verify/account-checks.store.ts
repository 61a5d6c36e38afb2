import type { VerificationCheck } from './verification-check.store.ts'

export const ACCOUNT_CHECKS: readonly VerificationCheck[] = [
  {
    name: 'erased_account_not_empty',
    explanation:
      'An erased account has no contact details and no profile, nor has a stored response.',
    findings: `
      select account.id as record, concat_ws('; ',
        case when num_nonnulls(first_name, last_name, email, phone, business_name) > 0
          then 'was erased, but has contact details' end,
        case when exists (
            select from fbo_account_profiles
            where organization_id = $1 and fbo_account_id = account.id
              and (external_id is not null or metadata <> '{}')
          ) then 'was erased, but has a profile' end,
        case when exists (
            select from idempotency_keys
            where organization_id = $1 and operation = 'createFboAccount' and answer <> ''
              and headers ->> 'Location' = '/v1/fbo-accounts/' || account.id
          ) then 'was erased, but the response of its creation is stored' end
      ) as wrong
      from fbo_accounts as account
      where organization_id = $1 and erased_at is not null`,
  },
  {
    name: 'several_primary_accounts',
    explanation: 'An organization has at most one primary account.',
    findings: `
      select id as record, case when count(*) over () > 1
        then format('is primary, as are %s others', count(*) over () - 1) end as wrong
      from fbo_accounts
      where organization_id = $1 and is_primary`,
  },
  {
    name: 'correction_number_missing',
    explanation: 'The corrections of a record are numbered from 1 on and without gaps.',
    findings: `
      select subject_id as record,
        case when max(number) <> count(*) or min(number) <> 1
          then format('has %s corrections, the last is number %s', count(*), max(number))
        end as wrong
      from corrections
      where organization_id = $1
      group by subject_type, subject_id`,
  },
  {
    name: 'correction_breaks_chain',
    explanation: 'A correction begins with the value that the one before left, unless erased.',
    findings: `
      select subject_id as record,
        case when from_value <> before
          then format('%s of correction %s was not %s', member, number, from_value) end as wrong
      from (
        select *, lag(to_value) over (
            partition by subject_type, subject_id, member order by number
          ) as before
        from corrections
        where organization_id = $1 and member in ('maxInsuredValueCents', 'isPrimary')
      ) as correction`,
  },
  {
    name: 'account_differs_from_corrections',
    explanation: 'An account has the insured maximum, and is primary, as last corrected.',
    findings: `
      select account.id as record,
        case when to_value <> case member when 'isPrimary' then to_jsonb(is_primary)
            else to_jsonb(max_insured_value_cents::text) end
          then format('%s is not %s as corrected', member, to_value) end as wrong
      from (
        select distinct on (subject_id, member) subject_id, member, to_value
        from corrections
        where organization_id = $1 and subject_type = 'fbo_account'
          and member in ('maxInsuredValueCents', 'isPrimary')
        order by subject_id, member, number desc
      ) as last
      join fbo_accounts as account on account.organization_id = $1 and account.id = subject_id`,
  },
  {
    name: 'erased_recipient_kept',
    explanation: "An erased account's shipments have neither recipient nor metadata.",
    findings: `
      select shipment.id as record,
        format('is of account %s, which was erased, but has personal data', account.id) as wrong
      from fbo_accounts as account
      join outbound_shipments as shipment on shipment.organization_id = $1
        and shipment.fbo_account_id = account.id
      join outbound_shipment_directions as directions on directions.organization_id = $1
        and directions.outbound_shipment_id = shipment.id
      where account.organization_id = $1 and erased_at is not null
        and (recipient is not null or metadata <> '{}')`,
    order: 'record',
  },
]
