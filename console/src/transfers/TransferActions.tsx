import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read, useChange } from '../api/queries.ts'
import { ProblemError, request } from '../api/request.ts'
import type { TransferDetails } from '../api/schema.ts'
import { Action, Actions } from '../display/Action.tsx'
import { useCaller, useMay } from '../session/caller.tsx'

const KNOWN = [
  { label: 'Approve', permission: 'transfer_batches:approve' },
  { label: 'Reject', permission: 'transfer_batches:approve' },
  { label: 'Cancel', permission: 'transfer_batches:cancel' },
] as const

/** Reads that a decision makes old. */
const STALE = ['inventory-items', 'fbo-accounts']

interface Props {
  readonly transfer: TransferDetails
  /** The version that the person saw. */
  readonly version: string
  readonly setDeciding: (isDeciding: boolean) => void
  /** The decision is made; the record has this version now. */
  readonly decided: (version: string) => void
}

export function TransferActions({ transfer, version, setDeciding, decided }: Props) {
  const { id, status, totalItems } = transfer
  const approve = useChange('POST /v1/transfers/{id}/approve', STALE)
  const reject = useChange('POST /v1/transfers/{id}/reject', STALE)
  const cancel = useChange('POST /v1/transfers/{id}/cancel', STALE)
  const refusal = useRefusal(transfer, version)
  if (status !== 'pending') return null
  const given = { path: { id }, ifMatch: version }
  const decide = async (change: () => Promise<{ readonly etag: string | undefined }>) => {
    setDeciding(true)
    try {
      decided((await change()).etag ?? version)
    } catch (error) {
      // The page has read the record again by now, and says that it changed.
      if (!isConflict(error)) throw error
    } finally {
      setDeciding(false)
    }
  }
  const items = totalItems === 1 ? 'its item' : `all ${totalItems.toLocaleString()} items`
  return (
    <Stack gap={4}>
      <Actions known={KNOWN}>
        <Action
          label="Approve"
          permission="transfer_batches:approve"
          explanation={`Moves ${items} to the destination now. An approval is final.`}
          variant="filled"
          hotkey="a"
          unavailable={refusal}
          run={() => decide(() => approve.mutateAsync({ ...given, body: {} }))}
        />
        <Action
          label="Reject"
          permission="transfer_batches:approve"
          explanation={`Refuses the transfer: ${items} stay where they are, free again.`}
          reason="required"
          color="red"
          hotkey="r"
          run={({ reason = '' }) =>
            decide(() => reject.mutateAsync({ ...given, body: { reason } }))
          }
        />
        <Action
          label="Cancel"
          permission="transfer_batches:cancel"
          explanation={`Withdraws the transfer: ${items} stay where they are, free again.`}
          reason="required"
          hotkey="x"
          run={({ reason = '' }) =>
            decide(() => cancel.mutateAsync({ ...given, body: { reason } }))
          }
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
    queryKey: ['transfer approval', transfer.id, version],
    queryFn: ({ signal }) => tryApproval(transfer.id, signal),
    enabled: isPending && !isBarred,
  })
  return isBarred ? FOUR_EYES : (tried.data ?? undefined)
}

const FOUR_EYES =
  'you asked for this transfer, and the policy wants four eyes. Somebody else has to approve it.'

async function tryApproval(id: string, signal: AbortSignal): Promise<string | null> {
  try {
    const query = { validateOnly: 'true' } as const
    await request('POST /v1/transfers/{id}/approve', { path: { id }, query, body: {}, signal })
    return null
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const { code, detail } = error.problem
    if (code === 'self_approval_forbidden') return FOUR_EYES
    return code === 'insured_value_exceeded' ? detail : null
  }
}
