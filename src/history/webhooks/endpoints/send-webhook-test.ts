import { illegalTransition } from '../../../domain/state-transitions.ts'
import { type ChangedEndpoint, changeOfEndpoint } from './endpoint-change.ts'
import { TEST_EVENT_TYPE } from './wanted-events.store.ts'

/** Writes an event that is delivered to this endpoint alone. */
export const SEND_WEBHOOK_TEST = changeOfEndpoint<{ readonly id: string }, ChangedEndpoint>({
  name: 'send_webhook_test',
  judge: (_, endpoint, at) => {
    if (endpoint.disabledReason === null) return { endpoint, at }
    return illegalTransition({
      recordType: 'webhook endpoint',
      verb: 'send-test',
      currentStatus: 'disabled',
      because: 'enable it first',
      allowed: ['rotate-secret', 'replay'],
    })
  },
  write: () => undefined,
  events: () => [[TEST_EVENT_TYPE, {}]],
})
