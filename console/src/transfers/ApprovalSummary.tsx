import { Alert, List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { read } from '../api/queries.ts'
import type { TransferDetails } from '../api/schema.ts'
import { AccountLink } from '../display/AccountLink.tsx'
import { money } from '../display/amounts.ts'
import { useMay } from '../session/caller.tsx'
import { RequestedBy } from './RequestedBy.tsx'

/** What the person who approves confirms: who asks, what moves where, and what it breaks. */
export function ApprovalSummary({ transfer }: { readonly transfer: TransferDetails }) {
  const { totalItems, fromFboAccountId, toFboAccountId } = transfer
  return (
    <Stack gap="xs">
      <Text size="sm">
        Moves <b>{totalItems === 1 ? '1 item' : `all ${totalItems.toLocaleString()} items`}</b> now.
        An approval is final.
      </Text>
      <List size="sm" listStyleType="none">
        <List.Item>
          From <AccountLink id={fromFboAccountId} />
        </List.Item>
        <List.Item>
          To <AccountLink id={toFboAccountId} />
        </List.Item>
        <List.Item>
          Asked for by <RequestedBy transfer={transfer} />
        </List.Item>
      </List>
      <OverMaximum id={toFboAccountId} />
    </Stack>
  )
}

/** Says so where the destination would hold more than is insured. */
function OverMaximum({ id }: { readonly id: string }) {
  const { data } = useQuery({
    ...read('GET /v1/fbo-accounts/{id}/insured-exposure', { path: { id } }),
    enabled: useMay('fbo_accounts:read'),
  })
  const exposure = data?.body.data
  if (!exposure?.isOverMaximum) return null
  return (
    <Alert
      color="orange"
      icon={<TriangleAlert />}
      title="The destination is over its insured maximum"
    >
      With this and other pending transfers it holds {money(exposure.exposureCents)}; its insured
      maximum is {money(exposure.maxInsuredValueCents)}.
    </Alert>
  )
}
