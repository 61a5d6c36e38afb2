import { findById } from '../../database/find-by-id.ts'
import { EXPOSURE_CENTS } from '../accounts/insured-exposure.store.ts'
import type { InsuredExposureRow } from '../accounts/insured-exposure.ts'
import { exposureAt } from './held-items.store.ts'

/** The insured exposure of the caller's account. */
export const getInsuredExposure = findById<InsuredExposureRow>(`
  select id as fbo_account_id, max_insured_value_cents, (${EXPOSURE_CENTS})::text as exposure_cents
  from fbo_accounts as account
  where organization_id = $1 and id = $2`)

const MAXIMUMS = `
  from corrections
  where organization_id = $1 and subject_type = 'fbo_account' and subject_id = $2
    and member = 'maxInsuredValueCents'`

/** The same at the moment `$3`, with the maximum of then, as its corrections say. */
export const getInsuredExposureAt = findById<
  InsuredExposureRow & { readonly isFuture: boolean },
  [moment: string]
>(
  `
  select id as fbo_account_id, coalesce((
      select (to_value #>> '{}')::bigint ${MAXIMUMS} and at <= $3::timestamptz
      order by number desc
      limit 1
    ), (
      select (from_value #>> '{}')::bigint ${MAXIMUMS}
      order by number
      limit 1
    ), max_insured_value_cents) as max_insured_value_cents,
    $3::timestamptz > now() as is_future,
    (${exposureAt({ account: '$2', moment: '$3::timestamptz' })})::text as exposure_cents
  from fbo_accounts
  where organization_id = $1 and id = $2`,
  'slow',
)
