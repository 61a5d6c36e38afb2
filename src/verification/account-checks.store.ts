import type { VerificationCheck } from './verification-check.store.ts'

export const ACCOUNT_CHECKS: readonly VerificationCheck[] = [
  {
    name: 'erased_account_not_empty',
    explanation: 'An erased account has no contact details, nor has a stored response.',
    findings: `
      select account.id as record, concat_ws('; ',
        case when num_nonnulls(first_name, last_name, email, phone, business_name) > 0
          then 'was erased, but has contact details' end,
        case when exists (
            select from idempotency_keys
            where organization_id = $1 and operation = 'createFboAccount' and answer <> ''
              and headers ->> 'Location' = '/v1/fbo-accounts/' || account.id
          ) then 'was erased, but the response of its creation is stored' end
      ) as wrong
      from fbo_accounts as account
      where organization_id = $1 and erased_at is not null`,
  },
]
