import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { StatementQueue } from '../../../database/batching/statement-queue.ts'
import type { Database } from '../../../database/database.ts'
import { unavailable } from '../../../database/unavailable.ts'
import { Refusal } from '../../../domain/errors.ts'
import type { Config } from '../../../runtime/config/config.ts'
import { RepeatedLog } from '../../../runtime/log/log.ts'
import type { Metrics } from '../../../runtime/metrics/metrics.ts'
import { SECRETS_KEY_MISSING, type Secrets } from '../../../runtime/secrets/secrets.ts'
import { type EventRow, toEvent } from '../../events/event.ts'
import { type ClaimedDeliveries, claimDeliveries } from './claim-deliveries.store.ts'
import type { EndpointWithWork } from './find-work.store.ts'
import { type EndedAttempt, type EndpointAfter, recordAttempts } from './record-attempts.store.ts'
import { decryptSecrets, SecretUnreadable, webhookHeaders } from './sign-webhook.ts'
import { postInSpan, WebhookAgent } from './webhook-agent.ts'

/**
 * Attempts of one process at the same time to an endpoint once one has succeeded. Until then, and
 * after a failure, it is a single one: many endpoints that are dead hold few connections.
 */
const BATCH_MAX = 8

/** Endpoints that are sent events at the same time, and those of them that fail. */
const ENDPOINTS_MAX = { all: 1_000, failing: 500 }

/** Their transactions at the same time. The other connections are for requests. */
const TRANSACTIONS_MAX = { all: 3, failing: 1 }

/** The pause of an endpoint after a failure of ours: of the database, or of its secret. */
const BACKOFF_MS = 10_000

/** An error that an operator has to mend is logged this often for as long as it lasts. */
const HOUR_MS = 3_600_000

/** For how long attempts that cannot be recorded are remembered; then they are made again. */
const RECORD_WITHIN_MS = 30_000

/** The first pause if another transaction has a row; each further one is twice as long. */
const LOCKED_PAUSE_MS = 25
const PAUSE_MS_MAX = 1_000

/** Nothing is refused: the longest time of a timer is 25 days. */
function newQueue({ all, failing }: { readonly all: number; readonly failing: number }) {
  const limits = { waitingMax: Number.POSITIVE_INFINITY, waitTimeoutMs: 2 ** 31 - 1 }
  const running = { runningMax: all, runningOfAllMax: failing, runningOfOneMax: 1 }
  return new StatementQueue({ ...limits, ...running })
}

/** Failing endpoints take turns within their cap; those that work come in their order. */
const turnOf = (endpoint: EndpointWithWork) => (endpoint.isFailing ? keyOf(endpoint) : null)

export interface SenderOptions {
  readonly config: Pick<Config, 'WEBHOOK_ALLOW_HTTP' | 'WEBHOOK_ALLOWED_NETWORKS'>
  readonly database: Database
  readonly secrets: Secrets | null
  readonly metrics: Metrics
  readonly log: Logger
}

/** The database is away or busy, which requests report. */
export function isPassing(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'temporarily_unavailable'
}

interface NextBatch extends EndpointWithWork {
  readonly countMax: number
}

/** Sends events to the endpoints of all organizations, in batches. */
export class WebhookSender {
  readonly #options: SenderOptions
  readonly #agent: WebhookAgent
  readonly #batches = newQueue(ENDPOINTS_MAX)
  readonly #transactions = newQueue(TRANSACTIONS_MAX)
  readonly #stopping = new AbortController()
  /** Endpoints with a batch under way or in the queue, or in their pause, by `keyOf`. */
  readonly #active = new Map<string, Promise<void>>()
  readonly #hourlyLog: RepeatedLog

  constructor(options: SenderOptions) {
    const { config, log } = options
    const { WEBHOOK_ALLOW_HTTP: allowHttp, WEBHOOK_ALLOWED_NETWORKS: allowedNetworks } = config
    this.#options = options
    this.#hourlyLog = new RepeatedLog(log, HOUR_MS)
    this.#agent = new WebhookAgent({ allowHttp, allowedNetworks, log })
  }

