import type { Caller } from '../caller.ts'
import type { RequestDatabase } from '../database/request-database.ts'

/** What an account is insured for, and for what it would have to be; cents as decimal text. */
export interface InsuredExposureRow {
  readonly fboAccountId: string
  /** Of what it holds and what pending transfers bring; a sum, which can be beyond a bigint. */
  readonly exposureCents: string
  readonly maxInsuredValueCents: string
}

/**
 * The insured exposure of the caller's account; undefined where the organization has none. What
 * pending batches bring counts from their creation on. So of two that are each fine, and too much
 * together, not both can be approved, in whatever order they are judged.
 */
export async function getInsuredExposure(
  caller: Caller,
  database: RequestDatabase,
  fboAccountId: string,
): Promise<InsuredExposureRow | undefined> {
  const { organizationId } = caller
  const rows = await database.decide(
    caller,
    (sql) => sql<InsuredExposureRow[]>`
      select id as fbo_account_id, max_insured_value_cents, ((
          select coalesce(sum(declared_value_cents), 0)
          from inventory_items
          where organization_id = ${organizationId} and fbo_account_id = ${fboAccountId}
            and status in ('in_vault', 'on_hold')
        ) + (
          select coalesce(sum(declared_value_cents), 0)
          from transfer_batches as batch
          cross join unnest(item_ids) as listed (id)
          join inventory_items as item on item.organization_id = ${organizationId}
            and item.id = listed.id
          where batch.organization_id = ${organizationId}
            and to_fbo_account_id = ${fboAccountId} and batch.status = 'pending'
        ))::text as exposure_cents
      from fbo_accounts
      where organization_id = ${organizationId} and id = ${fboAccountId}`,
  )
  return rows[0]
}
