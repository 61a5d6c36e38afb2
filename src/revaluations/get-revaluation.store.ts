import { findById } from '../database/find-by-id.ts'
import { REVALUATION_DETAILS_COLUMNS, type RevaluationDetailsRow } from './revaluation.ts'

export const getRevaluation = findById<RevaluationDetailsRow>(`
  select ${REVALUATION_DETAILS_COLUMNS}
  from revaluations
  where organization_id = $1 and id = $2`)
