import { Alert, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { UsersRound } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useChange } from '../api/queries.ts'
import { request } from '../api/request.ts'
import { useApproveWithProof } from '../passkeys/authenticator.ts'
import { useCaller } from '../session/caller.tsx'
import { SignInAgainAlert } from '../session/SignInAgain.tsx'
import { Action, Actions } from './Action.tsx'
import { type EditField, FieldInput } from './EditRecord.tsx'
import { fieldErrors } from './forms.ts'
import { type Approvable, type Approved, type Refusal, useRefusal } from './use-refusal.ts'

/** A change that a record may allow, as its button and its dialog say it. */
export interface Step
  extends Omit<ComponentProps<typeof Action>, 'variant' | 'fields' | 'etag' | 'run' | 'onDone'> {
  /** The last part of its operation's path. */
  readonly verb: string
  /** The message after it. */
  readonly done: string
  readonly isNext?: boolean
  /** Further members of the request. */
  readonly fields?: readonly EditField[]
}

interface Props {
  readonly records: Approvable
  readonly noun: string
  readonly record: Approved
  readonly etag: string | undefined
  readonly steps: readonly Step[]
  /** Further actions, before these. */
  readonly children?: ReactNode
}

/** The actions on a record, and why the caller cannot approve it. */
export function RecordActions({ records, noun, record, etag, steps, children }: Props) {
  const { permissions } = useCaller()
  const allowed = steps.filter(({ unavailable }) => unavailable === undefined)
  const approve = allowed.find(({ verb }) => verb === 'approve')
  const enabled = approve !== undefined && permissions.includes(approve.permission)
  const refusal = useRefusal({ records, record, etag, enabled })
  return (
    <Stack gap="xs">
      {refusal && <Refused refusal={refusal} noun={noun} />}
      <Actions known={allowed}>
        {children}
        {steps.map((step) => (
          <StepAction
            key={step.verb}
            records={records}
            id={record.id}
            etag={etag}
            step={step === approve ? { ...step, unavailable: refusal?.detail } : step}
          />
        ))}
      </Actions>
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

interface StepProps extends Pick<Props, 'records' | 'etag'> {
  readonly id: string
  readonly step: Step
}

function StepAction({ records, id, etag, step }: StepProps) {
  const { verb, done, isNext, fields = NO_FIELDS, ...dialog } = step
  const path = { id }
  // The operations of all steps have one form.
  const operation = `POST /v1/${records}/{id}/${verb}` as 'POST /v1/outbound-shipments/{id}/approve'
  const change = useChange(operation, STALE)
  const approveWithProof = useApproveWithProof()
  const initialValues = Object.fromEntries(fields.map(({ name }) => [name, '']))
  const form = useForm<Record<string, string>>({ initialValues })
  return (
    <Action
      {...dialog}
      variant={isNext ? 'filled' : 'default'}
      etag={etag}
      fields={fields.map((field) => (
        <FieldInput key={field.name} field={field} {...form.getInputProps(field.name)} />
      ))}
      run={async ({ reason, ifMatch }) => {
        const send = (body: object) => change.mutateAsync({ path, body, ifMatch })
        if (verb === 'approve') {
          return await approveWithProof(
            send,
            async () => (await request(`GET /v1/${records}/{id}/approval`, { path })).body.data,
          )
        }
        const entries = Object.entries({ ...form.values, reason }).map(
          ([name, text]) => [name, text?.trim()] as const,
        )
        try {
          return await send(Object.fromEntries(entries.filter(([, text]) => text)))
        } catch (error) {
          form.setErrors(fieldErrors(error))
          throw error
        }
      }}
      onDone={() => notifications.show({ message: done, color: 'teal' })}
    />
  )
}
