import { setTimeout as delay } from 'node:timers/promises'
import type { RequestDatabase } from '../../../database/request-database.ts'
import { unavailable } from '../../../database/unavailable.ts'
import { toEvent } from '../../events/event.ts'
import {
  type ClaimedDeliveries,
  type ClaimOptions,
  claimDeliveries,
} from './claim-deliveries.store.ts'
import { postInSpan } from './delivery-span.ts'
import type { EndpointWithWork } from './find-work.store.ts'
import { type EndedAttempt, type EndpointAfter, recordAttempts } from './record-attempts.store.ts'
import { webhookHeaders } from './sign-webhook.ts'
import type { WebhookAgent } from './webhook-agent.ts'

/** For how long attempts that cannot be recorded are remembered; then they are made again. */
const RECORD_WITHIN_MS = 30_000

/** The first pause if another transaction has a row; each further one is twice as long. */
const LOCKED_PAUSE_MS = 25
const PAUSE_MS_MAX = 1_000

export interface BatchOptions extends ClaimOptions {
  readonly database: RequestDatabase
  readonly agent: Pick<WebhookAgent, 'post'>
  /** Runs a transaction of the endpoint when one of the few slots for them is free. */
  readonly withSlot: <T>(isFailing: boolean, transaction: () => Promise<T>) => Promise<T>
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal
  readonly attempted: (attempt: EndedAttempt) => void
}

/**
 * Claims up to `countMax` events of an endpoint, sends them at the same time, waits for all
 * responses and records them.
 * @returns the endpoint afterwards; undefined if it has nothing to be sent now, and `none_wanted`
 *   if none of the events that were looked at are for it, and there may be more
 * @throws what a statement throws; the deliveries that were claimed are sent again later
 */
export async function sendBatch(
  endpoint: EndpointWithWork,
  options: BatchOptions,
): Promise<EndpointAfter | 'none_wanted' | undefined> {
  const { database, agent, withSlot, attempted } = options
  const claimed = await withSlot(endpoint.isFailing, () =>
    claimDeliveries(endpoint, database, options),
  )
  if (claimed === undefined) return undefined
  if (claimed.events.length === 0) return 'none_wanted'
  const ended = await sendAll(endpoint, claimed, agent)
  for (const attempt of ended) attempted(attempt)
  return await record(endpoint, ended, options)
}

/** The attempts in the order in which they ended. */
async function sendAll(
  { endpointId }: Pick<EndpointWithWork, 'endpointId'>,
  { destination, secrets, events }: ClaimedDeliveries,
  agent: BatchOptions['agent'],
): Promise<EndedAttempt[]> {
  const ended: EndedAttempt[] = []
  const { url } = destination
  await Promise.all(
    events.map(async (row) => {
      const event = toEvent(row)
      const body = JSON.stringify(event)
      const headers = webhookHeaders(secrets, { id: event.id, at: new Date(), body })
      const beganAt = performance.now()
      const request = { url, headers, body }
      const response = await postInSpan({ endpointId, event }, request, (traced) =>
        agent.post(traced),
      )
      ended.push({ ...response, eventNumber: row.number, destination, beganAt })
    }),
  )
  return ended
}

/** Tries again for a while: what is not recorded is sent twice. */
async function record(
  endpoint: EndpointWithWork,
  ended: readonly EndedAttempt[],
  { database, withSlot, stopping }: BatchOptions,
): Promise<EndpointAfter | undefined> {
  const endsAt = performance.now() + RECORD_WITHIN_MS
  const isFailing = ended.at(-1)?.error !== null
  for (let pauseMs = LOCKED_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MS_MAX)) {
    const isLast = stopping.aborted || performance.now() > endsAt
    try {
      const after = await withSlot(isFailing, () => recordAttempts(endpoint, database, ended))
      if (after !== 'locked') return after
      if (isLast) throw unavailable('Rows of the endpoint are locked.', 'unchanged', undefined)
    } catch (error) {
      if (isLast) throw error
      pauseMs = PAUSE_MS_MAX
    }
    // The slot is free for others meanwhile.
    await delay(pauseMs, undefined, { signal: stopping }).catch(() => undefined)
  }
}
