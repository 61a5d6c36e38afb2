import { Table, Text } from '@mantine/core'
import type { Summary } from '../api/schema.ts'
import { EmptyState } from '../display/EmptyState.tsx'
import { AppLink, RecordLink } from '../display/RecordLink.tsx'
import { useRowKeys } from '../display/RecordTable.tsx'
import { Time } from '../display/Time.tsx'
import { useMay } from '../session/caller.tsx'
import { REVIEW_WORDS } from '../transfers/review-reasons.ts'
import { Missing, Section } from './Section.tsx'

type Pending = NonNullable<Summary['pendingTransfers']>

/** The pending transfers, oldest first; only those that the token may approve, if it may any. */
export function PendingApprovals({ pending }: { readonly pending: Summary['pendingTransfers'] }) {
  const mayApprove = useMay('transfer_batches:approve')
  const title = mayApprove ? 'Waiting for your approval' : 'Waiting for approval'
  if (pending === null) {
    return (
      <Section title={title}>
        <Missing permission="transfer_batches:read" />
      </Section>
    )
  }
  const { count, oldest } = pending
  return (
    <Section title={title} aside={<All count={count} />}>
      {!mayApprove && (
        <Text size="sm" c="dimmed">
          You cannot approve these. This requires the permission{' '}
          <code>transfer_batches:approve</code>.
        </Text>
      )}
      {oldest.length === 0 ? (
        <Nothing count={count} />
      ) : (
        <>
          <Transfers transfers={oldest} />
          <Rest shown={oldest.length} all={mayApprove ? pending.awaitingMe : count} />
        </>
      )}
    </Section>
  )
}

function All({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    <AppLink to="/transfers" search={{ status: 'pending' }} fz="sm">
      {count === 1 ? '1 pending transfer' : `All ${count.toLocaleString()} pending transfers`}
    </AppLink>
  )
}

function Nothing({ count }: { readonly count: number }) {
  return (
    <EmptyState title="Nothing to approve">
      {count === 0
        ? 'There are no pending transfers. New ones appear here automatically.'
        : 'You requested all pending transfers. Somebody else has to approve them.'}
    </EmptyState>
  )
}

function Rest({ shown, all }: { readonly shown: number; readonly all: number }) {
  if (all <= shown) return null
  return (
    <Text size="sm" c="dimmed">
      Showing the oldest {shown} of {all.toLocaleString()}.
    </Text>
  )
}

function Transfers({ transfers }: { readonly transfers: Pending['oldest'] }) {
  const body = useRowKeys()
  const hasReasons = transfers.some(({ review }) => review.length > 0)
  return (
    <Table.ScrollContainer minWidth={640} type="native">
      <Table highlightOnHover aria-label="Pending transfers, oldest first">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Transfer</Table.Th>
            <Table.Th>Requested</Table.Th>
            <Table.Th>Expires</Table.Th>
            <Table.Th ta="right">Items</Table.Th>
            <Table.Th>From</Table.Th>
            <Table.Th>To</Table.Th>
            {hasReasons && <Table.Th>Needs approval because</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody ref={body}>
          {transfers.map((transfer) => (
            <Table.Tr key={transfer.id}>
              <Table.Td>
                <RecordLink type="transfer" id={transfer.id} />
              </Table.Td>
              <Table.Td>
                <Time at={transfer.createdAt} relative="only" />
              </Table.Td>
              <Table.Td>
                <Time at={transfer.expiresAt} relative="only" />
              </Table.Td>
              <Table.Td ta="right">{transfer.totalItems.toLocaleString()}</Table.Td>
              <Table.Td>
                <RecordLink type="account" id={transfer.fromFboAccountId} />
              </Table.Td>
              <Table.Td>
                <RecordLink type="account" id={transfer.toFboAccountId} />
              </Table.Td>
              {hasReasons && <Table.Td>{whyOf(transfer.review)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function whyOf(review: Pending['oldest'][number]['review']): string {
  return review.length === 0 ? '—' : review.map((reason) => REVIEW_WORDS[reason]).join(', ')
}
