import { CREATED_CONDITIONS, KeysetPages } from '../../database/keyset-page.ts'
import { type CreatedSpan, NEWEST_FIRST } from '../../domain/pagination.ts'
import { REVALUATION_COLUMNS, type RevaluationRow } from './revaluation.ts'

interface RevaluationFilters extends CreatedSpan {
  /** One, or several with commas between them. */
  readonly status?: string
}

const HAS_STATUS: Readonly<Record<string, string>> = {
  pending: 'and status = ? and (expires_at is null or expires_at > statement_timestamp())',
  expired: "and status = 'pending' and expires_at <= statement_timestamp()",
}

export const REVALUATION_PAGES = new KeysetPages<RevaluationRow, RevaluationFilters>({
  order: NEWEST_FIRST,
  several: 'status',
  conditions: {
    status: (status) => (status === undefined ? '' : (HAS_STATUS[status] ?? 'and status = ?')),
    ...CREATED_CONDITIONS,
  },
  select: ({ where, rows }) => `
    select ${REVALUATION_COLUMNS}
    from revaluations
    where organization_id = $1 ${where}
    ${rows}`,
})
