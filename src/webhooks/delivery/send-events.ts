import { setTimeout as delay } from 'node:timers/promises'
import type { RequestDatabase } from '../../database/request-database.ts'
import { unavailable } from '../../database/unavailable.ts'
import { toEvent } from '../../events/event.ts'
import {
  type Claimed,
  claimDeliveries,
  type Destination,
  releaseDeliveries,
} from './claim-deliveries.store.ts'
import type { EndpointWithWork } from './find-work.store.ts'
import { makeDeliveries } from './make-deliveries.store.ts'
import {
  type Disabling,
  type EndedAttempt,
  type EndpointAfter,
  recordAttempts,
} from './record-attempts.store.ts'
import { webhookHeaders } from './sign-webhook.ts'
import type { WebhookAgent } from './webhook-agent.ts'

/**
 * Attempts of one process that are under way to an endpoint once one has succeeded. Until then, and
 * after a failure, it is a single one: many endpoints that are dead hold few connections.
 */
const IN_FLIGHT_MAX = 8

/** How often new work is looked for while attempts are under way. */
const LOOK_AGAIN_MS = 1_000

/** For how long attempts that cannot be recorded are kept; then they are made again. */
const RECORD_WITHIN_MS = 30_000

/** The first pause where another transaction has a row; each further one is twice as long. */
const LOCKED_PAUSE_MS = 25

/** What sending needs of the process. */
export interface Sending {
  readonly database: RequestDatabase
  /** The secrets that sign. @throws {Error} where the current one cannot be decrypted */
  readonly decrypt: (endpoint: EndpointWithWork, destination: Destination) => readonly string[]
  readonly agent: WebhookAgent
  /**
   * Runs a transaction when it is its turn: deliveries leave the database to requests, and those to
   * failing endpoints leave it to others.
   */
  readonly inTurn: <T>(isFailing: boolean, transaction: () => Promise<T>) => Promise<T>
  /** Whether no further attempts may begin: others wait for their turn, or the process stops. */
  readonly isOver: () => boolean
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal
  readonly attempted: (attempt: EndedAttempt) => void
  readonly disable: (endpoint: EndpointWithWork, disabling: Disabling) => Promise<void>
}

/**
 * Sends an endpoint its events until there are no more, or its turn is over; then waits for the
 * attempts under way. New deliveries are made only when none is due: those of a dead endpoint do
 * not pile up.
 * @throws what a statement throws; the deliveries that were claimed are sent again later
 */
export async function sendEvents(endpoint: EndpointWithWork, sending: Sending): Promise<void> {
  const attempts = new Attempts(endpoint, sending)
  try {
    await sendAll(endpoint, sending, attempts)
  } catch (error) {
    await attempts.allRecorded()
    throw error
  }
}

async function sendAll(
  endpoint: EndpointWithWork,
  { database, inTurn, isOver, stopping, disable, decrypt }: Sending,
  attempts: Attempts,
): Promise<void> {
  let inFlightMax = 1
  for (;;) {
    const free = isOver() ? 0 : inFlightMax - attempts.underWay
    if (free > 0) {
      const { isFailing } = attempts
      const claimed = await inTurn(isFailing, () =>
        claimDeliveries(endpoint, database, {
          countMax: free,
          decrypt: (destination) => decrypt(endpoint, destination),
        }),
      )
      if (claimed !== undefined && stopping.aborted) {
        await inTurn(isFailing, () => releaseDeliveries(endpoint, database, claimed))
      } else if (claimed !== undefined) attempts.begin(claimed)
      else if ((await inTurn(isFailing, () => makeDeliveries(endpoint, database))) > 0) continue
    }
    if (attempts.areRecorded) return
    await attempts.someEnded(free > 0)
    const after = await attempts.record()
    if (after !== undefined) inFlightMax = after.isFailing ? 1 : IN_FLIGHT_MAX
    if (after?.disabling !== undefined) await disable(endpoint, after.disabling)
  }
}

/** The attempts of one endpoint in this process. */
class Attempts {
  readonly #endpoint: EndpointWithWork
  readonly #sending: Sending
  readonly #ended: EndedAttempt[] = []
  #underWay = 0
  #isFailing: boolean
  #next = Promise.withResolvers<void>()

  constructor(endpoint: EndpointWithWork, sending: Sending) {
    this.#isFailing = endpoint.isFailing
    this.#endpoint = endpoint
    this.#sending = sending
  }

  /** Whether the last attempt failed. */
  get isFailing(): boolean {
    return this.#isFailing
  }

  get underWay(): number {
    return this.#underWay
  }

  /** Whether none is under way, and none waits to be recorded. */
  get areRecorded(): boolean {
    return this.#underWay === 0 && this.#ended.length === 0
  }

  begin({ destination, secrets, events }: Claimed): void {
    const { url, version } = destination
    const configuration = { url, version }
    const { agent } = this.#sending
    for (const row of events) {
      const event = toEvent(row)
      const body = JSON.stringify(event)
      const headers = webhookHeaders(secrets, { id: event.id, at: new Date(), body })
      const beganAt = performance.now()
      this.#underWay += 1
      void agent.post({ url, headers, body }).then((answer) => {
        this.#underWay -= 1
        this.#ended.push({ ...answer, eventNumber: row.number, configuration, beganAt })
        this.#isFailing = answer.error !== null
        this.#next.resolve()
      })
    }
  }

  /** Resolves when an attempt has ended, or earlier to look for more work. */
  async someEnded(looksForMore: boolean): Promise<void> {
    if (this.#ended.length > 0) return
    const woken = new AbortController()
    const waits = [this.#next.promise]
    if (looksForMore) waits.push(this.#pause(LOOK_AGAIN_MS, woken.signal))
    await Promise.race(waits)
    woken.abort()
  }

  /** Records those that have ended; undefined where there are none, or the endpoint was deleted. */
  async record(): Promise<EndpointAfter | undefined> {
    this.#next = Promise.withResolvers()
    const ended = this.#ended.splice(0)
    if (ended.length === 0) return undefined
    for (const attempt of ended) this.#sending.attempted(attempt)
    const { database, inTurn, stopping } = this.#sending
    const endsAt = performance.now() + RECORD_WITHIN_MS
    for (let pauseMs = LOCKED_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LOOK_AGAIN_MS)) {
      const isLast = stopping.aborted || performance.now() > endsAt
      try {
        const after = await inTurn(this.#isFailing, () =>
          recordAttempts(this.#endpoint, database, ended),
        )
        if (after !== 'locked') return after
        if (isLast) throw unavailable('Rows of the endpoint are locked.', 'unchanged', undefined)
      } catch (error) {
        if (isLast) throw error
        pauseMs = LOOK_AGAIN_MS
      }
      // The slot is free for others meanwhile.
      await this.#pause(pauseMs, stopping)
    }
  }

  /** Waits for all, and records those that can be. */
  async allRecorded(): Promise<void> {
    while (!this.areRecorded) {
      await this.someEnded(false)
      await this.record().catch(() => undefined)
    }
  }

  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    const { stopping } = this.#sending
    const either = AbortSignal.any([signal, stopping])
    await delay(ms, undefined, { signal: either }).catch(() => undefined)
  }
}
