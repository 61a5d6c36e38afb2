import { notifications } from '@mantine/notifications'
import { useChange } from '../api/queries.ts'
import { type BodyOf, isVersionConflict, ProblemError } from '../api/request.ts'
import type { ShipmentVerb } from './shipment-steps.ts'

export type StepOperation = `POST /v1/outbound-shipments/{id}/${ShipmentVerb}`

/** A shipment as the page shows it. */
export interface SeenShipment {
  readonly id: string
  readonly etag: string | undefined
  /** Called with a conflict, and with undefined for a new attempt. */
  readonly onConflict: (error: unknown) => void
}

/**
 * A step of a shipment. If somebody else changed the shipment first, nothing is done.
 * @param done the message after it
 */
export function useShipmentStep(operation: StepOperation, seen: SeenShipment, done: string) {
  const change = useChange(operation, ['inventory-items', 'fbo-accounts', 'events'])
  return async (body: BodyOf<StepOperation>, ifMatch: string | undefined) => {
    seen.onConflict(undefined)
    await change.mutateAsync({ path: { id: seen.id }, body, ifMatch }).catch((error: unknown) => {
      if (!isVersionConflict(error)) throw error
      const conflict = new ProblemError({
        ...error.problem,
        title: 'Somebody else changed this shipment first',
        detail: 'Nothing was done. Check the current state on the page, then try again.',
      })
      // The dialog may be gone: the shipment may not allow this step any more.
      seen.onConflict(conflict)
      throw conflict
    })
    notifications.show({ message: done, color: 'teal' })
  }
}
