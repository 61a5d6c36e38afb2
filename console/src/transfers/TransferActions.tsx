import { Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { APPROVAL_DRY_RUN, read, useChange } from '../api/queries.ts'
import { ProblemError, request } from '../api/request.ts'
import type { ApprovedTransfer, Problem, TransferDetails } from '../api/schema.ts'
import { Action, Actions } from '../display/Action.tsx'
import { money } from '../display/amounts.ts'
import { useApproveWithProof } from '../passkeys/authenticator.ts'
import { useCaller, useMay } from '../session/caller.tsx'
import { SignInAgainAlert } from '../session/SignInAgain.tsx'
import { ApprovalSummary } from './ApprovalSummary.tsx'

const KNOWN = [
  { label: 'Approve', permission: 'transfer_batches:approve' },
  { label: 'Reject', permission: 'transfer_batches:approve' },
  { label: 'Cancel', permission: 'transfer_batches:cancel' },
] as const

/** Reads that a decision makes stale. */
const STALE = ['inventory-items', 'fbo-accounts']

interface Props {
  readonly transfer: ApprovedTransfer
  readonly etag: string | undefined
}

/** The actions on the transfer; an open dialog says if somebody else decided meanwhile. */
export function TransferActions({ transfer, etag }: Props) {
  const { id, status, totalItems } = transfer
  const approve = useChange('POST /v1/transfers/{id}/approve', STALE)
  const reject = useChange('POST /v1/transfers/{id}/reject', STALE)
  const cancel = useChange('POST /v1/transfers/{id}/cancel', STALE)
  const approveWithProof = useApproveWithProof()
  const refusal = useRefusal(transfer, etag)
  const decided = useDecided(transfer)
  const isLast = transfer.approvals.length + 1 >= transfer.approvalsRequired
  const items =
    totalItems === 1 ? 'Its item stays' : `All ${totalItems.toLocaleString()} items stay`
  const path = { id }
  const done = (message: string) => () => notifications.show({ message, color: 'teal' })
  return (
    <Stack gap={4}>
      <Actions known={status === 'pending' ? KNOWN : []}>
        <Action
          label="Approve"
          noun="transfer"
          permission="transfer_batches:approve"
          explanation={<ApprovalSummary transfer={transfer} />}
          variant="filled"
          hotkey="approve"
          etag={etag}
          unavailable={decided ?? refusal?.detail}
          run={({ ifMatch }) =>
            approveWithProof(
              (body) => approve.mutateAsync({ path, ifMatch, body }),
              async () => (await request('GET /v1/transfers/{id}/approval', { path })).body.data,
            )
          }
          onDone={done(
            isLast ? 'Approved. The items have moved.' : 'Approved. Further approvals are needed.',
          )}
        />
        <Action
          label="Reject"
          noun="transfer"
          permission="transfer_batches:approve"
          explanation={`Rejects the transfer. ${items} in the source account and can be used again.`}
          reason="required"
          color="red"
          hotkey="reject"
          etag={etag}
          unavailable={decided}
          run={({ ifMatch, reason = '' }) =>
            reject.mutateAsync({ path, ifMatch, body: { reason } })
          }
          onDone={done('Rejected. The items can be used again.')}
        />
        <Action
          label="Cancel"
          noun="transfer"
          color="red"
          permission="transfer_batches:cancel"
          explanation={`Cancels the transfer. ${items} in the source account and can be used again.`}
          reason="required"
          hotkey="cancel"
          etag={etag}
          unavailable={decided}
          run={({ ifMatch, reason = '' }) =>
            cancel.mutateAsync({ path, ifMatch, body: { reason } })
          }
          onDone={done('Cancelled. The items can be used again.')}
        />
      </Actions>
      {status === 'pending' && refusal !== undefined && <Refused refusal={refusal} />}
    </Stack>
  )
}

/** Why the caller cannot approve the transfer. */
interface Refusal {
  readonly detail: string
  /** `sign_in_required`, which the person can remedy. */
  readonly signIn?: Problem
}

function Refused({ refusal: { detail, signIn } }: { readonly refusal: Refusal }) {
  if (signIn !== undefined) return <SignInAgainAlert problem={signIn} to="approve this transfer" />
  return (
    <Text size="sm" c="dimmed">
      You cannot approve this transfer. {detail}
    </Text>
  )
}

/** The outcome of a transfer that is not pending any more, for dialogs that are still open. */
function useDecided({ status, decidedByTokenId }: TransferDetails): string | undefined {
  const { tokenId } = useCaller()
  if (status === 'pending') return undefined
  const isMine = decidedByTokenId === tokenId
  return `The transfer is now ${status}${isMine ? ', decided by you' : ''}.`
}

/** The reason why this token cannot approve the transfer now; undefined if it can. */
function useRefusal(transfer: TransferDetails, etag: string | undefined): Refusal | undefined {
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
    queryKey: [APPROVAL_DRY_RUN, 'transfers', transfer.id, etag],
    queryFn: ({ signal }) => tryApproval(transfer.id, signal),
    enabled: isPending && !isBarred,
  })
  return isBarred ? FOUR_EYES : (tried.data ?? undefined)
}

const FOUR_EYES = {
  detail: 'You requested it, and the policy requires approval by a second person.',
}

async function tryApproval(id: string, signal: AbortSignal): Promise<Refusal | null> {
  try {
    const query = { validateOnly: true } as const
    await request('POST /v1/transfers/{id}/approve', { path: { id }, query, body: {}, signal })
    return null
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const { code, detail, exposureCents = '0', maxInsuredValueCents = '0' } = error.problem
    if (code === 'self_approval_forbidden') return FOUR_EYES
    if (code === 'sign_in_required') return { detail, signIn: error.problem }
    if (code === 'already_approved') {
      return { detail: 'You approved it already; another person must, too.' }
    }
    if (code !== 'insured_value_exceeded') return null
    return {
      detail:
        `With it, the destination would hold ${money(exposureCents)}, over its insured maximum of ` +
        `${money(maxInsuredValueCents)}. Reject it, or move items out of the destination first.`,
    }
  }
}
