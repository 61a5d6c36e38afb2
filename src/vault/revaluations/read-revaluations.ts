import { CREATED_CONDITIONS, KeysetPages } from '../../database/keyset-page.ts'
import { findById } from '../../database/record.ts'
import {
  CREATED_PARAMETERS,
  type FiltersOf,
  NEWEST_FIRST,
  oneOrMoreOf,
} from '../../domain/pagination.ts'
import { listOperation } from '../../http/list-operation.ts'
import { operation } from '../../http/operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { readRecord } from '../../http/read-record.ts'
import type { ApprovalState } from '../approvals/approval.ts'
import { APPROVAL_STATE } from '../approvals/approvals.store.ts'
import {
  APPROVED_REVALUATION,
  REVALUATION,
  REVALUATION_BY_ID,
  REVALUATION_COLUMNS,
  REVALUATION_DETAILS_COLUMNS,
  REVALUATION_STATUSES,
  type RevaluationDetailsRow,
  type RevaluationRow,
  toApprovedRevaluation,
  toRevaluation,
} from './revaluation.ts'

interface FoundRevaluation extends RevaluationDetailsRow {
  readonly approvalState: ApprovalState
}

export const getRevaluation = findById<FoundRevaluation>(`
  select ${REVALUATION_DETAILS_COLUMNS}, ${APPROVAL_STATE.revaluation} as approval_state
  from revaluations as record
  where organization_id = $1 and id = $2`)

export const getRevaluationRoute = operation({
  operationId: 'getRevaluation',
  description:
    'Reads one revaluation: its items with both values, its status, who approved ' +
    'it, and how it ended.',
  path: '/v1/revaluations/{id}',
  permission: 'inventory_items:read',
  ...REVALUATION_BY_ID,
  success: versionedResponse('The revaluation.', APPROVED_REVALUATION),
  handle: readRecord(getRevaluation, toApprovedRevaluation),
})

const FILTERS = {
  status: oneOrMoreOf(REVALUATION_STATUSES, 'Only revaluations with this status.'),
  ...CREATED_PARAMETERS,
}

const HAS_STATUS: Readonly<Record<string, string>> = {
  pending: 'and status = ? and (expires_at is null or expires_at > statement_timestamp())',
  expired: "and status = 'pending' and expires_at <= statement_timestamp()",
}

export const REVALUATION_PAGES = new KeysetPages<RevaluationRow, FiltersOf<typeof FILTERS>>({
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

export const listRevaluationsRoute = listOperation({
  operationId: 'listRevaluations',
  description:
    'Lists revaluations that needed a second person, newest first, page by page, without their ' +
    'items.',
  path: '/v1/revaluations',
  permission: 'inventory_items:read',
  filters: FILTERS,
  whatMayChange:
    'With `status`, a revaluation that is decided in the meantime may or may not be returned.',
  entry: REVALUATION,
  entries: 'revaluations',
  pages: REVALUATION_PAGES,
  toView: toRevaluation,
})
