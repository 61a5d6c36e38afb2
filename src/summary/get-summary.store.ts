import type { TokenHolder } from '../access-tokens/access-token.ts'
import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import type { FboAccountRow } from '../fbo-accounts/fbo-account.ts'
import type { InsuredExposureRow } from '../fbo-accounts/insured-exposure.ts'
import type { TransferDetailsRow } from '../transfers/transfer-batch.ts'
import { EXPOSURE_CHANGES } from './account-exposures.store.ts'
import type { CurrentCounts } from './kept-counts.store.ts'
import { SUMMARY_LISTED_MAX } from './summary.ts'

const HELD = `
  select count(*)::float8 as count
  from outbound_shipments
  where organization_id = $1 and held_at is not null`

/** The number of shipments on hold. */
export async function countHeldShipments(tx: OrganizationTransaction): Promise<number> {
  const [row] = await tx.run<{ count: number }>(HELD, [])
  return row?.count ?? 0
}

const HOLDERS = `
  select id, principal_id, owner
  from access_tokens
  where organization_id = $1 and id = any($2::text[])`

/** Who these tokens belong to. */
export async function tokenHolders(
  tx: OrganizationTransaction,
  ids: readonly string[],
): Promise<TokenHolder[]> {
  return await tx.run<TokenHolder>(HOLDERS, [ids])
}

const OLDEST = `
  select id, from_fbo_account_id, to_fbo_account_id, total_items, created_at, expires_at,
    created_by_token_id, review
  from transfer_batches
  where organization_id = $1 and status = 'pending'
    and (created_by_token_id is null or created_by_token_id <> all($2::text[]))
  order by created_at, id
  limit ${SUMMARY_LISTED_MAX}`

export type PendingTransferRow = Pick<
  TransferDetailsRow,
  | 'id'
  | 'fromFboAccountId'
  | 'toFboAccountId'
  | 'totalItems'
  | 'createdAt'
  | 'expiresAt'
  | 'createdByTokenId'
  | 'review'
>

/** The oldest pending transfers that none of these tokens created. */
export async function oldestPendingTransfers(
  tx: OrganizationTransaction,
  creators: readonly string[],
): Promise<PendingTransferRow[]> {
  return await tx.run<PendingTransferRow>(OLDEST, [creators])
}

/**
 * Changed accounts are weighed again. Of the others, as many more are read as changed ones may have
 * come before them.
 */
const NEAREST = `
  with change as materialized (${EXPOSURE_CHANGES}),
  near as (
    select fbo_account_id, exposure_cents
    from (
      select fbo_account_id, exposure_cents
      from account_exposures
      where organization_id = $1 and exposure_cents > 0
      order by part_of_maximum desc, exposure_cents desc, fbo_account_id
      limit ${SUMMARY_LISTED_MAX} + (select count(*) from change)
    ) as kept
    where fbo_account_id not in (select fbo_account_id from change)
    union all
    select fbo_account_id, change.exposure_cents + coalesce(kept.exposure_cents, 0)
    from change
    left join lateral (
      select exposure_cents
      from account_exposures
      where organization_id = $1 and fbo_account_id = change.fbo_account_id
      offset 0
    ) as kept on true
  )
  select account.*, exposure_cents::text as exposure_cents
  from near
  cross join lateral (
    select id as fbo_account_id, first_name, last_name, business_name, max_insured_value_cents
    from fbo_accounts
    where organization_id = $1 and id = near.fbo_account_id
    offset 0
  ) as account
  where near.exposure_cents > 0
  order by case
      when max_insured_value_cents > 0
        then (near.exposure_cents / max_insured_value_cents)::double precision
      else 'Infinity'
    end desc, near.exposure_cents desc, near.fbo_account_id
  limit ${SUMMARY_LISTED_MAX}`

export type NearAccountRow = InsuredExposureRow &
  Pick<FboAccountRow, 'firstName' | 'lastName' | 'businessName'>

/** The accounts whose exposure, as kept and after the events since, is most of their maximum. */
export async function accountsNearestToMaximum(
  tx: OrganizationTransaction,
  { number, last }: Pick<CurrentCounts, 'number' | 'last'>,
): Promise<NearAccountRow[]> {
  return await tx.run<NearAccountRow>(NEAREST, [number, last])
}
