import type { Logger } from 'pino'
import { StatementQueue } from '../../../database/batching/statement-queue.ts'
import type { Database } from '../../../database/database.ts'
import { Refusal } from '../../../domain/errors.ts'
import type { Config } from '../../../runtime/config/config.ts'
import type { Metrics } from '../../../runtime/metrics/metrics.ts'
import { SECRETS_KEY_MISSING, type Secrets } from '../../../runtime/secrets/secrets.ts'
import { decryptSecrets, HourlyLog, SecretUnreadable } from './decrypt-secrets.ts'
import type { EndpointWithWork } from './find-work.store.ts'
import type { EndedAttempt } from './record-attempts.store.ts'
import { sendBatch } from './send-batch.ts'
import { WebhookAgent } from './webhook-agent.ts'

/**
 * Attempts of one process at the same time to an endpoint once one has succeeded. Until then, and
 * after a failure, it is a single one: many endpoints that are dead hold few connections.
 */
const BATCH_MAX = 8

/** The pause of an endpoint after a failure of ours: of the database, or of its secret. */
const BACKOFF_MS = 10_000

/** Endpoints that are sent events at the same time, failing ones apart from all others. */
const ENDPOINTS_MAX = 500

/**
 * Transactions that run at the same time, of endpoints that work and of failing ones, which would
 * delay the others. The other connections are for requests.
 */
const TRANSACTIONS_MAX = { working: 2, failing: 1 }

/** A lane of endpoints: their batches, and the transactions of these, one of an organization. */
function newLane(transactionsMax: number) {
  return {
    batches: newQueue(ENDPOINTS_MAX, ENDPOINTS_MAX),
    transactions: newQueue(transactionsMax, 1),
  }
}

/** Nothing is refused: the longest time of a timer is 25 days. */
function newQueue(runningMax: number, runningOfOneMax: number): StatementQueue {
  const limits = { waitingMax: Number.POSITIVE_INFINITY, waitTimeoutMs: 2 ** 31 - 1 }
  return new StatementQueue({ ...limits, runningMax, runningOfOneMax })
}

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
  readonly #working = newLane(TRANSACTIONS_MAX.working)
  readonly #failing = newLane(TRANSACTIONS_MAX.failing)
  readonly #laneOf = (isFailing: boolean) => (isFailing ? this.#failing : this.#working)
  readonly #stopping = new AbortController()
  /** Endpoints with a batch under way or in a queue, by `keyOf`. */
  readonly #active = new Map<string, Promise<void>>()
  /** When an endpoint may be polled again after a failure of ours. */
  readonly #backoffUntil = new Map<string, number>()
  readonly #hourlyLog: HourlyLog

  constructor(options: SenderOptions) {
    const { WEBHOOK_ALLOW_HTTP: allowHttp, WEBHOOK_ALLOWED_NETWORKS: allowedNetworks } =
      options.config
    this.#options = options
    this.#hourlyLog = new HourlyLog(options.log)
    this.#agent = new WebhookAgent({ allowHttp, allowedNetworks, log: options.log })
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
      this.#hourlyLog.error(`webhooks are not sent: ${SECRETS_KEY_MISSING}`)
      return
    }
    const now = performance.now()
    for (const [key, until] of this.#backoffUntil) if (until < now) this.#backoffUntil.delete(key)
    for (const endpoint of found) {
      const key = keyOf(endpoint)
      if (this.#active.has(key) || this.#backoffUntil.has(key)) continue
      const sending = this.#sendBatches(endpoint).finally(() => this.#active.delete(key))
      this.#active.set(key, sending)
    }
  }

  get isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  /** Sends while there is something to send. After each batch, others that wait come first. */
  async #sendBatches(endpoint: EndpointWithWork): Promise<void> {
    let next: NextBatch | undefined = { ...endpoint, countMax: 1 }
    while (next !== undefined) {
      const batch: NextBatch = next
      next = await this.#laneOf(batch.isFailing).batches.run(batch.organizationId, async () =>
        this.isStopping ? undefined : await this.#sendBatch(batch),
      )
    }
  }

  /** @returns how the next batch is sent; undefined if there is none for now */
  async #sendBatch(batch: NextBatch): Promise<NextBatch | undefined> {
    const { database, log, metrics, secrets } = this.#options
    const { organizationId, endpointId } = batch
    try {
      const after = await sendBatch(batch, {
        database,
        countMax: batch.countMax,
        agent: this.#agent,
        stopping: this.#stopping.signal,
        decrypt: (destination) =>
          decryptSecrets(batch, destination, secrets as Secrets, this.#hourlyLog),
        withSlot: (ofFailing, transaction) =>
          this.#laneOf(ofFailing).transactions.run(organizationId, transaction),
        attempted: (attempt) => metrics.webhookAttempted(resultOf(attempt)),
      })
      if (after === undefined) return undefined
      if (after === 'none_wanted') return batch
      const { disabledReason: reason } = after
      if (reason !== undefined) {
        log.warn({ organizationId, endpointId, reason }, 'webhook endpoint disabled')
      }
      const { isFailing } = after
      return { ...batch, isFailing, countMax: isFailing ? 1 : BATCH_MAX }
    } catch (err) {
      this.#backoffUntil.set(keyOf(batch), performance.now() + BACKOFF_MS)
      if (!isPassing(err) && !(err instanceof SecretUnreadable)) {
        log.error({ err, organizationId, endpointId }, 'webhooks not sent')
      }
      return undefined
    }
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
