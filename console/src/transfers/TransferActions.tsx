import { Alert, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { read } from '../api/queries.ts'
import type { ApprovedTransfer } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { itemCount } from '../display/format.ts'
import { DescriptionList } from '../display/Page.tsx'
import { RecordActions } from '../display/RecordActions.tsx'
import { RecordLink, TokenName } from '../display/RecordLink.tsx'
import { useCaller, useMay } from '../session/caller.tsx'

interface Props {
  readonly transfer: ApprovedTransfer
  readonly etag: string | undefined
}

/** The actions on the transfer; an open dialog says if somebody else decided meanwhile. */
export function TransferActions({ transfer, etag }: Props) {
  const { status, totalItems, decidedByTokenId } = transfer
  const { tokenId } = useCaller()
  const isMine = decidedByTokenId === tokenId
  const common = {
    noun: 'transfer',
    unavailable:
      status === 'pending'
        ? undefined
        : `The transfer is now ${status}${isMine ? ', decided by you' : ''}.`,
  }
  const items = totalItems === 1 ? 'Its item stays' : `All ${itemCount(totalItems)} stay`
  const stay = `${items} in the source account and can be used again.`
  return (
    <RecordActions
      records="transfers"
      noun="transfer"
      record={transfer}
      etag={etag}
      steps={[
        {
          ...common,
          verb: 'approve',
          label: 'Approve',
          permission: 'transfer_batches:approve',
          explanation: <ApprovalSummary transfer={transfer} />,
          isNext: true,
          hotkey: 'approve',
          done: isLast(transfer)
            ? 'Approved. The items have moved.'
            : 'Approved. Further approvals are needed.',
        },
        {
          ...common,
          verb: 'reject',
          label: 'Reject',
          permission: 'transfer_batches:approve',
          explanation: `Rejects the transfer. ${stay}`,
          reason: 'required',
          color: 'red',
          hotkey: 'reject',
          done: 'Rejected. The items can be used again.',
        },
        {
          ...common,
          verb: 'cancel',
          label: 'Cancel',
          permission: 'transfer_batches:cancel',
          explanation: `Cancels the transfer. ${stay}`,
          reason: 'required',
          color: 'red',
          hotkey: 'cancel',
          done: 'Cancelled. The items can be used again.',
        },
      ]}
    />
  )
}

function isLast({ approvals, approvalsRequired }: ApprovedTransfer): boolean {
  return approvals.length + 1 >= approvalsRequired
}

/** The facts that an approver confirms: requester, items, accounts, and a warning. */
function ApprovalSummary({ transfer }: Pick<Props, 'transfer'>) {
  const { totalItems, fromFboAccountId: from, toFboAccountId: to, createdByTokenId: by } = transfer
  const { exposure } = useExposure(to)
  return (
    <Stack gap="xs">
      <Text>
        Moves <b>{totalItems === 1 ? '1 item' : `all ${itemCount(totalItems)}`}</b>{' '}
        {isLast(transfer)
          ? 'now. This cannot be undone.'
          : `once ${transfer.approvalsRequired} people have approved: yours is approval ${transfer.approvals.length + 1}.`}
      </Text>
      <DescriptionList
        items={[
          ['From', <RecordLink key="from" type="account" id={from} />],
          ['To', <RecordLink key="to" type="account" id={to} />],
          ['Requested by', <TokenName key="by" id={by} />],
        ]}
      />
      {exposure?.isOverMaximum && (
        <Alert color="orange" icon={<TriangleAlert />} title="Over the insured maximum">
          With this and other pending transfers, the destination would hold items worth{' '}
          {money(exposure.exposureCents)}. Its insured maximum is{' '}
          {money(exposure.maxInsuredValueCents)}.
        </Alert>
      )}
    </Stack>
  )
}

/** The insured exposure of the destination, as far as the caller may read it. */
export function useExposure(id: string) {
  const mayRead = useMay('fbo_accounts:read')
  const { data } = useQuery({
    ...read('GET /v1/fbo-accounts/{id}/insured-exposure', { path: { id } }),
    enabled: mayRead,
  })
  return { mayRead, exposure: data?.body.data }
}
