import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import { EXPOSURE_CENTS } from './insured-exposure.store.ts'
import type { InsuredExposureRow } from './insured-exposure.ts'

const EXPOSURE = `
  select id as fbo_account_id, max_insured_value_cents, (${EXPOSURE_CENTS})::text as exposure_cents
  from fbo_accounts as account
  where organization_id = $1 and id = $2`

/** The insured exposure of the caller's account; undefined where the organization has none. */
export async function getInsuredExposure(
  caller: Caller,
  database: RequestDatabase,
  fboAccountId: string,
): Promise<InsuredExposureRow | undefined> {
  const rows = await database.run(caller, (sql) =>
    sql.unsafe<InsuredExposureRow[]>(EXPOSURE, [caller.organizationId, fboAccountId], {
      prepare: true,
    }),
  )
  return rows[0]
}
