import type { Change } from '../../database/changes/change.ts'
import { endpointEvent } from '../endpoints/endpoint-event.ts'
import { type LockedEndpoint, lockEndpoints, writeDisabled } from './disable-endpoint.store.ts'
import { isStill } from './endpoint-configuration.store.ts'
import type { Disabling } from './record-attempts.store.ts'

export interface EndpointToDisable extends Disabling {
  readonly endpointId: string
}

/** The endpoint before it was disabled; undefined where there was nothing to disable any more. */
type Disabled = LockedEndpoint | undefined

/** Disables an endpoint that refused events for good, or failed for days, and is still that one. */
export const DISABLE_ENDPOINT: Change<
  EndpointToDisable,
  readonly LockedEndpoint[],
  { readonly endpoint: Disabled }
> = {
  name: 'disable_webhook_endpoint',
  lock: (tx, inputs) =>
    lockEndpoints(
      tx,
      inputs.map(({ endpointId }) => endpointId),
    ),
  judge: ({ input }, locked) => {
    const found = locked.find(({ id }) => id === input.endpointId)
    const isSame = found?.isEnabled && isStill(input.configuration, found)
    return { endpoint: isSame ? found : undefined }
  },
  write: (tx, accepted) => {
    for (const { input, result } of accepted) {
      if (result.endpoint !== undefined) writeDisabled(tx, input.endpointId, input.reason)
    }
  },
  events: (accepted) =>
    accepted.flatMap(({ caller, requestId, input, result: { endpoint } }) => {
      if (endpoint === undefined) return []
      const { id, version, now: occurredAt } = endpoint
      const data = { version: version + 1, disabledReason: input.reason }
      const request = { caller, requestId }
      const event = endpointEvent(request, 'webhook_endpoint.disabled', { id, occurredAt, data })
      return { ...event, system: 'webhook_delivery' }
    }),
}
