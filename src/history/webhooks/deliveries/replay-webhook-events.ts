import { unbatchedChange } from '../../../database/changes/unbatched-change.ts'
import { type Refusal, refusalOf } from '../../../domain/errors.ts'
import { REPLAYED_EVENTS_MAX } from '../../../domain/limits.ts'
import { lockEndpoint } from '../endpoints/endpoints.store.ts'
import { webhookEndpointNotFound } from '../endpoints/webhook-endpoint.ts'
import { countReplayed, type ReplayedRange, replayEvents } from './replay-webhook-events.store.ts'

interface Replay {
  readonly id: string
  /** The number of the event behind which it begins; undefined if no event can have that id. */
  readonly after: number | undefined
  readonly span: Omit<ReplayedRange, 'after'>
}

/** Makes the deliveries of the first events of a range pending, whatever became of them. */
export const REPLAY_WEBHOOK_EVENTS = unbatchedChange({
  name: 'replay_webhook_events',
  lock: (tx, { id, after = 0, span }: Replay) => ({
    isFound: lockEndpoint(tx, id),
    counted: countReplayed(tx, id, { range: { ...span, after }, limit: REPLAYED_EVENTS_MAX }),
  }),
  judge: ({ caller, input: { after, span } }, { isFound, counted }, { nowMs }) => {
    if (!isFound || counted === undefined) return webhookEndpointNotFound()
    if (after === undefined) return afterEventNotFound()
    const { organizationId } = caller
    return { ...counted, organizationId, range: { ...span, after }, at: new Date(nowMs) }
  },
  write: (tx, { input, result: { count, last, range, at } }) => {
    if (count > 0 && last !== null) replayEvents(tx, input.id, { range, last, at })
  },
  // It changes no record: the attempts tell.
  events: () => [],
})

function afterEventNotFound(): Refusal {
  const detail = 'The organization has no event with the id afterEventId: check the id.'
  return refusalOf([{ pointer: '/afterEventId', code: 'event_not_found', detail }], 'state')
}
