import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../database/database.ts'
import { pollInBackground } from '../../database/poll-in-background.ts'
import { type Caller, operatorFor } from '../../domain/caller.ts'
import { Refusal } from '../../domain/errors.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import { SECRETS_KEY_MISSING, type Secrets } from '../../secrets/secrets.ts'
import { decryptSecrets, HourlyLog, SecretUnreadable } from './decrypt-secrets.ts'
import {
  type EndpointWithWork,
  findEndpointsWithWork,
  findOrganizationsWithEndpoints,
  findOrganizationsWithOverdueTransfers,
  readBacklog,
} from './find-work.store.ts'
import { forgetOldDeliveries } from './forget-deliveries.store.ts'
import type { EndedAttempt } from './record-attempts.store.ts'
import { sendBatch } from './send-batch.ts'
import { newLane } from './transaction-slots.ts'
import { WebhookAgent } from './webhook-agent.ts'

/** Intervals at which this process polls for something to send, and does its other work. */
const POLL_EVERY_MS = 1_000
const EXPIRE_EVERY_MS = 5_000
const BACKLOG_EVERY_MS = 15_000
const FORGET_EVERY_MS = 3_600_000
const FORGET_FIRST_MS = 30_000

/**
 * Attempts of one process at the same time to an endpoint once one has succeeded. Until then, and
 * after a failure, it is a single one: many endpoints that are dead hold few connections.
 */
const BATCH_MAX = 8

/** The pause of an endpoint after a failure of ours: of the database, or of its secret. */
const BACKOFF_MS = 10_000

/**
 * Transactions that run at the same time, of endpoints that work and of failing ones, which would
 * delay the others; one of each organization. The other connections are for requests.
 */
const TRANSACTIONS_MAX = { working: 2, failing: 1 }

export interface DeliveryOptions {
  readonly config: Pick<Config, 'WEBHOOK_ALLOW_HTTP' | 'WEBHOOK_ALLOWED_NETWORKS'>
  readonly database: Database
  readonly secrets: Secrets | null
  readonly metrics: Metrics
  readonly log: Logger
  /** Ends expired transfers, so that their events are sent although nobody reads them. */
  readonly expireTransfers: (caller: Caller) => Promise<void>
}

/** The delivery of webhooks by this process. */
export interface WebhookDelivery {
  /** Claims nothing more, and resolves when attempts under way have ended, 15 s at most. */
  stop(): Promise<void>
}

/**
 * Sends events to the webhook endpoints of all organizations, in the background. Any number of
 * processes share the work through the database: each delivery is claimed by one of them, and is
 * free again half a minute after a process died with it.
 */
