import { Alert, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { UsersRound } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useChange } from '../api/queries.ts'
import { type ApiResponse, type Operation, request } from '../api/request.ts'
import { useApproveWithProof } from '../passkeys/authenticator.ts'
import { useCaller } from '../session/caller.tsx'
import { SignInAgainAlert } from '../session/SignInAgain.tsx'
import { Action, Actions } from './Action.tsx'
import { centsOf } from './amounts.ts'
import { type EditField, FieldInput } from './EditRecord.tsx'
import { fieldErrors } from './forms.ts'
import { type Approvable, type Approved, type Refusal, useRefusal } from './use-refusal.ts'

/** A change that a record may allow, as its button and its dialog say it. */
export interface Step
  extends Omit<ComponentProps<typeof Action>, 'variant' | 'fields' | 'etag' | 'run' | 'onDone'> {
  /** The last part of its operation's path. */
  readonly verb: string
  /** The message after it, if there is one. */
  readonly done?: string | ((response: ApiResponse<Operation>) => void)
  readonly isNext?: boolean
  /** Further members of the request. */
  readonly fields?: readonly EditField[]
  /** Looks at the record again, just before it is sent: for operations that take no version. */
  readonly check?: () => Promise<void>
}

interface StepsProps {
  readonly records: Approvable | 'fbo-accounts' | 'inventory-items'
  readonly id: string
  readonly etag: string | undefined
  readonly steps: readonly Step[]
  /** Further actions, before these, and what they need. */
  readonly children?: ReactNode
  readonly known?: ComponentProps<typeof Actions>['known']
}

/** The actions on a record. */
export function StepActions({ steps, children, known = [], ...record }: StepsProps) {
  const allowed = steps.filter(({ unavailable }) => unavailable === undefined)
  return (
    <Actions known={[...known, ...allowed]}>
      {children}
      {steps.map((step) => (
        <StepAction key={step.verb} {...record} step={step} />
      ))}
    </Actions>
  )
}

interface Props extends Omit<StepsProps, 'records' | 'id' | 'known'> {
  readonly records: Approvable
  readonly noun: string
  readonly record: Approved
}

/** The actions on a record, and why the caller cannot approve it. */
export function RecordActions({ records, noun, record, etag, steps, children }: Props) {
  const { permissions } = useCaller()
  const approve = steps.find(({ verb, unavailable }) => verb === 'approve' && !unavailable)
  const enabled = approve !== undefined && permissions.includes(approve.permission)
  const refusal = useRefusal({ records, record, etag, enabled })
  const shown = steps.map((step) =>
    step === approve ? { ...step, unavailable: refusal?.detail } : step,
  )
  return (
    <Stack gap="xs">
      {refusal && <Refused refusal={refusal} noun={noun} />}
      <StepActions records={records} id={record.id} etag={etag} steps={shown}>
        {children}
      </StepActions>
    </Stack>
  )
}

function Refused({ refusal, noun }: { readonly refusal: Refusal; readonly noun: string }) {
  const { code, detail } = refusal
  const to = `approve this ${noun}`
  if (code === 'sign_in_required') return <SignInAgainAlert problem={refusal} to={to} />
  const isOverMaximum = code === 'insured_value_exceeded'
  const title = isOverMaximum ? `You cannot ${to}` : `Somebody else has to ${to}`
  return (
    <Alert color="blue" icon={<UsersRound />} title={title}>
      {detail}
    </Alert>
  )
}

/** Reads that a step makes stale. */
const STALE = ['inventory-items', 'fbo-accounts', 'events']
const NO_FIELDS: readonly EditField[] = []

interface StepProps extends Pick<StepsProps, 'records' | 'id' | 'etag'> {
  readonly step: Step
}

/** One of the actions on a record. */
export function StepAction({ records, id, etag, step }: StepProps) {
  const { verb, done, isNext, fields = NO_FIELDS, check, onToggle, ...dialog } = step
  const path = { id }
  // The operations of all steps have one form.
  const operation = `POST /v1/${records}/{id}/${verb}` as 'POST /v1/outbound-shipments/{id}/approve'
  const change = useChange(operation, STALE)
  const approveWithProof = useApproveWithProof()
  const initialValues = Object.fromEntries(fields.map(({ name }) => [name, '']))
  const form = useForm<Record<string, string>>({ initialValues })
  const memberOf = ({ name, kind }: EditField) => {
    const text = form.values[name]?.trim() ?? ''
    return kind === 'amount' ? centsOf(text) : text
  }
  return (
    <Action
      {...dialog}
      variant={isNext ? 'filled' : 'default'}
      etag={etag}
      onToggle={(isOpen) => {
        form.reset()
        onToggle?.(isOpen)
      }}
      fields={fields.map((field) => (
        <FieldInput key={field.name} field={field} {...form.getInputProps(field.name)} />
      ))}
      isIncomplete={fields.some((field) => field.kind === 'amount' && !memberOf(field))}
      run={async ({ reason, ifMatch }) => {
        const version = check === undefined ? { ifMatch } : {}
        const send = (body: object) => change.mutateAsync({ path, body, ...version })
        await check?.()
        if (verb === 'approve') {
          const approval = `GET /v1/${records as Approvable}/{id}/approval` as const
          return await approveWithProof(
            send,
            async () => (await request(approval, { path })).body.data,
          )
        }
        const members = fields.map((field) => [field.name, memberOf(field)] as const)
        const body = Object.fromEntries(members.filter(([, value]) => value))
        try {
          return await send(reason === undefined ? body : { ...body, reason })
        } catch (error) {
          form.setErrors(fieldErrors(error))
          throw error
        }
      }}
      onDone={(response) => {
        if (typeof done === 'string') notifications.show({ message: done, color: 'teal' })
        else done?.(response as ApiResponse<Operation>)
      }}
    />
  )
}
