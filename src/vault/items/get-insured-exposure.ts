import { Type } from 'typebox'
import { findById } from '../../database/record.ts'
import { asOfParameter } from '../../domain/pagination.ts'
import { operation } from '../../http/operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { FBO_ACCOUNT_BY_ID } from '../accounts/fbo-account.ts'
import {
  EXPOSURE_CENTS,
  INSURED_EXPOSURE,
  type InsuredExposureRow,
  toInsuredExposure,
} from '../accounts/insured-exposure.ts'
import { asOfInFuture, exposureAt, momentAsOf } from './held-items.ts'

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

const QUERY = Type.Object(
  {
    asOf: asOfParameter(
      'Show the exposure of this moment (RFC 3339): what the account held and transfers were to ' +
        'bring, with the declared values and the maximum of then. It cannot be in the future. ' +
        'Default: now.',
    ),
  },
  { additionalProperties: false },
)

export const getInsuredExposureRoute = operation({
  operationId: 'getInsuredExposure',
  description:
    'Reads the insured exposure of one FBO account, now or at a past moment, and its distance ' +
    'from the maximum insured value. Items that were shipped, delivered or withdrawn do not count.',
  path: '/v1/fbo-accounts/{id}/insured-exposure',
  permission: 'fbo_accounts:read',
  ...FBO_ACCOUNT_BY_ID,
  query: QUERY,
  success: recordResponse('The exposure of the account.', INSURED_EXPOSURE),
  expiresTransfersFirst: true,
  handle: async ({ caller, database, parameters: { id }, query: { asOf } }) => {
    if (asOf === undefined) {
      const row = await getInsuredExposure(caller, database, id)
      return row && { data: toInsuredExposure(row) }
    }
    const row = await getInsuredExposureAt(caller, database, id, momentAsOf(asOf))
    if (row === undefined) return undefined
    const { isFuture, ...exposure } = row
    if (isFuture) throw asOfInFuture()
    return { data: toInsuredExposure(exposure) }
  },
})
