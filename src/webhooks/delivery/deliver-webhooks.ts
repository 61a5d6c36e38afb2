import PQueue from 'p-queue'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../database/database.ts'
import { decideChange } from '../../database/decide-change.ts'
import { pollInBackground } from '../../database/poll-in-background.ts'
import { type Caller, operatorFor } from '../../domain/caller.ts'
import { Refusal } from '../../domain/errors.ts'
import type { Metrics } from '../../http/transport/metrics.ts'
import { SECRETS_KEY_MISSING, type Secrets } from '../../secrets/secrets.ts'
import { Complaints, decryptSecrets, SecretUnreadable } from './decrypt-secrets.ts'
import { DISABLE_ENDPOINT } from './disable-endpoint.ts'
import {
  type EndpointWithWork,
  findEndpointsWithWork,
  findOrganizationsWithEndpoints,
  findOrganizationsWithOverdueTransfers,
  readBacklog,
} from './find-work.store.ts'
import { forgetOldDeliveries } from './forget-deliveries.store.ts'
import type { Disabling, EndedAttempt } from './record-attempts.store.ts'
import { type Sending, sendEvents } from './send-events.ts'
import { TransactionSlots } from './transaction-slots.ts'
import { WebhookAgent } from './webhook-agent.ts'

/** How often this process looks for something to send, and does its further duties. */
const LOOK_EVERY_MS = 1_000
const EXPIRE_EVERY_MS = 5_000
const BACKLOG_EVERY_MS = 15_000
const FORGET_EVERY_MS = 3_600_000
const FORGET_FIRST_MS = 30_000

/** Endpoints that are sent events at the same time, failing ones apart from all others. */
const ENDPOINTS_MAX = 500

/** After this time, an endpoint lets others go first. */
const TURN_MS = 5_000

/** How long an endpoint rests after a failure of ours: of the database, or of its secret. */
const REST_MS = 10_000

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
  /** Ends what has expired, so that its events come out although nobody looks. */
  readonly expireTransfers: (caller: Caller) => Promise<void>
}

/** The delivery of webhooks by this process. */
export interface WebhookDelivery {
  /** Begins no further attempt, and resolves when those under way have ended, 15 s at most. */
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
    pollInBackground({ everyMs: LOOK_EVERY_MS, work: () => delivery.send(), failed }),
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
  readonly #turns = new PQueue({ concurrency: ENDPOINTS_MAX })
  readonly #turnsOfFailing = new PQueue({ concurrency: ENDPOINTS_MAX })
  readonly #transactions = new TransactionSlots(TRANSACTIONS_MAX.working)
  readonly #transactionsOfFailing = new TransactionSlots(TRANSACTIONS_MAX.failing)
  readonly #stopping = new AbortController()
  /** Endpoints that have a turn or wait for one, and until when others rest. */
  readonly #busy = new Set<string>()
  readonly #restsUntil = new Map<string, number>()
  readonly #complaints: Complaints

  constructor(options: DeliveryOptions) {
    const { WEBHOOK_ALLOW_HTTP: allowHttp, WEBHOOK_ALLOWED_NETWORKS: allowedNetworks } =
      options.config
    this.#options = options
    this.#complaints = new Complaints(options.log)
    this.#agent = new WebhookAgent({ allowHttp, allowedNetworks, log: options.log })
  }

  stop(): void {
    this.#stopping.abort()
    this.#turns.clear()
    this.#turnsOfFailing.clear()
  }

  async ended(): Promise<void> {
    await Promise.all([this.#turns.onIdle(), this.#turnsOfFailing.onIdle()])
    await this.#agent.close()
  }

  /** Gives each endpoint that has work a turn. The duties return how long their look took. */
  async send(): Promise<number> {
    const { database, secrets } = this.#options
    const now = performance.now()
    const found = await findEndpointsWithWork(database)
    const lookMs = performance.now() - now
    if (found.length > 0 && secrets === null) {
      this.#complaints.say(`webhooks are not sent: ${SECRETS_KEY_MISSING}`)
      return lookMs
    }
    for (const [key, until] of this.#restsUntil) if (until < now) this.#restsUntil.delete(key)
    for (const endpoint of found) {
      const key = keyOf(endpoint)
      if (this.#busy.has(key) || this.#restsUntil.has(key) || this.#isStopping) continue
      this.#busy.add(key)
      const turns = endpoint.isFailing ? this.#turnsOfFailing : this.#turns
      void turns.add(() => this.#takeTurn(endpoint, secrets as Secrets, turns))
    }
    return lookMs
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
    const { database } = this.#options
    return await this.#forEach(findOrganizationsWithEndpoints, async (caller) => {
      while (!this.#isStopping && (await forgetOldDeliveries(caller, database)));
    })
  }

  /** Works for one organization after the other; what fails for one stops none behind it. */
  async #forEach<T extends { readonly organizationId: string }>(
    find: (database: Database) => Promise<readonly T[]>,
    work: (one: T) => Promise<void>,
  ): Promise<number> {
    const { database, log } = this.#options
    const beganAt = performance.now()
    const found = await find(database)
    const lookMs = performance.now() - beganAt
    for (const one of found) {
      await work(one).catch((err: unknown) => {
        const { organizationId } = one
        if (!isPassing(err)) log.error({ err, organizationId }, 'webhooks not looked for')
      })
    }
    return lookMs
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  async #takeTurn(endpoint: EndpointWithWork, secrets: Secrets, turns: PQueue): Promise<void> {
    const { database, log, metrics } = this.#options
    const endsAt = performance.now() + TURN_MS
    const sending: Sending = {
      ...{ database, agent: this.#agent, stopping: this.#stopping.signal },
      decrypt: (each, destination) =>
        decryptSecrets(each, destination, { secrets, complaints: this.#complaints }),
      inTurn: (isFailing, transaction) =>
        (isFailing ? this.#transactionsOfFailing : this.#transactions).run(
          endpoint.organizationId,
          transaction,
        ),
      isOver: () => this.#isStopping || (turns.size > 0 && performance.now() > endsAt),
      attempted: (attempt) => metrics.webhookAttempted(resultOf(attempt)),
      disable: (each, disabling) => this.#disable(each, disabling),
    }
    try {
      await sendEvents(endpoint, sending)
    } catch (err) {
      const { organizationId, endpointId } = endpoint
      this.#restsUntil.set(keyOf(endpoint), performance.now() + REST_MS)
      if (isPassing(err) || err instanceof SecretUnreadable) return
      log.error({ err, organizationId, endpointId }, 'webhooks not sent')
    } finally {
      this.#busy.delete(keyOf(endpoint))
    }
  }

  async #disable({ organizationId, endpointId }: EndpointWithWork, disabling: Disabling) {
    const { database, log } = this.#options
    const caller = operatorFor(organizationId)
    const { endpoint } = await decideChange(caller, database, DISABLE_ENDPOINT, {
      endpointId,
      ...disabling,
    })
    if (endpoint === undefined) return
    const { reason } = disabling
    log.warn({ organizationId, endpointId, reason }, 'webhook endpoint disabled')
  }
}

function keyOf({ organizationId, endpointId }: EndpointWithWork): string {
  return `${organizationId} ${endpointId}`
}

/** For the metrics: whether it was delivered, refused by the receiver, or not answered at all. */
function resultOf({ status, error }: EndedAttempt): 'delivered' | 'refused' | 'unanswered' {
  if (error === null) return 'delivered'
  return status === null ? 'unanswered' : 'refused'
}
