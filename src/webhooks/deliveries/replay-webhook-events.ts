import type { Change } from '../../database/changes/change.ts'
import { type Refusal, refusalOf } from '../../domain/errors.ts'
import { REPLAYED_EVENTS_MAX } from '../../domain/limits.ts'
import { lockEndpoint } from '../endpoints/find-endpoint.store.ts'
import { webhookEndpointNotFound } from '../endpoints/webhook-endpoint.ts'
import {
  type CountedEvents,
  countReplayed,
  type ReplayedRange,
  replayEvents,
} from './replay-webhook-events.store.ts'

interface Replay {
  readonly id: string
  /** The number of the event behind which it begins; undefined if no event can have that id. */
  readonly after: number | undefined
  readonly span: Omit<ReplayedRange, 'after'>
}

interface ReplayedEvents extends CountedEvents {
  readonly organizationId: string
  readonly range: ReplayedRange
  readonly at: Date
}

/** Makes the deliveries of the first events of a range pending, whatever became of them. */
export const REPLAY_WEBHOOK_EVENTS: Change<Replay, CountedEvents | undefined, ReplayedEvents> = {
  name: 'replay_webhook_events',
  lock: async (tx, inputs) => {
    const { id, after = 0, span } = inputs[0] as Replay
    const range = { ...span, after }
    const [isFound, counted] = await Promise.all([
      lockEndpoint(tx, id),
      countReplayed(tx, id, { range, limit: REPLAYED_EVENTS_MAX }),
    ])
    return isFound ? counted : undefined
  },
  judge: ({ caller, input: { after, span } }, counted, { nowMs }) => {
    if (counted === undefined) return webhookEndpointNotFound()
    if (after === undefined) return afterEventNotFound()
    const { organizationId } = caller
    return { ...counted, organizationId, range: { ...span, after }, at: new Date(nowMs) }
  },
  write: (tx, accepted) => {
    for (const { input, result } of accepted) {
      const { count, last, range, at } = result
      if (count > 0 && last !== null) replayEvents(tx, input.id, { range, last, at })
    }
  },
  // It changes no record: the attempts tell.
  events: () => [],
}

function afterEventNotFound(): Refusal {
  const detail = 'The organization has no event with the id afterEventId: check the id.'
  return refusalOf([{ pointer: '/afterEventId', code: 'event_not_found', detail }], 'state')
}
