import { Alert, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { APPROVAL_DRY_RUN } from '../api/queries.ts'
import { ProblemError, request } from '../api/request.ts'
import type { OutboundShipmentDetails } from '../api/schema.ts'
import { Action, Actions } from '../display/Action.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { type Permission, useMay } from '../session/caller.tsx'
import { type ShipmentVerb, verbsTaken } from './shipment-steps.ts'
import { type SeenShipment, type StepOperation, useStep } from './use-step.ts'

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
  /** What is said after it. */
  readonly done: string
  readonly reason?: 'required' | 'optional'
  readonly color?: string
  readonly isNext?: boolean
  readonly hotkey?: string
}

const STEPS: Readonly<Record<Exclude<ShipmentVerb, 'ship'>, Step>> = {
  inspect: {
    label: 'Start inspection',
    explanation: 'Everything is packed, and is now inspected.',
    done: 'The shipment is in inspection.',
    isNext: true,
  },
  submit: {
    label: 'Submit for approval',
    explanation: 'The inspection found everything in order. An approver decides next.',
    done: 'The shipment waits for approval.',
    isNext: true,
  },
  approve: {
    label: 'Approve',
    explanation: 'The shipment may leave the vault.',
    done: 'The shipment is approved.',
    isNext: true,
    hotkey: 'a',
  },
  'return-to-packing': {
    label: 'Return to packing',
    explanation: 'It is packed and inspected again. Its items stay claimed.',
    done: 'The shipment is back in packing.',
  },
  deliver: {
    label: 'Mark as delivered',
    explanation: 'The shipment has arrived. This cannot be taken back.',
    done: 'The shipment is delivered.',
    isNext: true,
  },
  hold: {
    label: 'Hold',
    explanation: 'The shipment goes no further until somebody releases it.',
    done: 'The shipment is on hold.',
    reason: 'required',
    color: 'orange',
  },
  release: {
    label: 'Release',
    explanation: 'The hold ends, and the shipment goes on where it stopped.',
    done: 'The shipment is released.',
    reason: 'optional',
    isNext: true,
  },
  cancel: {
    label: 'Cancel shipment',
    explanation: 'Its items are in the vault again, in the same account. It cannot be taken back.',
    done: 'The shipment is cancelled.',
    reason: 'required',
    color: 'red',
    hotkey: 'x',
  },
}

function permissionOf(verb: ShipmentVerb): Permission {
  return verb === 'approve' ? 'outbound_shipments:approve' : 'outbound_shipments:update'
}

/** What can be done with the shipment now. */
export function ShipmentActions({ shipment, etag }: Props) {
  const taken = verbsTaken(shipment)
  const refusal = useApprovalRefusal(shipment, etag, taken.includes('approve'))
  const [conflict, setConflict] = useState<unknown>()
  const seen = { id: shipment.id, etag, conflicted: setConflict }
  if (taken.length === 0) return <ProblemAlert error={conflict} />
  const known = taken.map((verb) => ({
    label: verb === 'ship' ? 'Ship' : STEPS[verb].label,
    permission: permissionOf(verb),
  }))
  return (
    <Stack gap="xs">
      <ProblemAlert error={conflict} />
      {refusal !== undefined && (
        <Alert color="blue" icon={<UsersRound />} title="Somebody else approves this one">
          {refusal} The vault's policy wants four eyes on what leaves it.
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
  const { opened, take } = useStep(operation, seen, done)
  return (
    <Action
      label={label}
      permission={permissionOf(verb)}
      explanation={<Explanation text={explanation} opened={opened} />}
      variant={isNext ? 'filled' : 'default'}
      unavailable={unavailable}
      {...(reason && { reason })}
      {...(color && { color })}
      {...(hotkey && { hotkey })}
      run={(given) => take(given.reason === undefined ? {} : { reason: given.reason })}
    />
  )
}

function Ship({ seen }: StepProps) {
  const done = 'The shipment is on its way.'
  const { opened, take } = useStep('POST /v1/outbound-shipments/{id}/ship', seen, done)
  const [carriage, setCarriage] = useState({ carrier: '', service: '', trackingNumber: '' })
  const field = (name: keyof typeof carriage, label: string, required = true): ReactNode => (
    <TextInput
      label={label}
      required={required}
      maxLength={100}
      value={carriage[name]}
      onChange={({ currentTarget: { value } }) => setCarriage((all) => ({ ...all, [name]: value }))}
      autoComplete="off"
    />
  )
  return (
    <Action
      label="Ship"
      permission={permissionOf('ship')}
      explanation={<Explanation text={SHIP} opened={opened} />}
      variant="filled"
      fields={
        <>
          {field('carrier', 'Carrier')}
          {field('service', 'Service', false)}
          {field('trackingNumber', 'Tracking number')}
        </>
      }
      run={() => {
        const service = carriage.service.trim()
        return take({
          carrier: carriage.carrier.trim(),
          trackingNumber: carriage.trackingNumber.trim(),
          ...(service !== '' && { service }),
        })
      }}
    />
  )
}

const SHIP = 'The carrier has the shipment: it has left the vault. This cannot be taken back.'

/** What a dialog says first. It is there from when the dialog opens until it closes. */
function Explanation({ text, opened }: { readonly text: string; readonly opened: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(opened, [])
  return text
}

/**
 * Why this token may not approve the shipment although it has the permission. The service says
 * it in a dry run: it knows which tokens belong to one person.
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
