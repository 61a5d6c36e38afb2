import { Table, Text } from '@mantine/core'
import type { Summary } from '../api/schema.ts'
import { EmptyState } from '../display/EmptyState.tsx'
import { AppLink, RecordLink } from '../display/RecordLink.tsx'
import { useRowKeys } from '../display/RecordTable.tsx'
import { Time } from '../display/Time.tsx'
import { useMay } from '../session/caller.tsx'
import { REVIEW_WORDS } from '../transfers/review-reasons.ts'
import { Needs, Section } from './Section.tsx'

type Pending = NonNullable<Summary['pendingTransfers']>

/** What waits for me: the transfers that I may approve, oldest first. */
export function PendingApprovals({ pending }: { readonly pending: Summary['pendingTransfers'] }) {
  const mayApprove = useMay('transfer_batches:approve')
  const title = mayApprove ? 'PendingApprovals for you' : 'PendingApprovals for a decision'
  if (pending === null) {
    return (
      <Section title={title}>
        <Needs permission="transfer_batches:read" />
      </Section>
    )
  }
  const { count, oldest } = pending
  return (
    <Section title={title} aside={<All count={count} />}>
      {!mayApprove && (
        <Text size="sm" c="dimmed">
          Others decide these: your token does not have <code>transfer_batches:approve</code>.
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
    <EmptyState title="Nothing waits for you">
      {count === 0
        ? 'No transfer is pending. New ones show here by themselves.'
        : 'The transfers that are pending were asked for by you: somebody else approves them.'}
    </EmptyState>
  )
}

function Rest({ shown, all }: { readonly shown: number; readonly all: number }) {
  if (all <= shown) return null
  return (
    <Text size="sm" c="dimmed">
      The {shown} oldest of {all.toLocaleString()}.
    </Text>
  )
}

function Transfers({ transfers }: { readonly transfers: Pending['oldest'] }) {
  const body = useRowKeys()
  const hasReasons = transfers.some(({ review }) => review.length > 0)
  return (
    <Table.ScrollContainer minWidth={640} type="native">
      <Table highlightOnHover aria-label="Transfers that wait, oldest first">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Transfer</Table.Th>
            <Table.Th>Asked</Table.Th>
            <Table.Th>Expires</Table.Th>
            <Table.Th ta="right">Items</Table.Th>
            <Table.Th>From</Table.Th>
            <Table.Th>To</Table.Th>
            {hasReasons && <Table.Th>Why a person decides</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody ref={body}>
          {transfers.map((transfer) => (
            <Table.Tr key={transfer.id}>
              <Table.Td>
                <RecordLink type="transfer" id={transfer.id} isShort />
              </Table.Td>
              <Table.Td>
                <Time at={transfer.createdAt} relative="only" />
              </Table.Td>
              <Table.Td>
                <Time at={transfer.expiresAt} relative="only" />
              </Table.Td>
              <Table.Td ta="right">{transfer.totalItems.toLocaleString()}</Table.Td>
              <Table.Td>
                <RecordLink type="account" id={transfer.fromFboAccountId} isShort />
              </Table.Td>
              <Table.Td>
                <RecordLink type="account" id={transfer.toFboAccountId} isShort />
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
