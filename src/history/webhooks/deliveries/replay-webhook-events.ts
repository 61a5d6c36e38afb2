import { unbatchedChange } from '../../../database/changes/unbatched-change.ts'
import { refusalOf, type Violation } from '../../../domain/errors.ts'
import { REPLAYED_EVENTS_MAX } from '../../../domain/limits.ts'
import { lockEndpoint } from '../endpoints/endpoints.store.ts'
import { webhookEndpointNotFound } from '../endpoints/webhook-endpoint.ts'
import { countReplayed, type ReplayedRange, replayEvents } from './replay-webhook-events.store.ts'

interface Replay {
  readonly id: string
  /** The number of the event behind which it begins; undefined if no event can have that id. */
  readonly after: number | undefined
  /** The number of the one event; null if it is a range, undefined as above. */
  readonly only: number | null | undefined
  readonly span: Omit<ReplayedRange, 'after' | 'through'>
}

/** Makes the deliveries of the first events of a range pending, whatever became of them. */
export const REPLAY_WEBHOOK_EVENTS = unbatchedChange({
  name: 'replay_webhook_events',
  lock: (tx, input: Replay) => ({
    isFound: lockEndpoint(tx, input.id),
    counted: countReplayed(tx, input.id, { range: rangeOf(input), limit: REPLAYED_EVENTS_MAX }),
  }),
  judge: ({ caller, input }, { isFound, counted }, { nowMs }) => {
    if (!isFound || counted === undefined) return webhookEndpointNotFound()
    const unknown = [
      input.only === undefined ? eventNotFound('eventId') : [],
      input.after === undefined ? eventNotFound('afterEventId') : [],
    ].flat()
    if (unknown.length > 0) return refusalOf(unknown, 'state')
    const { organizationId } = caller
    return { ...counted, organizationId, range: rangeOf(input), at: new Date(nowMs) }
  },
  write: (tx, { input, result: { count, last, range, at } }) => {
    if (count > 0 && last !== null) replayEvents(tx, input.id, { range, last, at })
  },
  // It changes no record: the attempts tell.
  events: () => [],
})

function rangeOf({ after = 0, only, span }: Replay): ReplayedRange {
  if (only == null) return { ...span, after, through: null }
  return { ...span, after: Math.max(after, only - 1), through: only }
}

function eventNotFound(member: string): Violation {
  const detail = `The organization has no event with the id ${member}: check the id.`
  return { pointer: `/${member}`, code: 'event_not_found', detail }
}
