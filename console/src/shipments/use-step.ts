import { notifications } from '@mantine/notifications'
import { useChange } from '../api/queries.ts'
import { type BodyOf, ProblemError } from '../api/request.ts'
import type { ShipmentVerb } from './shipment-steps.ts'

export type StepOperation = `POST /v1/outbound-shipments/{id}/${ShipmentVerb}`

/** A shipment in the version that the person sees. */
export interface SeenShipment {
  readonly id: string
  readonly etag: string | undefined
}

/**
 * A step of a shipment, for the version that was seen: if somebody else was faster, nothing is
 * done.
 * @param done what is said after it
 */
export function useStep(operation: StepOperation, seen: SeenShipment, done: string) {
  const shown = ['outbound-shipment-items', 'inventory-items', 'fbo-accounts', 'events']
  const change = useChange(operation, shown)
  return async (body: BodyOf<StepOperation>) => {
    await change
      .mutateAsync({ path: { id: seen.id }, body, ifMatch: seen.etag })
      .catch((error: unknown) => {
        throw explained(error)
      })
    const closeButtonProps = { 'aria-label': 'Close' }
    notifications.show({ message: done, color: 'teal', closeButtonProps })
  }
}

/** What a conflict means for a person; other problems are as the service words them. */
function explained(error: unknown): unknown {
  if (!(error instanceof ProblemError) || error.problem.status !== 412) return error
  return new ProblemError({
    ...error.problem,
    title: 'Somebody else changed this shipment',
    detail:
      'It is no longer as you saw it, so nothing was done. The page behind this dialog now shows ' +
      'how it is: look at it, then confirm again or leave it.',
  })
}
