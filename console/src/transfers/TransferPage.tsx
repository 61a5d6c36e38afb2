import { Alert, List, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { read } from '../api/queries.ts'
import type { ApprovedTransfer, IncludedNames, TransferDetails } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { itemCount, words } from '../display/format.ts'
import { ITEMS_PER_PAGE, ListedItems } from '../display/ListedItems.tsx'
import { useName } from '../display/names.ts'
import { DescriptionList, RecordPage } from '../display/Page.tsx'
import { Approvals, hasSeveralApprovals, RecordLink } from '../display/RecordLink.tsx'
import { Time } from '../display/Time.tsx'
import { Activity, type Moment, said } from '../events/Activity.tsx'
import { useMay } from '../session/caller.tsx'
import { Exposure } from './Exposure.tsx'
import { DecidedBy, RequestedBy } from './RequestedBy.tsx'
import { REVIEW_REASONS } from './review-reasons.ts'
import { TransferActions } from './TransferActions.tsx'

export function TransferPage() {
  const { id } = useParams({ from: '/transfers/$id' })
  return <Transfer key={id} id={id} />
}

function Transfer({ id }: { readonly id: string }) {
  const query = useQuery({
    ...read('GET /v1/transfers/{id}', { path: { id } }),
    placeholderData: undefined,
    enabled: useMay('transfer_batches:read'),
  })
  const { data: transfer, included } = query.data?.body ?? {}
  const etag = query.data?.etag
  const cents = transfer?.totalDeclaredValueCents
  const value = cents ? money(cents) : undefined
  const title = useTitle(transfer)
  return (
    <RecordPage
      id={id}
      title={[title, value].filter(Boolean).join(', ')}
      permission="transfer_batches:read"
      query={query}
      statuses={[transfer?.status]}
      facts={
        transfer && [
          <span key="parties">
            <RecordLink type="account" id={transfer.fromFboAccountId} /> to{' '}
            <RecordLink type="account" id={transfer.toFboAccountId} />
          </span>,
          value,
        ]
      }
      actions={transfer && <TransferActions transfer={transfer} etag={etag} />}
    >
      {transfer && (
        <Stack gap="lg">
          <DescriptionList items={factsOf(transfer, included)} />
          <Policy transfer={transfer} />
          <Items transfer={transfer} etag={etag} />
          <Activity
            id={id}
            corrections="GET /v1/transfers/{id}/corrections"
            moments={momentsOf(transfer)}
          />
        </Stack>
      )}
    </RecordPage>
  )
}

/** "4 items, Beatriz Rahman to Imani Hayashi". */
function useTitle(transfer: TransferDetails | undefined): string {
  const from = useName('fbo_account', transfer?.fromFboAccountId ?? null)
  const to = useName('fbo_account', transfer?.toFboAccountId ?? null)
  if (transfer === undefined) return 'Transfer'
  const items = itemCount(transfer.totalItems)
  return from === undefined || to === undefined
    ? `Transfer of ${items}`
    : `${items}, ${from} to ${to}`
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
    <Stack gap="xs">
      <Title order={2} size="h4">
        Items
      </Title>
      <ListedItems
        list={list}
        totalItems={totalItems}
        version={etag}
        columns={[{ header: 'Reason', cell: ({ reason }) => words(reason) }]}
      />
    </Stack>
  )
}

function factsOf(
  transfer: ApprovedTransfer,
  names: IncludedNames | undefined,
): readonly (readonly [string, ReactNode])[] {
  const isPending = transfer.status === 'pending'
  return [
    ['Requested by', <RequestedBy key="asked" transfer={transfer} />],
    ['Created', <Time key="created" at={transfer.createdAt} relative />],
    [
      'Approvals',
      hasSeveralApprovals(transfer) && (
        <Approvals key="approvals" record={transfer} names={names} />
      ),
    ],
    [isPending ? 'Approval' : 'Decided by', <DecidedBy key="by" transfer={transfer} />],
    isPending
      ? ['Expires', <Time key="expires" at={transfer.expiresAt} relative />]
      : ['Decided', <Time key="decided" at={transfer.decidedAt} relative />],
    ['Reason', transfer.decisionReason],
    [
      'Insured exposure of the destination',
      isPending && <Exposure key="exposure" id={transfer.toFboAccountId} />,
    ],
    ['Notes', transfer.notes],
    ...Object.entries(transfer.metadata),
  ]
}

/** The times that the transfer itself has, for those who may not read its events. */
function momentsOf(transfer: ApprovedTransfer): Moment[] {
  const { createdAt, createdByTokenId, decidedAt, decidedByTokenId, decisionReason } = transfer
  return [
    { type: 'created', at: createdAt, tokenId: createdByTokenId },
    {
      type: transfer.status,
      at: decidedAt,
      tokenId: decidedByTokenId,
      lines: said(decisionReason),
    },
  ]
}

/** The outcome of the policy's review, where it has something to say. */
function Policy({ transfer }: { readonly transfer: TransferDetails }) {
  const { review, approvedBySystem, approvedOverInsuredMaximum } = transfer
  if (!approvedBySystem && review.length === 0 && !approvedOverInsuredMaximum) return null
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="h4">
        Policy review
      </Title>
      {approvedBySystem && <Text size="sm">Approved automatically.</Text>}
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
