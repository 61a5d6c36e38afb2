import { Alert, List, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { read } from '../api/queries.ts'
import type { ApprovedTransfer, IncludedNames, TransferDetails } from '../api/schema.ts'
import { Approvals, hasSeveralApprovals } from '../display/Approvals.tsx'
import { DescriptionList } from '../display/DescriptionList.tsx'
import { words } from '../display/format.ts'
import { ITEMS_PER_PAGE, ListedItems } from '../display/ListedItems.tsx'
import { Page } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { Copyable, RecordLink } from '../display/RecordLink.tsx'
import { Loading } from '../display/RecordTable.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { Time } from '../display/Time.tsx'
import { Exposure } from './Exposure.tsx'
import { DecidedBy, RequestedBy } from './RequestedBy.tsx'
import { REVIEW_REASONS } from './review-reasons.ts'
import { TransferActions } from './TransferActions.tsx'

export function TransferPage() {
  const { id } = useParams({ from: '/transfers/$id' })
  return (
    <Page title="Transfer" permission="transfer_batches:read">
      <Transfer key={id} id={id} />
    </Page>
  )
}

function Transfer({ id }: { readonly id: string }) {
  const { data, error } = useQuery({
    ...read('GET /v1/transfers/{id}', { path: { id }, query: { include: 'names' } }),
    placeholderData: undefined,
  })
  if (data === undefined) return error === null ? <Loading /> : <ProblemAlert error={error} />
  const { data: transfer, included } = data.body
  return (
    <Stack>
      <ProblemAlert error={error} />
      <Copyable text={id} />
      <TransferActions transfer={transfer} etag={data.etag} />
      <DescriptionList
        items={factsOf(transfer, included, <Exposure id={transfer.toFboAccountId} />)}
      />
      <Policy transfer={transfer} />
      <Title order={2} size="h4">
        Items
      </Title>
      <Items transfer={transfer} etag={data.etag} />
    </Stack>
  )
}

interface ItemsProps {
  readonly transfer: TransferDetails
  readonly etag: string | undefined
}

/** The items that the transfer was created with. */
function Items({ transfer: { id, totalItems }, etag }: ItemsProps) {
  const query = { ...useSearch({ from: '/transfers/$id' }), limit: ITEMS_PER_PAGE }
  const list = useQuery(read('GET /v1/transfers/{id}/items', { path: { id }, query }))
  return (
    <ListedItems
      list={list}
      totalItems={totalItems}
      version={etag}
      columns={[{ header: 'Reason', cell: ({ reason }) => words(reason) }]}
    />
  )
}

function factsOf(
  transfer: ApprovedTransfer,
  names: IncludedNames | undefined,
  exposure: ReactNode,
): readonly (readonly [string, ReactNode])[] {
  const isPending = transfer.status === 'pending'
  const several: readonly (readonly [string, ReactNode])[] = hasSeveralApprovals(transfer)
    ? [['Approvals', <Approvals key="approvals" record={transfer} names={names} />]]
    : []
  const ended: (readonly [string, ReactNode])[] = [
    [isPending ? 'Approval' : 'Decided by', <DecidedBy key="by" transfer={transfer} />],
    ...(isPending
      ? [['Expires', <Time key="expires" at={transfer.expiresAt} relative />] as const]
      : [['Decided', <Time key="decided" at={transfer.decidedAt} relative />] as const]),
    ...(transfer.decisionReason === null ? [] : [['Reason', transfer.decisionReason] as const]),
  ]
  return [
    ['Status', <StatusBadge key="status" status={transfer.status} />],
    ['From', <RecordLink key="from" type="account" id={transfer.fromFboAccountId} />],
    ['To', <RecordLink key="to" type="account" id={transfer.toFboAccountId} />],
    ['Items', transfer.totalItems.toLocaleString()],
    ...(isPending ? [['Insured exposure of the destination', exposure] as const] : []),
    ['Requested by', <RequestedBy key="asked" transfer={transfer} />],
    ['Created', <Time key="created" at={transfer.createdAt} relative />],
    ...several,
    ...ended,
    ['Notes', transfer.notes],
  ]
}

/** The outcome of the policy's review. */
function Policy({ transfer }: { readonly transfer: TransferDetails }) {
  const { review, approvedBySystem, approvedOverInsuredMaximum } = transfer
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="h4">
        Policy review
      </Title>
      {approvedBySystem && <Text size="sm">Approved automatically.</Text>}
      {!approvedBySystem && review.length === 0 && (
        <Text size="sm">Not checked for automatic approval.</Text>
      )}
      {review.length > 0 && (
        <>
          <Text size="sm">Not approved automatically because:</Text>
          <List size="sm">
            {review.map((reason) => (
              <List.Item key={reason}>{REVIEW_REASONS[reason] ?? words(reason)}</List.Item>
            ))}
          </List>
        </>
      )}
      {approvedOverInsuredMaximum && (
        <Alert color="orange" title="Approved over the insured maximum">
          With this transfer, the destination exceeded its insured maximum.
        </Alert>
      )}
    </Stack>
  )
}