export function deliverWebhooks(options: DeliveryOptions): WebhookDelivery {
  const delivery = new Delivery(options)
  const failed = (err: unknown) => {
    if (!isPassing(err)) options.log.error({ err }, 'webhooks not looked for')
  }
  // A process that is started often forgets, too; several do not at the same time.
  const firstMs = FORGET_FIRST_MS * (1 + Math.random())
  const stops = [
    pollInBackground({ everyMs: POLL_EVERY_MS, work: () => delivery.poll(), failed }),
    pollInBackground({ everyMs: EXPIRE_EVERY_MS, work: () => delivery.expireTransfers(), failed }),
    pollInBackground({ everyMs: BACKLOG_EVERY_MS, work: () => delivery.measure(), failed }),
    pollInBackground({ everyMs: FORGET_EVERY_MS, firstMs, work: () => delivery.forget(), failed }),
  ]
  let stopped: Promise<void> | undefined
  const stop = async () => {
    delivery.stop()
    await Promise.all(stops.map((each) => each()))
    await delivery.ended()
  }
  return {
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

/** The database is away or busy, which requests report. */
function isPassing(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'temporarily_unavailable'
}

class Delivery {
  readonly #options: DeliveryOptions
  readonly #agent: WebhookAgent
  readonly #working = newLane(TRANSACTIONS_MAX.working)
  readonly #failing = newLane(TRANSACTIONS_MAX.failing)
  readonly #laneOf = (isFailing: boolean) => (isFailing ? this.#failing : this.#working)
  readonly #stopping = new AbortController()
  /** Endpoints with a batch under way or in a queue. */
  readonly #active = new Set<string>()
  /** When an endpoint may be polled again after a failure of ours. */
  readonly #backoffUntil = new Map<string, number>()
  readonly #hourlyLog: HourlyLog

  constructor(options: DeliveryOptions) {
    const { WEBHOOK_ALLOW_HTTP: allowHttp, WEBHOOK_ALLOWED_NETWORKS: allowedNetworks } =
      options.config
    this.#options = options
    this.#hourlyLog = new HourlyLog(options.log)
    this.#agent = new WebhookAgent({ allowHttp, allowedNetworks, log: options.log })
  }

  stop(): void {
    this.#stopping.abort()
    this.#working.batches.clear()
    this.#failing.batches.clear()
  }

  async ended(): Promise<void> {
    await Promise.all([this.#working.batches.onIdle(), this.#failing.batches.onIdle()])
    await this.#agent.close()
  }

  /** Starts sending to each endpoint that has work. Like all work here, returns its query time. */
  async poll(): Promise<number> {
    const { database, secrets } = this.#options
    const now = performance.now()
    const found = await findEndpointsWithWork(database)
    const queryMs = performance.now() - now
    if (found.length > 0 && secrets === null) {
      this.#hourlyLog.error(`webhooks are not sent: ${SECRETS_KEY_MISSING}`)
      return queryMs
    }
    for (const [key, until] of this.#backoffUntil) if (until < now) this.#backoffUntil.delete(key)
    for (const endpoint of found) {
      const key = keyOf(endpoint)
      if (this.#active.has(key) || this.#backoffUntil.has(key)) continue
      this.#active.add(key)
      this.#enqueue(endpoint, 1)
    }
    return queryMs
  }

  async expireTransfers(): Promise<number> {
    const { expireTransfers } = this.#options
    return await this.#forEach(
      findOrganizationsWithOverdueTransfers,
      async ({ organizationId }) => {
        if (!this.#isStopping) await expireTransfers(operatorFor(organizationId))
      },
    )
  }

  async measure(): Promise<number> {
    const { database, metrics } = this.#options
    const beganAt = performance.now()
    metrics.webhookBacklog(await readBacklog(database))
    return performance.now() - beganAt
  }

  async forget(): Promise<number> {
    return await this.#forEach(findOrganizationsWithEndpoints, async (caller) => {
      while (!this.#isStopping && (await forgetOldDeliveries(caller, this.#options.database)));
    })
  }

  /** Works for one organization after the other; a failure for one does not stop the others. */
  async #forEach(
    find: typeof findOrganizationsWithEndpoints,
    work: (one: { readonly organizationId: string }) => Promise<void>,
  ): Promise<number> {
    const { database, log } = this.#options
    const beganAt = performance.now()
    const found = await find(database)
    const queryMs = performance.now() - beganAt
    for (const one of found) {
      await work(one).catch((err: unknown) => {
        const { organizationId } = one
        if (!isPassing(err)) log.error({ err, organizationId }, 'webhooks not looked for')
      })
    }
    return queryMs
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  /** After its batch, an endpoint goes behind all others that wait, which keeps the queue fair. */
  #enqueue(endpoint: EndpointWithWork, countMax: number): void {
    void this.#laneOf(endpoint.isFailing).batches.add(async () => {
      const next = this.#isStopping ? undefined : await this.#sendBatch(endpoint, countMax)
      if (next === undefined || this.#isStopping) this.#active.delete(keyOf(endpoint))
      else this.#enqueue({ ...endpoint, isFailing: next.isFailing }, next.countMax)
    })
  }

  /** @returns how the next batch is sent; undefined if there is none for now */
  async #sendBatch(endpoint: EndpointWithWork, countMax: number) {
    const { database, log, metrics, secrets } = this.#options
    const { organizationId, endpointId, isFailing } = endpoint
    try {
      const after = await sendBatch(endpoint, {
        database,
        countMax,
        agent: this.#agent,
        stopping: this.#stopping.signal,
        decrypt: (destination) =>
          decryptSecrets(endpoint, destination, secrets as Secrets, this.#hourlyLog),
        withSlot: (ofFailing, transaction) =>
          this.#laneOf(ofFailing).transactions.run(organizationId, transaction),
        attempted: (attempt) => metrics.webhookAttempted(resultOf(attempt)),
      })
      if (after === 'none_wanted') return { isFailing, countMax }
      if (after === undefined) return undefined
      const { disabledReason: reason } = after
      if (reason !== undefined) {
        log.warn({ organizationId, endpointId, reason }, 'webhook endpoint disabled')
      }
      return { isFailing: after.isFailing, countMax: after.isFailing ? 1 : BATCH_MAX }
    } catch (err) {
      this.#backoffUntil.set(keyOf(endpoint), performance.now() + BACKOFF_MS)
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
