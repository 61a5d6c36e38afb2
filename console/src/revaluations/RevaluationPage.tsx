import { Stack, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { read } from '../api/queries.ts'
import type { ApprovedRevaluation, IncludedNames } from '../api/schema.ts'
import { Approvals } from '../display/Approvals.tsx'
import { money } from '../display/amounts.ts'
import { DescriptionList } from '../display/DescriptionList.tsx'
import { Loading } from '../display/Loading.tsx'
import { Page } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { Copyable, RecordLink } from '../display/RecordLink.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { Time } from '../display/Time.tsx'
import { TokenName } from '../display/TokenName.tsx'
import { RevaluationActions } from './RevaluationActions.tsx'
import { revaluedWords } from './RevaluationsPage.tsx'

export function RevaluationPage() {
  const { id } = useParams({ from: '/revaluations/$id' })
  const { data, error } = useQuery({
    ...read('GET /v1/revaluations/{id}', { path: { id }, query: { include: 'names' } }),
    placeholderData: undefined,
  })
  const revaluation = data?.body.data
  return (
    <Page
      title={revaluation === undefined ? 'Revaluation' : revaluedWords(revaluation.totalItems)}
      permission="inventory_items:read"
    >
      <ProblemAlert error={error} />
      {revaluation === undefined ? (
        error === null && <Loading />
      ) : (
        <Stack>
          <Copyable text={id} />
          <RevaluationActions key={id} revaluation={revaluation} etag={data?.etag} />
          <DescriptionList items={factsOf(revaluation, data?.body.included)} />
          <Items items={revaluation.items} names={data?.body.included} />
        </Stack>
      )}
    </Page>
  )
}

function factsOf(
  revaluation: ApprovedRevaluation,
  names: IncludedNames | undefined,
): readonly (readonly [string, ReactNode])[] {
  const { status, reason, createdAt, expiresAt, decidedAt } = revaluation
  const isPending = status === 'pending'
  return [
    ['Status', <StatusBadge key="status" status={status} />],
    ['Reason', reason],
    ['Requested by', <TokenName key="asked" id={revaluation.requestedByTokenId} />],
    ['Requested', <Time key="created" at={createdAt} relative />],
    isPending
      ? ['Expires', <Time key="expires" at={expiresAt} relative />]
      : ['Decided', <Time key="decided" at={decidedAt} relative />],
    ['Approvals', <Approvals key="approvals" record={revaluation} names={names} />],
    ...(status === 'rejected' || status === 'cancelled'
      ? ([
          ['Decided by', <TokenName key="by" id={revaluation.decidedByTokenId} />],
          ['Why', revaluation.decisionReason],
        ] as const)
      : []),
  ]
}

interface ItemsProps {
  readonly items: ApprovedRevaluation['items']
  readonly names: IncludedNames | undefined
}

/** The items with both values, and the sums. */
function Items({ items, names }: ItemsProps) {
  const sum = (member: 'fromValueCents' | 'toValueCents') =>
    items.reduce((total, item) => total + BigInt(item[member]), 0n)
  const [from, to] = [sum('fromValueCents'), sum('toValueCents')]
  return (
    <Table.ScrollContainer minWidth={320} type="native">
      <Table fz="sm" aria-label="Items with their values">
        <Table.Thead>
          <Values cells={['Item', 'From', 'To', 'Change']} isHeader />
        </Table.Thead>
        <Table.Tbody>
          {items.map(({ inventoryItemId: id, fromValueCents, toValueCents }) => (
            <Values
              key={id}
              cells={[
                <RecordLink key={id} type="item" id={id} name={names?.[id]?.name ?? undefined} />,
                money(fromValueCents),
                money(toValueCents),
                money(`${BigInt(toValueCents) - BigInt(fromValueCents)}`),
              ]}
            />
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Values
            cells={['Total', money(`${from}`), money(`${to}`), money(`${to - from}`)]}
            isHeader
          />
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  )
}

function Values({ cells, isHeader = false }: { cells: readonly ReactNode[]; isHeader?: boolean }) {
  const Cell = isHeader ? Table.Th : Table.Td
  const columns = ['item', 'from', 'to', 'change']
  return (
    <Table.Tr>
      {columns.map((column, at) => (
        <Cell key={column} ta={at === 0 ? 'left' : 'right'}>
          {cells[at]}
        </Cell>
      ))}
    </Table.Tr>
  )
}
