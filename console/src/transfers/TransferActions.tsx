import { Alert, Stack, Text } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useRead } from '../api/queries.ts'
import type { ApprovedTransfer } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { counted } from '../display/format.ts'
import { DescriptionList } from '../display/Page.tsx'
import { DecisionActions } from '../display/RecordActions.tsx'
import { RecordLink, TokenName } from '../display/RecordLink.tsx'
import { useMay } from '../session/caller.tsx'

type Props = { readonly transfer: ApprovedTransfer; readonly etag: string | undefined }

/** The actions on the transfer. */
export function TransferActions({ transfer, etag }: Props) {
  const items =
    transfer.totalItems === 1
      ? 'Its item stays'
      : `All ${counted('item', transfer.totalItems)} stay`
  return (
    <DecisionActions
      records="transfers"
      noun="transfer"
      record={transfer}
      etag={etag}
      approve={{
        permission: 'transfer_batches:approve',
        explanation: <ApprovalSummary transfer={transfer} />,
        done: isLast(transfer)
          ? 'Approved. The items have moved.'
          : 'Approved. Further approvals are needed.',
      }}
      cancel="transfer_batches:cancel"
      otherwise={`${items} in the source account and can be used again.`}
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
        Moves <b>{totalItems === 1 ? '1 item' : `all ${counted('item', totalItems)}`}</b>{' '}
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
  const { data } = useRead('GET /v1/fbo-accounts/{id}/insured-exposure', {
    path: { id },
    enabled: mayRead,
  })
  return { mayRead, exposure: data?.body.data }
}
