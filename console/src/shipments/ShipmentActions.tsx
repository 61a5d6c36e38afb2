import { Alert, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { APPROVAL_DRY_RUN, useChange } from '../api/queries.ts'
import { ProblemError, request } from '../api/request.ts'
import type { OutboundShipmentDetails, Problem } from '../api/schema.ts'
import { Action, Actions } from '../display/Action.tsx'
import { fieldErrors } from '../display/forms.ts'
import { useApproveWithProof } from '../passkeys/authenticator.ts'
import { useMay } from '../session/caller.tsx'
import { SignInAgainAlert } from '../session/SignInAgain.tsx'
import type { KeyName } from '../shell/keys.ts'
import { EditDirections } from './EditDirections.tsx'
import { permissionOf, type ShipmentVerb, stateWords, VERBS, verbsTaken } from './shipment-steps.ts'

interface Props {
  readonly shipment: OutboundShipmentDetails
  readonly etag: string | undefined
}

type StepOperation = `POST /v1/outbound-shipments/{id}/${ShipmentVerb}`

interface Step {
  readonly label: string
  readonly noun?: 'shipment'
  readonly explanation: string
  /** The message after it. */
  readonly done: string
  readonly reason?: 'required' | 'optional'
  readonly color?: string
  readonly isNext?: boolean
  readonly hotkey?: KeyName
}

const STEPS: Readonly<Record<Exclude<ShipmentVerb, 'ship'>, Step>> = {
  inspect: {
    label: 'Start inspection',
    explanation: 'Confirms that all items are packed and starts the inspection.',
    done: 'The shipment is in inspection.',
    isNext: true,
  },
  submit: {
    label: 'Submit for approval',
    explanation:
      'Confirms that the inspection found no problems and submits the shipment for approval.',
    done: 'The shipment is waiting for approval.',
    isNext: true,
  },
  approve: {
    label: 'Approve',
    noun: 'shipment',
    explanation: 'Allows the shipment to leave the vault.',
    done: 'The shipment is approved.',
    isNext: true,
    hotkey: 'approve',
  },
  'return-to-packing': {
    label: 'Return to packing',
    explanation:
      'Sends the shipment back to be packed and inspected again. Its items stay reserved for it.',
    done: 'The shipment is back in packing.',
  },
  deliver: {
    label: 'Mark as delivered',
    explanation: 'Confirms that the shipment has arrived. This cannot be undone.',
    done: 'The shipment is delivered.',
    isNext: true,
  },
  hold: {
    label: 'Hold',
    noun: 'shipment',
    explanation: 'Stops the shipment until somebody releases it.',
    done: 'The shipment is on hold.',
    reason: 'required',
    color: 'orange',
  },
  release: {
    label: 'Release',
    noun: 'shipment',
    explanation: 'Ends the hold. The shipment continues where it stopped.',
    done: 'The shipment is released.',
    reason: 'optional',
    isNext: true,
  },
  cancel: {
    label: 'Cancel shipment',
    explanation:
      'Cancels the shipment. Its items stay in the same account and become available again. This cannot be undone.',
    done: 'The shipment is cancelled.',
    reason: 'required',
    color: 'red',
    hotkey: 'cancel',
  },
}

/** The actions on the shipment; an open dialog says if it does not allow the action any more. */
export function ShipmentActions({ shipment, etag }: Props) {
  const taken = verbsTaken(shipment)
  const refusal = useApprovalRefusal(shipment, etag, taken.includes('approve'))
  const known = taken.map((verb) => ({
    label: verb === 'ship' ? 'Ship' : STEPS[verb].label,
    permission: permissionOf(verb),
  }))
  return (
    <Stack gap="xs">
      {refusal?.code === 'sign_in_required' && (
        <SignInAgainAlert problem={refusal} to="approve this shipment" />
      )}
      {refusal !== undefined && refusal.code !== 'sign_in_required' && (
        <Alert
          color="blue"
          icon={<UsersRound />}
          title="Somebody else has to approve this shipment"
        >
          {refusal.detail} The policy requires a second person to approve what leaves the vault.
        </Alert>
      )}
      <Actions known={known}>
        <EditDirections shipment={shipment} etag={etag} />
        {VERBS.map((verb) => {
          const changed = taken.includes(verb) ? undefined : stateWords(shipment)
          return verb === 'ship' ? (
            <Ship key={verb} id={shipment.id} etag={etag} unavailable={changed} />
          ) : (
            <StepAction
              key={verb}
              verb={verb}
              id={shipment.id}
              etag={etag}
              unavailable={verb === 'approve' ? (changed ?? refusal?.detail) : changed}
            />
          )
        })}
      </Actions>
    </Stack>
  )
}

interface StepProps {
  readonly id: string
  readonly etag: string | undefined
  readonly unavailable: string | undefined
}

/** Reads that a step makes stale. */
const STALE = ['inventory-items', 'fbo-accounts', 'events']

function StepAction({
  verb,
  id,
  etag,
  unavailable,
}: StepProps & { readonly verb: Exclude<ShipmentVerb, 'ship'> }) {
  const { done, isNext, ...step } = STEPS[verb]
  const change = useChange(`POST /v1/outbound-shipments/{id}/${verb}` as StepOperation, STALE)
  const approveWithProof = useApproveWithProof()
  const path = { id }
  const readApproval = async () =>
    (await request('GET /v1/outbound-shipments/{id}/approval', { path })).body.data
  return (
    <Action
      {...step}
      permission={permissionOf(verb)}
      variant={isNext ? 'filled' : 'default'}
      unavailable={unavailable}
      etag={etag}
      run={({ reason, ifMatch }) => {
        const send = (body: object) => change.mutateAsync({ path, body, ifMatch })
        if (verb === 'approve') return approveWithProof(send, readApproval)
        return send(reason === undefined ? {} : { reason })
      }}
      onDone={() => notifications.show({ message: done, color: 'teal' })}
    />
  )
}

function Ship({ id, etag, unavailable }: StepProps) {
  const ship = useChange('POST /v1/outbound-shipments/{id}/ship', STALE)
  const form = useForm({ initialValues: { carrier: '', service: '', trackingNumber: '' } })
  const field = (name: keyof typeof form.values) => ({
    ...form.getInputProps(name),
    maxLength: 100,
    autoComplete: 'off',
  })
  return (
    <Action
      label="Ship"
      noun="items"
      permission={permissionOf('ship')}
      explanation="Confirms that the carrier has collected the shipment. This cannot be undone."
      variant="filled"
      fields={
        <>
          <TextInput label="Carrier" required {...field('carrier')} />
          <TextInput label="Service (optional), e.g. Express" {...field('service')} />
          <TextInput label="Tracking number" required {...field('trackingNumber')} />
        </>
      }
      etag={etag}
      unavailable={unavailable}
      onDone={() => notifications.show({ message: 'The shipment is on its way.', color: 'teal' })}
      run={async ({ ifMatch }) => {
        const { carrier, service, trackingNumber } = form.values
        const body = {
          carrier: carrier.trim(),
          trackingNumber: trackingNumber.trim(),
          ...(service.trim() !== '' && { service: service.trim() }),
        }
        return await ship.mutateAsync({ path: { id }, body, ifMatch }).catch((error: unknown) => {
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
): Problem | undefined {
  const mayApprove = useMay('outbound_shipments:approve')
  const check = useQuery({
    queryKey: [APPROVAL_DRY_RUN, 'outbound-shipments', id, etag],
    queryFn: async ({ signal }) => {
      try {
        const args = { path: { id }, query: { validateOnly: true }, body: {}, signal } as const
        await request('POST /v1/outbound-shipments/{id}/approve', args)
      } catch (error) {
        const barring = ['self_approval_forbidden', 'already_approved', 'sign_in_required']
        if (error instanceof ProblemError && barring.includes(error.problem.code)) {
          return error.problem
        }
        // Any other refusal is shown when it is tried.
      }
      return null
    },
    enabled: isAwaited && mayApprove,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return isAwaited && mayApprove ? (check.data ?? undefined) : undefined
}
