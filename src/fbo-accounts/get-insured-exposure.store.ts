import type { Caller } from '../caller.ts'
import type { RequestDatabase } from '../database/request-database.ts'

/** What an account is insured for, and for what it would have to be; cents as decimal text. */
export interface InsuredExposureRow {
  readonly fboAccountId: string
  /** Of what it holds and what pending transfers bring; a sum, which can be beyond a bigint. */
  readonly exposureCents: string
  readonly maxInsuredValueCents: string
}

/** The insured exposure of the caller's account; undefined where the organization has none. */
export async function getInsuredExposure(
  caller: Caller,
  database: RequestDatabase,
  fboAccountId: string,
): Promise<InsuredExposureRow | undefined> {
  const { organizationId } = caller
  const rows = await database.decide(
    caller,
    (sql) => sql<InsuredExposureRow[]>`
      select id as fbo_account_id, max_insured_value_cents,
        insured_exposure_cents(organization_id, id)::text as exposure_cents
      from fbo_accounts
      where organization_id = ${organizationId} and id = ${fboAccountId}`,
  )
  return rows[0]
}
