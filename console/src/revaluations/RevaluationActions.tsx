import { notifications } from '@mantine/notifications'
import { useChange } from '../api/queries.ts'
import { request } from '../api/request.ts'
import type { ApprovedRevaluation } from '../api/schema.ts'
import { Action, Actions } from '../display/Action.tsx'
import { useApproveWithProof } from '../passkeys/authenticator.ts'

const KNOWN = [
  { label: 'Approve revaluation', permission: 'revaluations:approve' },
  { label: 'Reject revaluation', permission: 'revaluations:approve' },
  { label: 'Cancel revaluation', permission: 'inventory_items:revalue' },
] as const

interface Props {
  readonly revaluation: ApprovedRevaluation
  readonly etag: string | undefined
}

/** The actions on a revaluation; an open dialog says if somebody else decided meanwhile. */
export function RevaluationActions({ revaluation: { id, status }, etag }: Props) {
  const approve = useChange('POST /v1/revaluations/{id}/approve', ['inventory-items'])
  const reject = useChange('POST /v1/revaluations/{id}/reject')
  const cancel = useChange('POST /v1/revaluations/{id}/cancel')
  const approveWithProof = useApproveWithProof()
  const path = { id }
  const isPending = status === 'pending'
  const common = {
    etag,
    unavailable: isPending ? undefined : `The revaluation is now ${status}.`,
  }
  const done = (message: string) => () => notifications.show({ message, color: 'teal' })
  return (
    <Actions known={isPending ? KNOWN : []}>
      <Action
        {...common}
        {...KNOWN[0]}
        explanation="Gives all items their new values, once enough people have approved."
        variant="filled"
        hotkey="approve"
        run={({ ifMatch }) =>
          approveWithProof(
            (body) => approve.mutateAsync({ path, ifMatch, body }),
            async () => (await request('GET /v1/revaluations/{id}/approval', { path })).body.data,
          )
        }
        onDone={done('Approved.')}
      />
      <Action
        {...common}
        {...KNOWN[1]}
        explanation="Rejects the revaluation. All items keep their values."
        reason="required"
        color="red"
        hotkey="reject"
        run={({ ifMatch, reason = '' }) => reject.mutateAsync({ path, ifMatch, body: { reason } })}
        onDone={done('Rejected. The items keep their values.')}
      />
      <Action
        {...common}
        {...KNOWN[2]}
        explanation="Cancels the revaluation. All items keep their values."
        reason="required"
        hotkey="cancel"
        run={({ ifMatch, reason = '' }) => cancel.mutateAsync({ path, ifMatch, body: { reason } })}
        onDone={done('Cancelled. The items keep their values.')}
      />
    </Actions>
  )
}
