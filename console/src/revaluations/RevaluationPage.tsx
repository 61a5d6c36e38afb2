import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { read } from '../api/queries.ts'
import type { ApprovedRevaluation, IncludedNames, RevaluedItem } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { itemCount } from '../display/format.ts'
import { DescriptionList, RecordPage } from '../display/Page.tsx'
import { Approvals, RecordLink, TokenName } from '../display/RecordLink.tsx'
import { type Column, listOf, RecordTable } from '../display/RecordTable.tsx'
import { Time } from '../display/Time.tsx'
import { RevaluationActions } from './RevaluationActions.tsx'

export function RevaluationPage() {
  const { id } = useParams({ from: '/revaluations/$id' })
  const query = useQuery({
    ...read('GET /v1/revaluations/{id}', { path: { id } }),
    placeholderData: undefined,
  })
  const { data: revaluation, included } = query.data?.body ?? {}
  return (
    <RecordPage
      id={id}
      title={revaluation ? `New value of ${itemCount(revaluation.totalItems)}` : 'Revaluation'}
      permission="inventory_items:read"
      query={query}
      statuses={[revaluation?.status]}
      facts={revaluation && [changeWords(revaluation)]}
      actions={
        revaluation && (
          <RevaluationActions key={id} revaluation={revaluation} etag={query.data?.etag} />
        )
      }
    >
      {revaluation && (
        <Stack>
          <Facts revaluation={revaluation} names={included} />
          <RecordTable
            label="Items with their values"
            list={listOf(revaluation.items)}
            columns={COLUMNS}
            rowKey={({ inventoryItemId }) => inventoryItemId}
            empty={null}
          />
          <Text size="sm" ta="right">
            Total: <b>{changeWords(revaluation)}</b>
          </Text>
        </Stack>
      )}
    </RecordPage>
  )
}

/** "100.00 USD → 120.00 USD (20.00 USD)" for all items together. */
function changeWords({ items }: ApprovedRevaluation): string {
  const sum = (member: 'fromValueCents' | 'toValueCents') =>
    items.reduce((total, item) => total + BigInt(item[member]), 0n)
  const [from, to] = [sum('fromValueCents'), sum('toValueCents')]
  return `${money(`${from}`)} → ${money(`${to}`)} (${to > from ? '+' : ''}${money(`${to - from}`)})`
}

interface FactsProps {
  readonly revaluation: ApprovedRevaluation
  readonly names: IncludedNames | undefined
}

function Facts({ revaluation, names }: FactsProps) {
  const { status, reason, createdAt, expiresAt, decidedAt } = revaluation
  const isRefused = status === 'rejected' || status === 'cancelled'
  return (
    <DescriptionList
      items={[
        ['Reason', reason],
        ['Requested by', <TokenName key="asked" id={revaluation.requestedByTokenId} />],
        ['Requested', <Time key="created" at={createdAt} />],
        status === 'pending'
          ? ['Expires', <Time key="expires" at={expiresAt} />]
          : ['Decided', <Time key="decided" at={decidedAt} />],
        ['Approvals', <Approvals key="approvals" record={revaluation} names={names} />],
        ['Decided by', isRefused && <TokenName key="by" id={revaluation.decidedByTokenId} />],
        ['Why', isRefused && revaluation.decisionReason],
      ]}
    />
  )
}

const COLUMNS: readonly Column<RevaluedItem>[] = [
  { header: 'Item', cell: ({ inventoryItemId: id }) => <RecordLink type="item" id={id} /> },
  { header: 'From', cell: ({ fromValueCents }) => money(fromValueCents), isRight: true },
  { header: 'To', cell: ({ toValueCents }) => money(toValueCents), isRight: true },
  {
    header: 'Change',
    cell: ({ fromValueCents: from, toValueCents: to }) => money(`${BigInt(to) - BigInt(from)}`),
    isRight: true,
  },
]
