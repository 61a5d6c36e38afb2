import { Progress, Stepper, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { OutboundShipmentDetails } from '../api/schema.ts'
import { words } from '../display/format.ts'
import { SHIPMENT_STATUSES } from './shipment-steps.ts'

interface Props {
  readonly shipment: OutboundShipmentDetails
}

/** The progress of the shipment. */
export function ShipmentStepper({ shipment }: Props) {
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  return (
    <section aria-label="Steps">
      {isWide ? <Steps shipment={shipment} /> : <Narrow shipment={shipment} />}
    </section>
  )
}

function Steps({ shipment }: Props) {
  const at = SHIPMENT_STATUSES.indexOf(shipment.status)
  const isDone = shipment.status === 'delivered'
  return (
    <Stepper
      active={isDone ? SHIPMENT_STATUSES.length : at}
      size="sm"
      iconSize={28}
      {...colorOf(shipment)}
    >
      {SHIPMENT_STATUSES.map((status, index) => (
        <Stepper.Step
          key={status}
          label={words(status)}
          allowStepSelect={false}
          component="div"
          {...(index === at && { 'aria-current': 'step' as const })}
        />
      ))}
    </Stepper>
  )
}

function Narrow({ shipment }: Props) {
  const number = SHIPMENT_STATUSES.indexOf(shipment.status) + 1
  const next = SHIPMENT_STATUSES[number]
  return (
    <>
      <Text size="sm" mb={6}>
        Step {number} of {SHIPMENT_STATUSES.length}: <strong>{words(shipment.status)}</strong>
        {next !== undefined && `, then ${words(next).toLowerCase()}`}
      </Text>
      <Progress
        value={(100 * number) / SHIPMENT_STATUSES.length}
        aria-label="Progress"
        {...colorOf(shipment)}
      />
    </>
  )
}

function colorOf({ cancelledAt, heldAt }: OutboundShipmentDetails): { color?: string } {
  if (cancelledAt !== null) return { color: 'gray' }
  return heldAt === null ? {} : { color: 'orange' }
}
