import type { TokenHolder } from '../access-tokens/access-token.ts'
import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import type { FboAccountRow } from '../fbo-accounts/fbo-account.ts'
import type { InsuredExposureRow } from '../fbo-accounts/insured-exposure.ts'
import type { TransferDetailsRow } from '../transfers/transfer-batch.ts'
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

const NEAREST = `
  select account.id as fbo_account_id, first_name, last_name, business_name,
    exposure_cents::text as exposure_cents, exposure.max_insured_value_cents
  from account_exposures as exposure
  join fbo_accounts as account on account.organization_id = $1
    and account.id = exposure.fbo_account_id
  where exposure.organization_id = $1 and exposure_cents > 0
  order by part_of_maximum desc, exposure.exposure_cents desc, exposure.fbo_account_id
  limit ${SUMMARY_LISTED_MAX}`

export type NearAccountRow = InsuredExposureRow &
  Pick<FboAccountRow, 'firstName' | 'lastName' | 'businessName'>

/** The accounts whose kept exposure is the largest part of their maximum. */
export async function accountsNearestToMaximum(
  tx: OrganizationTransaction,
): Promise<NearAccountRow[]> {
  return await tx.run<NearAccountRow>(NEAREST, [])
}
