import { findById } from '../database/find-by-id.ts'
import { EXPOSURE_CENTS } from './insured-exposure.store.ts'
import type { InsuredExposureRow } from './insured-exposure.ts'

/** The insured exposure of the caller's account. */
export const getInsuredExposure = findById<InsuredExposureRow>(`
  select id as fbo_account_id, max_insured_value_cents, (${EXPOSURE_CENTS})::text as exposure_cents
  from fbo_accounts as account
  where organization_id = $1 and id = $2`)
