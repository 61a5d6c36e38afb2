import { Alert, List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { read } from '../api/queries.ts'
import type { ApprovedTransfer } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { RecordLink } from '../display/RecordLink.tsx'
import { useMay } from '../session/caller.tsx'
import { RequestedBy } from './RequestedBy.tsx'

/** The facts that an approver confirms: requester, items, accounts, and a warning. */
export function ApprovalSummary({ transfer }: { readonly transfer: ApprovedTransfer }) {
  const { totalItems, fromFboAccountId, toFboAccountId, approvals, approvalsRequired } = transfer
  const isLast = approvals.length + 1 >= approvalsRequired
  return (
    <Stack gap="xs">
      <Text size="sm">
        Moves <b>{totalItems === 1 ? '1 item' : `all ${totalItems.toLocaleString()} items`}</b>{' '}
        {isLast
          ? 'now. This cannot be undone.'
          : `once ${approvalsRequired} people have approved: yours is approval ${approvals.length + 1}.`}
      </Text>
      <List size="sm" listStyleType="none">
        <List.Item>
          From <RecordLink type="account" id={fromFboAccountId} />
        </List.Item>
        <List.Item>
          To <RecordLink type="account" id={toFboAccountId} />
        </List.Item>
        <List.Item>
          Requested by <RequestedBy transfer={transfer} />
        </List.Item>
      </List>
      <OverMaximum id={toFboAccountId} />
    </Stack>
  )
}

/** Warns if the destination would hold more than is insured. */
function OverMaximum({ id }: { readonly id: string }) {
  const { data } = useQuery({
    ...read('GET /v1/fbo-accounts/{id}/insured-exposure', { path: { id } }),
    enabled: useMay('fbo_accounts:read'),
  })
  const exposure = data?.body.data
  if (!exposure?.isOverMaximum) return null
  return (
    <Alert color="orange" icon={<TriangleAlert />} title="Over the insured maximum">
      With this and other pending transfers, the destination would hold items worth{' '}
      {money(exposure.exposureCents)}. Its insured maximum is {money(exposure.maxInsuredValueCents)}
      .
    </Alert>
  )
}
