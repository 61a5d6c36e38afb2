import { Text } from '@mantine/core'
import type { Revaluation } from '../api/schema.ts'
import { EXPIRES, STATUS, timeColumn } from '../display/columns.tsx'
import type { Filter } from '../display/filters.ts'
import { ListPage } from '../display/ListPage.tsx'
import { RecordLink, TokenName } from '../display/RecordLink.tsx'
import type { Column } from '../display/RecordTable.tsx'

const STATUSES = ['pending', 'approved', 'rejected', 'cancelled', 'expired']
const FILTERS: readonly Filter[] = [
  { name: 'status', label: 'Status', kind: 'many', values: STATUSES },
  { name: 'createdFrom', label: 'Requested on or after', kind: 'day' },
  { name: 'createdBefore', label: 'Requested before', kind: 'day' },
]

const COLUMNS: readonly Column<Revaluation>[] = [
  { header: 'Revaluation', cell: ({ id }) => <RecordLink type="revaluation" id={id} /> },
  STATUS,
  { header: 'Reason', cell: ({ reason }) => <Text lineClamp={2}>{reason}</Text> },
  { header: 'Requested by', cell: (row) => <TokenName id={row.requestedByTokenId} /> },
  timeColumn('Requested', 'createdAt'),
  EXPIRES,
]

export function RevaluationsPage() {
  return (
    <ListPage
      title="Revaluations"
      permission="inventory_items:read"
      operation="GET /v1/revaluations"
      filters={FILTERS}
      columns={COLUMNS}
      noneYet="New values that need a second person, by the policy, appear here."
    />
  )
}
