import { Alert, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { APPROVAL_DRY_RUN, useChange, useRead } from '../api/queries.ts'
import { type ApiResponse, type Operation, ProblemError, request } from '../api/request.ts'
import type { ApprovedTransfer, Problem } from '../api/schema.ts'
import { type Approvable, useApproveWithProof } from '../passkeys/authenticator.ts'
import { type Permission, useCaller } from '../session/caller.tsx'
import { SignInAgainAlert } from '../session/SignInAgain.tsx'
import { Action, Actions } from './Action.tsx'
import { money } from './amounts.ts'
import { type EditProps, EditRecord } from './EditRecord.tsx'

type Approved = Pick<ApprovedTransfer, 'approvals' | 'approvalsRequired' | 'createdByTokenId'>

type Refusal = Pick<Problem, 'code' | 'detail' | 'maxAgeSeconds'>

/** A change that a record may allow, as its button and its dialog say it. */
export interface Step
  extends Omit<ComponentProps<typeof Action>, 'variant' | 'etag' | 'run' | 'onDone'> {
  readonly verb: string
  /** The message after it, if there is one. */
  readonly done?: string | ((response: ApiResponse<Operation>) => void)
  readonly isNext?: boolean
  /** Makes the body of an operation that takes a list of records. */
  readonly bodyOfList?: (members: Readonly<Record<string, string | undefined>>) => object
  /** Looks at the record again, just before it is sent: for operations that take no version. */
  readonly check?: () => Promise<void>
}

interface StepProps {
  readonly records: Approvable | 'fbo-accounts' | 'inventory-items'
  readonly id: string
  readonly etag: string | undefined
  readonly step: Step
}

interface Props extends Omit<StepProps, 'id' | 'step'> {
  /** With its approvals, if people approve it. */
  readonly record: { readonly id: string } & Partial<Approved>
  readonly noun?: string
  readonly steps: readonly Step[]
  /** The form for what describes the record. */
  readonly edit?: Omit<EditProps, 'operation' | 'id' | 'record' | 'etag'>
  /** Further actions, before these, and what they need. */
  readonly children?: ReactNode
  readonly known?: ComponentProps<typeof Actions>['known']
}

interface DecisionProps extends Omit<Props, 'steps'> {
  readonly record: Approved &
    Pick<ApprovedTransfer, 'id' | 'decidedByTokenId'> & { readonly status: string }
  readonly noun: string
  readonly approve: Pick<Step, 'permission' | 'explanation' | 'done'>
  /** The permission to cancel. */
  readonly cancel: Step['permission']
  /** The sentence about its items if it is not approved. */
  readonly otherwise: string
}

/** The decisions on a record. An open dialog says if somebody else decided meanwhile. */
export function DecisionActions({ approve, cancel, otherwise, ...props }: DecisionProps) {
  const { noun, record } = props
  const by = record.decidedByTokenId === useCaller().tokenId ? ', decided by you' : ''
  const isPending = record.status === 'pending'
  const unavailable = isPending ? undefined : `The ${noun} is now ${record.status}${by}.`
  const refusal = { noun, unavailable, reason: 'required', color: 'red' } as const
  return (
    <RecordActions
      {...props}
      steps={[
        {
          ...approve,
          noun,
          unavailable,
          verb: 'approve',
          label: 'Approve',
          isNext: true,
          hotkey: 'approve',
        },
        {
          ...refusal,
          verb: 'reject',
          label: 'Reject',
          permission: approve.permission,
          explanation: `Rejects the ${noun}. ${otherwise}`,
          hotkey: 'reject',
          done: `Rejected. ${otherwise}`,
        },
        {
          ...refusal,
          verb: 'cancel',
          label: 'Cancel',
          permission: cancel,
          explanation: `Cancels the ${noun}. ${otherwise}`,
          hotkey: 'cancel',
          done: `Cancelled. ${otherwise}`,
        },
      ]}
    />
  )
}

/** The actions on a record, and why the caller cannot approve it. */
export function RecordActions({ records, record, etag, noun, steps, ...others }: Props) {
  const { edit, children, known = [] } = others
  const { id } = record
  const operation = `PATCH /v1/${records}/{id}` as EditProps['operation']
  const allowed = steps.filter(({ unavailable }) => unavailable === undefined)
  const approve = allowed.find(({ verb }) => verb === 'approve')
  const refusal = useRefusal({ records, record, etag }, approve?.permission)
  const to = `approve this ${noun}`
  const isOverMaximum = refusal?.code === 'insured_value_exceeded'
  const title = isOverMaximum ? `You cannot ${to}` : `Somebody else has to ${to}`
  return (
    <Stack gap="xs">
      {refusal?.code === 'sign_in_required' ? (
        <SignInAgainAlert problem={refusal} to={to} />
      ) : (
        refusal && (
          <Alert color="blue" icon={<UsersRound />} title={title}>
            {refusal.detail}
          </Alert>
        )
      )}
      <Actions known={[...known, ...(edit && !edit.isClosed ? [edit] : []), ...allowed]}>
        {children}
        {edit && <EditRecord {...edit} {...{ operation, id, record, etag }} />}
        {steps.map((step) => {
          const shown = step === approve ? { ...step, unavailable: refusal?.detail } : step
          return <StepAction key={step.verb} {...{ records, id, etag, step: shown }} />
        })}
      </Actions>
    </Stack>
  )
}

const STALE = ['inventory-items', 'fbo-accounts', 'events']

export function StepAction({ records, id, etag, step }: StepProps) {
  const { verb, done, isNext, check, bodyOfList, ...dialog } = step
  const path = { id }
  // The operations of all steps have one form.
  const place = bodyOfList === undefined ? '{id}/' : ''
  const operation =
    `POST /v1/${records}/${place}${verb}` as 'POST /v1/outbound-shipments/{id}/approve'
  const change = useChange(operation, STALE)
  const approveWithProof = useApproveWithProof()
  return (
    <Action
      {...dialog}
      variant={isNext ? 'filled' : 'default'}
      etag={etag}
      run={async ({ values, reason, ifMatch }) => {
        const version = check === undefined ? { ifMatch } : {}
        const send = (body: object) => change.mutateAsync({ path, body, ...version })
        await check?.()
        if (verb === 'approve') return await approveWithProof(id, send)
        const members = Object.entries({ ...values, reason })
        const body = Object.fromEntries(members.filter(([, text]) => text))
        return await send(bodyOfList?.(body) ?? body)
      }}
      onDone={(response) => {
        if (typeof done === 'string') notifications.show({ message: done, color: 'teal' })
        else done?.(response as ApiResponse<Operation>)
      }}
    />
  )
}

/**
 * The reason why the caller cannot approve a record in spite of the permission.
 * @param needed undefined if the record does not wait for an approval
 */
function useRefusal(
  { records, record, etag }: Pick<Props, 'records' | 'record' | 'etag'>,
  needed: Permission | undefined,
): Refusal | undefined {
  const { tokenId, permissions } = useCaller()
  const { id, createdByTokenId, approvals = [], approvalsRequired = 1 } = record
  const enabled = needed !== undefined && permissions.includes(needed)
  const isOwn = createdByTokenId === tokenId && permissions.includes('organization_policies:read')
  const policy = useRead('GET /v1/organization-policy', { enabled: enabled && isOwn })
  const isBarred = isOwn && (approvalsRequired > 1 || policy.data?.body.data.fourEyes !== false)
  const isGiven = approvals.some((approval) => approval.tokenId === tokenId)
  const known = isBarred ? OWN : isGiven ? GIVEN : undefined
  // Only the service knows, for example, who owns both this token and that of the creator.
  const tried = useQuery({
    queryKey: [APPROVAL_DRY_RUN, records, id, etag],
    queryFn: ({ signal }) => tryApproval(records as Approvable, id, signal),
    enabled: enabled && known === undefined,
  })
  return enabled ? (known ?? tried.data ?? undefined) : undefined
}

const OWN: Refusal = {
  code: 'self_approval_forbidden',
  detail: 'You requested it, and the policy requires approval by a second person.',
}

const GIVEN: Refusal = {
  code: 'already_approved',
  detail: 'You approved it already; another person must, too.',
}

/** Any other refusal is shown when it is tried. */
const TOLD = ['self_approval_forbidden', 'sign_in_required']

async function tryApproval(records: Approvable, id: string, signal: AbortSignal) {
  const operation = `POST /v1/${records}/{id}/approve` as const
  try {
    await request(operation, { path: { id }, query: { validateOnly: true }, body: {}, signal })
    return null
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const { code, exposureCents = '0', maxInsuredValueCents = '0' } = error.problem
    if (TOLD.includes(code)) return error.problem
    if (code === 'already_approved') return GIVEN
    if (code !== 'insured_value_exceeded') return null
    const detail =
      `With it, the destination would hold ${money(exposureCents)}, over its insured maximum of ` +
      `${money(maxInsuredValueCents)}. Reject it, or move items out of the destination first.`
    return { code, detail }
  }
}