  get isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  /** Claims nothing more, and resolves when attempts under way have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#active.values())
    await this.#agent.close()
  }

  /** Starts sending to each of the endpoints that is not sent to yet. */
  send(found: readonly EndpointWithWork[]): void {
    if (found.length > 0 && this.#options.secrets === null) {
      this.#hourlyLog.write('error', `webhooks are not sent: ${SECRETS_KEY_MISSING}`)
      return
    }
    for (const endpoint of found) {
      const key = keyOf(endpoint)
      if (this.#active.has(key)) continue
      const sending = this.#sendAll(endpoint).finally(() => this.#active.delete(key))
      this.#active.set(key, sending)
    }
  }

  /** Sends while there is something to send. After each batch, others that wait come first. */
  async #sendAll(endpoint: EndpointWithWork): Promise<void> {
    const { organizationId, endpointId } = endpoint
    const { log } = this.#options
    try {
      let next: NextBatch | undefined = { ...endpoint, countMax: 1 }
      while (next !== undefined && !this.isStopping) {
        const batch: NextBatch = next
        next = await this.#batches.run(turnOf(batch), () => this.sendBatch(batch))
      }
    } catch (err) {
      if (!isPassing(err) && !(err instanceof SecretUnreadable)) {
        log.error({ err, organizationId, endpointId }, 'webhooks not sent')
      }
      await this.#pause(BACKOFF_MS)
    }
  }

  /**
   * Claims up to so many events of an endpoint, sends them at the same time, and records all
   * responses.
   * @returns how the next batch is sent; undefined if there is nothing to send for now
   * @throws what a statement throws; the deliveries that were claimed are sent again later
   */
  async sendBatch(endpoint: NextBatch): Promise<NextBatch | undefined> {
    const { database, log, metrics, secrets } = this.#options
    if (this.isStopping) return undefined
    const claimed = await this.#transaction(endpoint, () =>
      claimDeliveries(endpoint, database, endpoint.countMax, (stored) =>
        decryptSecrets(endpoint, stored, secrets as Secrets, this.#hourlyLog),
      ),
    )
    if (claimed === undefined) return undefined
    // None of the events that were looked at are for it, and there may be more.
    if (claimed.events.length === 0) return endpoint
    const ended = await this.#attempt(endpoint, claimed)
    for (const attempt of ended) metrics.webhookAttempted(resultOf(attempt))
    const isFailingNow = ended.at(-1)?.error !== null
    const after = await this.#record({ ...endpoint, isFailing: isFailingNow }, ended)
    if (after === undefined) return undefined
    const { isFailing, disabledReason: reason } = after
    const { organizationId, endpointId } = endpoint
    if (reason !== undefined) {
      log.warn({ organizationId, endpointId, reason }, 'webhook endpoint disabled')
    }
    return { ...endpoint, isFailing, countMax: isFailing ? 1 : BATCH_MAX }
  }

  /** The attempts in the order in which they ended. */
  async #attempt(
    { endpointId }: EndpointWithWork,
    { destination, secrets, events }: ClaimedDeliveries,
  ): Promise<EndedAttempt[]> {
    const ended: EndedAttempt[] = []
    const { url } = destination
    const send = async (row: EventRow) => {
      const event = toEvent(row)
      const body = JSON.stringify(event)
      const headers = webhookHeaders(secrets, { id: event.id, at: new Date(), body })
      const beganAt = performance.now()
      const request = { url, headers, body }
      const response = await postInSpan({ endpointId, event }, request, (traced) =>
        this.#agent.post(traced),
      )
      ended.push({ ...response, eventNumber: row.number, destination, beganAt })
    }
    await Promise.all(events.map(send))
    return ended
  }

  /** Tries again for a while: what is not recorded is sent twice. */
  async #record(
    endpoint: EndpointWithWork,
    ended: readonly EndedAttempt[],
  ): Promise<EndpointAfter | undefined> {
    const { database } = this.#options
    const endsAt = performance.now() + RECORD_WITHIN_MS
    for (let pauseMs = LOCKED_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MS_MAX)) {
      const isLast = this.isStopping || performance.now() > endsAt
      try {
        const after = await this.#transaction(endpoint, () =>
          recordAttempts(endpoint, database, ended),
        )
        if (after !== 'locked') return after
        if (isLast) throw unavailable('Rows of the endpoint are locked.', 'unchanged', undefined)
      } catch (error) {
        if (isLast) throw error
        pauseMs = PAUSE_MS_MAX
      }
      // The slot is free for others meanwhile.
      await this.#pause(pauseMs)
    }
  }

  #transaction<T>(endpoint: EndpointWithWork, transaction: () => Promise<T>): Promise<T> {
    return this.#transactions.run(turnOf(endpoint), transaction)
  }

  /** Ends at once when the process stops. */
  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
  }
}

function keyOf({ organizationId, endpointId }: EndpointWithWork): string {
  return `${organizationId} ${endpointId}`
}

/** The result in the metrics: delivered, refused by the receiver, or without any response. */
function resultOf({ status, error }: EndedAttempt): 'delivered' | 'refused' | 'unanswered' {
  if (error === null) return 'delivered'
  return status === null ? 'unanswered' : 'refused'
}
