import { Stepper } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { OutboundShipmentDetails } from '../api/schema.ts'
import { words } from '../display/format.ts'
import { SHIPMENT_STATUSES } from './shipment-steps.ts'

/** How far the shipment is. */
export function ShipmentStepper({ shipment }: { readonly shipment: OutboundShipmentDetails }) {
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const at = SHIPMENT_STATUSES.indexOf(shipment.status)
  const isDone = shipment.status === 'delivered'
  return (
    <section aria-label="Steps">
      <Stepper
        active={isDone ? SHIPMENT_STATUSES.length : at}
        size="sm"
        iconSize={28}
        orientation={isWide ? 'horizontal' : 'vertical'}
        {...(shipment.cancelledAt !== null && { color: 'gray' })}
        {...(shipment.heldAt !== null && { color: 'orange' })}
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
    </section>
  )
}
