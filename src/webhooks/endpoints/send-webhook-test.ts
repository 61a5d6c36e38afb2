import type { Change } from '../../database/changes/change.ts'
import { illegalTransition } from '../../domain/state-transitions.ts'
import { endpointEvent } from './endpoint-event.ts'
import { lockEndpointWithHealth, type StoredEndpoint } from './find-endpoint.store.ts'
import { TEST_EVENT_TYPE } from './wanted-events.store.ts'
import { webhookEndpointNotFound } from './webhook-endpoint.ts'

interface TestedEndpoint {
  readonly endpoint: StoredEndpoint
  readonly at: Date
}

/** Writes an event that is delivered to this endpoint alone. */
export const SEND_WEBHOOK_TEST: Change<
  { readonly id: string },
  StoredEndpoint | undefined,
  TestedEndpoint
> = {
  name: 'send_webhook_test',
  lock: (tx, inputs) => lockEndpointWithHealth(tx, (inputs[0] as { id: string }).id),
  judge: (_, endpoint, { nowMs }) => {
    if (endpoint === undefined) return webhookEndpointNotFound()
    if (endpoint.disabledReason === null) return { endpoint, at: new Date(nowMs) }
    return illegalTransition({
      recordType: 'webhook endpoint',
      verb: 'send-test',
      currentStatus: 'disabled',
      because: 'enable it first',
      allowed: ['rotate-secret', 'replay'],
    })
  },
  write: () => undefined,
  events: (accepted) =>
    accepted.map((one) => {
      const { endpoint, at: occurredAt } = one.result
      return endpointEvent(one, TEST_EVENT_TYPE, { id: endpoint.id, occurredAt, data: {} })
    }),
}
