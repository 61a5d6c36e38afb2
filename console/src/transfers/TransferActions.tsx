import { Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { APPROVAL_DRY_RUN, read, readAgain, useChange } from '../api/queries.ts'
import { ProblemError, request } from '../api/request.ts'
import type { TransferDetails } from '../api/schema.ts'
import { Action, Actions } from '../display/Action.tsx'
import { money } from '../display/amounts.ts'
import { isOutcomeUnknown } from '../display/outcome.ts'
import { useCaller, useMay } from '../session/caller.tsx'
import { WhatApprovalDoes } from './WhatApprovalDoes.tsx'

const KNOWN = [
  { label: 'Approve', permission: 'transfer_batches:approve' },
  { label: 'Reject', permission: 'transfer_batches:approve' },
  { label: 'Cancel', permission: 'transfer_batches:cancel' },
] as const

/** Reads that a decision makes old. */
const STALE = ['inventory-items', 'fbo-accounts']

interface Props {
  readonly transfer: TransferDetails
  /** The version of `transfer`. */
  readonly version: string
  /** The version that the person saw, on which a decision is made. */
  readonly seen: string
  readonly setDeciding: (isDeciding: boolean) => void
  /** The decision is made; the record has this version now. */
  readonly decided: (version: string) => void
  /** Whether a decision was made that would have led to this status is not known. */
  readonly lost: (status: TransferDetails['status']) => void
}

export function TransferActions(props: Props) {
  const { transfer, version } = props
  const { approve, reject, cancel } = useDecisions(props)
  const refusal = useRefusal(transfer, version)
  if (transfer.status !== 'pending') return null
  const { totalItems } = transfer
  const items = totalItems === 1 ? 'its item' : `all ${totalItems.toLocaleString()} items`
  return (
    <Stack gap={4}>
      <Actions known={KNOWN}>
        <Action
          label="Approve"
          permission="transfer_batches:approve"
          explanation={<WhatApprovalDoes transfer={transfer} />}
          variant="filled"
          hotkey="a"
          unavailable={refusal}
          run={approve}
        />
        <Action
          label="Reject"
          permission="transfer_batches:approve"
          explanation={`Refuses the transfer: ${items} stay where they are, free again.`}
          reason="required"
          color="red"
          hotkey="r"
          run={reject}
        />
        <Action
          label="Cancel"
          permission="transfer_batches:cancel"
          explanation={`Withdraws the transfer: ${items} stay where they are, free again.`}
          reason="required"
          hotkey="x"
          run={cancel}
        />
      </Actions>
      {refusal !== undefined && (
        <Text size="sm" c="dimmed">
          Approve is not offered: {refusal}
        </Text>
      )}
    </Stack>
  )
}

/** The decisions of the version that the person saw. */
function useDecisions({ transfer, seen, setDeciding, decided, lost }: Props) {
  const approve = useChange('POST /v1/transfers/{id}/approve', STALE)
  const reject = useChange('POST /v1/transfers/{id}/reject', STALE)
  const cancel = useChange('POST /v1/transfers/{id}/cancel', STALE)
  const client = useQueryClient()
  const given = { path: { id: transfer.id }, ifMatch: seen }
  const decide = async (
    status: TransferDetails['status'],
    done: string,
    change: () => Promise<{ readonly etag: string | undefined }>,
  ) => {
    setDeciding(true)
    try {
      const { etag } = await change()
      await readAgain(client)
      decided(etag ?? seen)
      notifications.show({ message: done })
    } catch (error) {
      if (isOutcomeUnknown(error)) lost(status)
      // The page reads the record again, and says that it changed.
      if (!isConflict(error)) throw error
    } finally {
      setDeciding(false)
    }
  }
  const free = 'its items are free again.'
  return {
    approve: () =>
      decide('completed', 'Approved: its items have moved.', () =>
        approve.mutateAsync({ ...given, body: {} }),
      ),
    reject: ({ reason = '' }: Given) =>
      decide('rejected', `Rejected: ${free}`, () =>
        reject.mutateAsync({ ...given, body: { reason } }),
      ),
    cancel: ({ reason = '' }: Given) =>
      decide('cancelled', `Cancelled: ${free}`, () =>
        cancel.mutateAsync({ ...given, body: { reason } }),
      ),
  }
}

interface Given {
  readonly reason?: string | undefined
}

function isConflict(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.code === 'version_conflict'
}

/** Why the transfer cannot be approved with this token now; undefined where it can. */
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

const FOUR_EYES =
  'you asked for this transfer, and the policy wants four eyes. Somebody else has to approve it.'

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
      `with it, the destination would hold ${money(exposureCents)}, over its insured maximum of ` +
      `${money(maxInsuredValueCents)}. Reject it, or move items out of the destination first.`
    )
  }
}
