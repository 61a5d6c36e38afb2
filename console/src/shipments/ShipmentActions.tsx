import { Alert, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { APPROVAL_DRY_RUN } from '../api/queries.ts'
import { ProblemError, request } from '../api/request.ts'
import type { OutboundShipmentDetails } from '../api/schema.ts'
import { Action, Actions } from '../display/Action.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { fieldErrors } from '../display/use-api-form.ts'
import { type Permission, useMay } from '../session/caller.tsx'
import { type ShipmentVerb, verbsTaken } from './shipment-steps.ts'
import { type SeenShipment, type StepOperation, useShipmentStep } from './use-shipment-step.ts'

interface Props {
  readonly shipment: OutboundShipmentDetails
  readonly etag: string | undefined
}

interface StepProps {
  readonly seen: SeenShipment
}

interface Step {
  readonly label: string
  readonly explanation: string
  /** The message after it. */
  readonly done: string
  readonly reason?: 'required' | 'optional'
  readonly color?: string
  readonly isNext?: boolean
  readonly hotkey?: string
}

const STEPS: Readonly<Record<Exclude<ShipmentVerb, 'ship'>, Step>> = {
  inspect: {
    label: 'Start inspection',
    explanation: 'All items are packed. The inspection begins.',
    done: 'The shipment is in inspection.',
    isNext: true,
  },
  submit: {
    label: 'Submit for approval',
    explanation: 'The inspection found no problems. An approver decides next.',
    done: 'The shipment is waiting for approval.',
    isNext: true,
  },
  approve: {
    label: 'Approve',
    explanation: 'Allows the shipment to leave the vault.',
    done: 'The shipment is approved.',
    isNext: true,
    hotkey: 'a',
  },
  'return-to-packing': {
    label: 'Return to packing',
    explanation: 'The shipment is packed and inspected again. Its items stay reserved for it.',
    done: 'The shipment is back in packing.',
  },
  deliver: {
    label: 'Mark as delivered',
    explanation: 'Records that the shipment has arrived. This cannot be undone.',
    done: 'The shipment is delivered.',
    isNext: true,
  },
  hold: {
    label: 'Hold',
    explanation: 'Stops the shipment until somebody releases it.',
    done: 'The shipment is on hold.',
    reason: 'required',
    color: 'orange',
  },
  release: {
    label: 'Release',
    explanation: 'Ends the hold. The shipment continues where it stopped.',
    done: 'The shipment is released.',
    reason: 'optional',
    isNext: true,
  },
  cancel: {
    label: 'Cancel shipment',
    explanation: 'Returns its items to the vault, in the same account. This cannot be undone.',
    done: 'The shipment is cancelled.',
    reason: 'required',
    color: 'red',
    hotkey: 'x',
  },
}

function permissionOf(verb: ShipmentVerb): Permission {
  return verb === 'approve' ? 'outbound_shipments:approve' : 'outbound_shipments:update'
}

/** The actions on the shipment. */
export function ShipmentActions({ shipment, etag }: Props) {
  const taken = verbsTaken(shipment)
  const refusal = useApprovalRefusal(shipment, etag, taken.includes('approve'))
  const [conflict, setConflict] = useState<unknown>()
  const seen = { id: shipment.id, etag, onConflict: setConflict }
  if (taken.length === 0) return <ProblemAlert error={conflict} />
  const known = taken.map((verb) => ({
    label: verb === 'ship' ? 'Ship' : STEPS[verb].label,
    permission: permissionOf(verb),
  }))
  return (
    <Stack gap="xs">
      <ProblemAlert error={conflict} />
      {refusal !== undefined && (
        <Alert
          color="blue"
          icon={<UsersRound />}
          title="Somebody else has to approve this shipment"
        >
          {refusal} The policy requires a second person to approve what leaves the vault.
        </Alert>
      )}
      <Actions known={known}>
        {taken.map((verb) =>
          verb === 'ship' ? (
            <Ship key={verb} seen={seen} />
          ) : (
            <StepAction
              key={verb}
              verb={verb}
              seen={seen}
              unavailable={verb === 'approve' ? refusal : undefined}
            />
          ),
        )}
      </Actions>
    </Stack>
  )
}

function StepAction({
  verb,
  seen,
  unavailable,
}: StepProps & {
  readonly verb: Exclude<ShipmentVerb, 'ship'>
  readonly unavailable: string | undefined
}) {
  const { label, explanation, done, reason, color, isNext, hotkey } = STEPS[verb]
  const operation: StepOperation = `POST /v1/outbound-shipments/{id}/${verb}`
  const take = useShipmentStep(operation, seen, done)
  return (
    <Action
      label={label}
      permission={permissionOf(verb)}
      explanation={explanation}
      variant={isNext ? 'filled' : 'default'}
      unavailable={unavailable}
      reason={reason}
      color={color}
      hotkey={hotkey}
      etag={seen.etag}
      run={(input) =>
        take(input.reason === undefined ? {} : { reason: input.reason }, input.ifMatch)
      }
    />
  )
}

function Ship({ seen }: StepProps) {
  const done = 'The shipment is on its way.'
  const take = useShipmentStep('POST /v1/outbound-shipments/{id}/ship', seen, done)
  const form = useForm({ initialValues: { carrier: '', service: '', trackingNumber: '' } })
  const field = (name: keyof typeof form.values) => ({
    ...form.getInputProps(name),
    maxLength: 100,
    autoComplete: 'off',
  })
  return (
    <Action
      label="Ship"
      permission={permissionOf('ship')}
      explanation="Records that the carrier has the shipment and that it left the vault. This cannot be undone."
      variant="filled"
      fields={
        <>
          <TextInput label="Carrier" required {...field('carrier')} />
          <TextInput label="Service" {...field('service')} />
          <TextInput label="Tracking number" required {...field('trackingNumber')} />
        </>
      }
      etag={seen.etag}
      run={async ({ ifMatch }) => {
        const { carrier, service, trackingNumber } = form.values
        const body = {
          carrier: carrier.trim(),
          trackingNumber: trackingNumber.trim(),
          ...(service.trim() !== '' && { service: service.trim() }),
        }
        await take(body, ifMatch).catch((error: unknown) => {
          form.setErrors(fieldErrors(error))
          throw error
        })
      }}
    />
  )
}

/**
 * The reason why this token may not approve the shipment although it has the permission. A dry run
 * tells it, because only the service knows which tokens belong to one person.
 */
function useApprovalRefusal(
  { id }: OutboundShipmentDetails,
  etag: string | undefined,
  isAwaited: boolean,
): string | undefined {
  const mayApprove = useMay('outbound_shipments:approve')
  const check = useQuery({
    queryKey: [APPROVAL_DRY_RUN, 'outbound-shipments', id, etag],
    queryFn: async ({ signal }) => {
      try {
        const args = { path: { id }, query: { validateOnly: true }, body: {}, signal } as const
        await request('POST /v1/outbound-shipments/{id}/approve', args)
      } catch (error) {
        const isOwn = error instanceof ProblemError && error.problem.status === 403
        if (isOwn) return error.problem.detail
        // Any other refusal is shown when it is tried.
      }
      return null
    },
    enabled: isAwaited && mayApprove,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return isAwaited && mayApprove ? (check.data ?? undefined) : undefined
}
