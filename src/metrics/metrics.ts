import type { Server } from 'node:http'
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type Metric,
  Registry,
} from 'prom-client'
import { DurationHistogram } from './duration-histogram.ts'

/**
 * Gauges of the library with names of counters, for which `promtool check metrics` fails. Each is
 * the sum of a gauge with labels, which stays.
 */
const SUMS = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`)

/** Metrics for Prometheus. No label carries an id, a token or personal data. */
export class Metrics {
  readonly registry = new Registry()

  readonly #requestSeconds = new DurationHistogram(
    'vault_http_request_duration_seconds',
    'Time from the last header received to the response sent, in seconds.',
  )

  readonly #refusals = new Counter({
    name: 'vault_http_refusals_total',
    help: 'Requests that were refused, by the code of the problem.',
    labelNames: ['operation', 'code'],
    registers: [this.registry],
  })

  readonly #conflicts = new Counter({
    name: 'vault_database_conflict_retries_total',
    help: 'Statements run again because PostgreSQL undid them for another transaction.',
    labelNames: ['sqlstate'],
    registers: [this.registry],
  })

  readonly #unavailable = new Counter({
    name: 'vault_database_refusals_total',
    help: 'Statements that failed because the database was not available, full or too busy.',
    labelNames: ['reason'],
    registers: [this.registry],
  })

  readonly #batches = new Histogram({
    name: 'vault_database_statement_batch_size',
    help: 'Requests that shared one statement, by what they asked for.',
    labelNames: ['statement'],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000],
    registers: [this.registry],
  })

  readonly #sealed = new Counter({
    name: 'vault_events_sealed_total',
    help: 'Events that this process has sealed.',
    registers: [this.registry],
  })

  readonly #contradicted = new Counter({
    name: 'vault_event_checkpoints_refused_total',
    help: 'Checkpoints that were not signed, because the log contradicts what was signed before.',
    registers: [this.registry],
  })

  readonly #webhookAttempts = new Counter({
    name: 'vault_webhook_attempts_total',
    help: 'Attempts to send an event to a webhook endpoint, by what the receiver did.',
    labelNames: ['result'],
    registers: [this.registry],
  })

  readonly #webhooksPending = new Gauge({
    name: 'vault_webhook_deliveries_pending',
    help: 'Deliveries to enabled webhook endpoints that have not ended, of all processes.',
    registers: [this.registry],
  })

  readonly #oldestWebhook = new Gauge({
    name: 'vault_webhook_oldest_pending_seconds',
    help: 'Age of the oldest of these deliveries, in seconds; 0 if there is none.',
    registers: [this.registry],
  })

  constructor() {
    this.registry.registerMetric(this.#requestSeconds as unknown as Metric)
    collectDefaultMetrics({ register: this.registry })
    for (const name of SUMS) this.registry.removeSingleMetric(name)
  }

  conflictRetried(sqlState: string): void {
    this.#conflicts.inc({ sqlstate: sqlState })
  }

  refused(reason: string): void {
    this.#unavailable.inc({ reason })
  }

  batched(statement: string, size: number): void {
    this.#batches.observe({ statement }, size)
  }

  sealed(events: number): void {
    this.#sealed.inc(events)
  }

  contradicted(): void {
    this.#contradicted.inc()
  }

  watchSealing(lagSeconds: () => number): void {
    new Gauge({
      name: 'vault_events_seal_lag_seconds',
      help: 'Age of the oldest event that is not sealed, by its occurredAt; 0 if all are sealed.',
      registers: [this.registry],
      collect() {
        this.set(lagSeconds())
      },
    })
  }

  webhookAttempted(result: 'delivered' | 'refused' | 'unanswered'): void {
    this.#webhookAttempts.inc({ result })
  }

  webhookBacklog({ pending, oldestSeconds }: { pending: number; oldestSeconds: number }): void {
    this.#webhooksPending.set(pending)
    this.#oldestWebhook.set(oldestSeconds)
  }

  watchDatabase(pending: () => number): void {
    new Gauge({
      name: 'vault_database_statements_pending',
      help:
        'Statements of requests that run or wait for a connection, and requests that wait to ' +
        'share a statement.',
      registers: [this.registry],
      collect() {
        this.set(pending())
      },
    })
  }

  watchMemory(held: { readonly bodies: number; readonly responses: number }): void {
    new Gauge({
      name: 'vault_http_request_body_bytes',
      help: 'Bytes of the bodies of requests that have no response yet, as declared.',
      registers: [this.registry],
      collect() {
        this.set(held.bodies)
      },
    })
    new Gauge({
      name: 'vault_http_response_waiting_bytes',
      help: 'Bytes of responses that were made and that their clients have not taken yet.',
      registers: [this.registry],
      collect() {
        this.set(held.responses)
      },
    })
  }

  responded({ operation, status, durationMs, code }: Responded): void {
    this.#requestSeconds.observe(operation, status, durationMs / 1000)
    if (code !== undefined) this.#refusals.inc({ operation, code })
  }
}

export interface Responded {
  readonly operation: string
  readonly status: number
  readonly durationMs: number
  /** The code of the problem, if the request was refused. */
  readonly code: string | undefined
}

// An import evaluates every export of the module and so loads Node's WebSocket and fetch, which
// takes 50 ms at the start.
const { createServer } = process.getBuiltinModule('node:http')

/** Serves the metrics on a listener of their own, so that the API's port can be public. */
export async function listenForMetrics(
  metrics: Metrics,
  address: { host: string; port: number },
): Promise<Server> {
  const { registry } = metrics
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address.port, address.host, resolve)
  })
  return server
}
