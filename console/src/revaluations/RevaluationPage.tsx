import { Text } from '@mantine/core'
import type { ApprovedRevaluation, RevaluedItem } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { useName } from '../display/names.ts'
import { DescriptionList, RecordPage, useRecord } from '../display/Page.tsx'
import { DecisionActions } from '../display/RecordActions.tsx'
import { Approvals, RecordLink, TokenName } from '../display/RecordLink.tsx'
import { type Column, listOf, RecordTable } from '../display/RecordTable.tsx'
import { Time } from '../display/Time.tsx'

export function RevaluationPage() {
  const page = useRecord('GET /v1/revaluations/{id}', 'inventory_items:read')
  const { id, record: revaluation, etag } = page
  const name = useName('revaluation', id)
  const title = name === undefined ? 'Revaluation' : `New value of ${name}`
  if (revaluation === undefined) return <RecordPage {...page} title={title} />
  const { status, items, reason, createdAt, expiresAt, decidedAt } = revaluation
  const change = changeWords(revaluation)
  const isRefused = status === 'rejected' || status === 'cancelled'
  return (
    <RecordPage
      {...page}
      title={title}
      statuses={[status]}
      facts={[change]}
      actions={
        <DecisionActions
          records="revaluations"
          noun="revaluation"
          record={{ ...revaluation, createdByTokenId: revaluation.requestedByTokenId }}
          etag={etag}
          approve={{
            permission: 'revaluations:approve',
            explanation: 'Gives all items their new values, once enough people have approved.',
            done: 'Approved.',
          }}
          cancel="inventory_items:revalue"
          otherwise="All items keep their values."
        />
      }
    >
      <DescriptionList
        items={[
          ['Reason', reason],
          ['Requested by', <TokenName key="asked" id={revaluation.requestedByTokenId} />],
          ['Requested', <Time key="created" at={createdAt} />],
          status === 'pending'
            ? ['Expires', <Time key="expires" at={expiresAt} />]
            : ['Decided', <Time key="decided" at={decidedAt} />],
          ['Approvals', <Approvals key="approvals" record={revaluation} />],
          ['Decided by', isRefused && <TokenName key="by" id={revaluation.decidedByTokenId} />],
          ['Why', isRefused && revaluation.decisionReason],
        ]}
      />
      <RecordTable
        label="Items with their values"
        list={listOf(items)}
        columns={COLUMNS}
        rowKey={({ inventoryItemId }) => inventoryItemId}
        empty={null}
      />
      <Text ta="right">
        Total: <b>{change}</b>
      </Text>
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
