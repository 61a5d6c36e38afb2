import type { ApprovedRevaluation } from '../api/schema.ts'
import { RecordActions, type Step } from '../display/RecordActions.tsx'

const STEPS: readonly Step[] = [
  {
    verb: 'approve',
    label: 'Approve revaluation',
    permission: 'revaluations:approve',
    explanation: 'Gives all items their new values, once enough people have approved.',
    isNext: true,
    hotkey: 'approve',
    done: 'Approved.',
  },
  {
    verb: 'reject',
    label: 'Reject revaluation',
    permission: 'revaluations:approve',
    explanation: 'Rejects the revaluation. All items keep their values.',
    reason: 'required',
    color: 'red',
    hotkey: 'reject',
    done: 'Rejected. The items keep their values.',
  },
  {
    verb: 'cancel',
    label: 'Cancel revaluation',
    permission: 'inventory_items:revalue',
    explanation: 'Cancels the revaluation. All items keep their values.',
    reason: 'required',
    hotkey: 'cancel',
    done: 'Cancelled. The items keep their values.',
  },
]

interface Props {
  readonly revaluation: ApprovedRevaluation
  readonly etag: string | undefined
}

/** The actions on a revaluation; an open dialog says if somebody else decided meanwhile. */
export function RevaluationActions({ revaluation, etag }: Props) {
  const { status, requestedByTokenId } = revaluation
  const unavailable = status === 'pending' ? undefined : `The revaluation is now ${status}.`
  return (
    <RecordActions
      records="revaluations"
      noun="revaluation"
      record={{ ...revaluation, createdByTokenId: requestedByTokenId }}
      etag={etag}
      steps={STEPS.map((step) => ({ ...step, unavailable }))}
    />
  )
}
