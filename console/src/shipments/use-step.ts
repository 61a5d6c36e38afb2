import { notifications } from '@mantine/notifications'
import { useRef } from 'react'
import { useChange } from '../api/queries.ts'
import { type BodyOf, ProblemError } from '../api/request.ts'
import type { ShipmentVerb } from './shipment-steps.ts'

export type StepOperation = `POST /v1/outbound-shipments/{id}/${ShipmentVerb}`

/** A shipment as the page shows it. */
export interface SeenShipment {
  readonly id: string
  readonly etag: string | undefined
  /** Takes what is to be said when somebody else was faster, and undefined for a new attempt. */
  readonly conflicted: (error: unknown) => void
}

/**
 * A step of a shipment, for the version that was seen as its dialog opened, whatever the page has
 * read since: if somebody else was faster, nothing is done.
 * @param done what is said after it
 */
export function useStep(operation: StepOperation, seen: SeenShipment, done: string) {
  const shown = ['outbound-shipment-items', 'inventory-items', 'fbo-accounts', 'events']
  const change = useChange(operation, shown)
  const decidedOn = useRef(seen.etag)
  const opened = () => {
    decidedOn.current = seen.etag
  }
  const take = async (body: BodyOf<StepOperation>) => {
    seen.conflicted(undefined)
    await change
      .mutateAsync({ path: { id: seen.id }, body, ifMatch: decidedOn.current })
      .catch((error: unknown) => {
        // The dialog may be gone: the shipment, as it is now, may not take this step.
        if (isConflict(error)) seen.conflicted(explained(error))
        throw explained(error)
      })
    notifications.show({ message: done, color: 'teal' })
  }
  return { opened, take }
}

/** What a conflict means for a person; other problems are as the service words them. */
function explained(error: unknown): unknown {
  if (!isConflict(error)) return error
  return new ProblemError({
    ...error.problem,
    title: 'Somebody else was faster',
    detail:
      'This shipment changed while you decided, so nothing was done for you. The page shows ' +
      'how it is now: look at it, then open the step again.',
  })
}

function isConflict(error: unknown): error is ProblemError {
  return error instanceof ProblemError && error.problem.status === 412
}
