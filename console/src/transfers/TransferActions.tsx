import { Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { APPROVAL_DRY_RUN, read, useChange } from '../api/queries.ts'
import { isOutcomeUnknown, isVersionConflict, ProblemError, request } from '../api/request.ts'
import type { TransferDetails } from '../api/schema.ts'
import { Action, Actions } from '../display/Action.tsx'
import { money } from '../display/amounts.ts'

import { useCaller, useMay } from '../session/caller.tsx'
import { ApprovalSummary } from './ApprovalSummary.tsx'

const KNOWN = [
  { label: 'Approve', permission: 'transfer_batches:approve' },
  { label: 'Reject', permission: 'transfer_batches:approve' },
  { label: 'Cancel', permission: 'transfer_batches:cancel' },
] as const

/** Reads that a decision makes stale. */
const STALE = ['inventory-items', 'fbo-accounts']

interface Props {
  readonly transfer: TransferDetails
  /** The version of `transfer`. */
  readonly version: string
  /** The version that the person saw: a decision is made on it. */
  readonly seen: string
  readonly setDeciding: (isDeciding: boolean) => void
  /** Called after a decision, with the new version of the record. */
  readonly onDecided: (version: string) => void
  /** Called if it is not known whether the decision to this status was made. */
  readonly onOutcomeUnknown: (status: TransferDetails['status']) => void
}

export function TransferActions(props: Props) {
  const { transfer, version } = props
  const { approve, reject, cancel, onDone } = useDecisions(props)
  const refusal = useRefusal(transfer, version)
  if (transfer.status !== 'pending') return null
  const { totalItems } = transfer
  const items =
    totalItems === 1 ? 'Its item stays' : `All ${totalItems.toLocaleString()} items stay`
  return (
    <Stack gap={4}>
      <Actions known={KNOWN}>
        <Action
          label="Approve"
          permission="transfer_batches:approve"
          explanation={<ApprovalSummary transfer={transfer} />}
          variant="filled"
          hotkey="a"
          unavailable={refusal}
          run={approve}
          onDone={onDone}
        />
        <Action
          label="Reject"
          permission="transfer_batches:approve"
          explanation={`Rejects the transfer. ${items} in the source account and can be used again.`}
          reason="required"
          color="red"
          hotkey="r"
          run={reject}
          onDone={onDone}
        />
        <Action
          label="Cancel"
          permission="transfer_batches:cancel"
          explanation={`Cancels the transfer. ${items} in the source account and can be used again.`}
          reason="required"
          hotkey="x"
          run={cancel}
          onDone={onDone}
        />
      </Actions>
      {refusal !== undefined && (
        <Text size="sm" c="dimmed">
          You cannot approve this transfer. {refusal}
        </Text>
      )}
    </Stack>
  )
}

type Decision = (input: { readonly reason: string | undefined }) => Promise<string | undefined>

/** The decisions on the version that the person saw; each returns the new version. */
function useDecisions({ transfer, seen, setDeciding, onDecided, onOutcomeUnknown }: Props) {
  const approve = useChange('POST /v1/transfers/{id}/approve', STALE)
  const reject = useChange('POST /v1/transfers/{id}/reject', STALE)
  const cancel = useChange('POST /v1/transfers/{id}/cancel', STALE)
  const target = { path: { id: transfer.id }, ifMatch: seen }
  const decide =
    (
      status: TransferDetails['status'],
      message: string,
      change: (reason: string) => Promise<{ readonly etag: string | undefined }>,
    ): Decision =>
    async ({ reason = '' }) => {
      setDeciding(true)
      try {
        const { etag } = await change(reason)
        notifications.show({ message })
        return etag ?? seen
      } catch (error) {
        setDeciding(false)
        if (isOutcomeUnknown(error)) onOutcomeUnknown(status)
        if (!isVersionConflict(error)) throw error
        // The page reads the record again, and shows that it changed.
        return undefined
      }
    }
  return {
    approve: decide('completed', 'Approved. The items have moved.', () =>
      approve.mutateAsync({ ...target, body: {} }),
    ),
    reject: decide('rejected', 'Rejected. The items can be used again.', (reason) =>
      reject.mutateAsync({ ...target, body: { reason } }),
    ),
    cancel: decide('cancelled', 'Cancelled. The items can be used again.', (reason) =>
      cancel.mutateAsync({ ...target, body: { reason } }),
    ),
    onDone: (version: string | undefined) => {
      if (version === undefined) return
      onDecided(version)
      setDeciding(false)
    },
  }
}

/** The reason why this token cannot approve the transfer now; undefined if it can. */
function useRefusal(transfer: TransferDetails, version: string): string | undefined {
  const { tokenId } = useCaller()
  const mayApprove = useMay('transfer_batches:approve')
  const mayReadPolicy = useMay('organization_policies:read')
  const isPending = transfer.status === 'pending' && mayApprove
  const isOwn = transfer.createdByTokenId === tokenId
  const policy = useQuery({
    ...read('GET /v1/organization-policy'),
    enabled: isPending && isOwn && mayReadPolicy,
  })
  const isBarred = isOwn && mayReadPolicy && policy.data?.body.data.fourEyes !== false
  // Only the service knows, for example, who owns both this token and that of the creator.
  const tried = useQuery({
    queryKey: [APPROVAL_DRY_RUN, 'transfers', transfer.id, version],
    queryFn: ({ signal }) => tryApproval(transfer.id, signal),
    enabled: isPending && !isBarred,
  })
  return isBarred ? FOUR_EYES : (tried.data ?? undefined)
}

const FOUR_EYES = 'You requested it, and the policy requires approval by a second person.'

async function tryApproval(id: string, signal: AbortSignal): Promise<string | null> {
  try {
    const query = { validateOnly: true } as const
    await request('POST /v1/transfers/{id}/approve', { path: { id }, query, body: {}, signal })
    return null
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const { code, exposureCents = '0', maxInsuredValueCents = '0' } = error.problem
    if (code === 'self_approval_forbidden') return FOUR_EYES
    if (code !== 'insured_value_exceeded') return null
    return (
      `With it, the destination would hold ${money(exposureCents)}, over its insured maximum of ` +
      `${money(maxInsuredValueCents)}. Reject it, or move items out of the destination first.`
    )
  }
}
