import type { Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/**
 * Gauges of the library with names of counters, for which `promtool check metrics` fails. Each is
 * the sum of a gauge with labels, which stays.
 */
const SUMS = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`)

/** Metrics for Prometheus. No label carries an id, a token or personal data. */
export class Metrics {
  readonly registry = new Registry()

  readonly #requestSeconds = new Histogram({
    name: 'vault_http_request_duration_seconds',
    help: 'Time from the last header received to the response sent, in seconds.',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  })

  readonly #refusals = this.#counter(
    'vault_http_refusals_total',
    'Requests that were refused, by the code of the problem.',
    ['operation', 'code'],
  )

  readonly #conflicts = this.#counter(
    'vault_database_conflict_retries_total',
    'Statements run again because PostgreSQL undid them for another transaction.',
    ['sqlstate'],
  )

  readonly #unavailable = this.#counter(
    'vault_database_refusals_total',
    'Statements that failed because the database was not available, full or too busy.',
    ['reason'],
  )

  readonly #batches = new Histogram({
    name: 'vault_database_statement_batch_size',
    help: 'Requests that shared one statement, by what they asked for.',
    labelNames: ['statement'],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000],
    registers: [this.registry],
  })

  readonly #sealed = this.#counter(
    'vault_events_sealed_total',
    'Events that this process has sealed.',
  )

  readonly #contradicted = this.#counter(
    'vault_event_checkpoints_refused_total',
    'Checkpoints that were not signed, because the log contradicts what was signed before.',
  )

  readonly #oldestUnnoted = this.#gauge(
    'vault_search_lag_seconds',
    'Age of the oldest event whose words searches do not find yet, in seconds; 0 if there is none.',
  )

  readonly #lookedThrough = this.#gauge(
    'vault_search_organizations_looked_through',
    'Organizations whose records are looked through for those that searches do not find yet.',
  )

  readonly #webhookAttempts = this.#counter(
    'vault_webhook_attempts_total',
    'Attempts to send an event to a webhook endpoint, by what the receiver did.',
    ['result'],
  )

  readonly #webhooksPending = this.#gauge(
    'vault_webhook_deliveries_pending',
    'Deliveries to enabled webhook endpoints that have not ended, of all processes.',
  )

  readonly #oldestWebhook = this.#gauge(
    'vault_webhook_oldest_pending_seconds',
    'Age of the oldest of these deliveries, in seconds; 0 if there is none.',
  )

  constructor() {
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
    this.#gauge(
      'vault_events_seal_lag_seconds',
      'Age of the oldest event that is not sealed, by its occurredAt; 0 if all are sealed.',
      lagSeconds,
    )
  }

  wordsBehind(lag: { oldestSeconds: number; lookedThrough: number }): void {
    this.#oldestUnnoted.set(lag.oldestSeconds)
    this.#lookedThrough.set(lag.lookedThrough)
  }

  webhookAttempted(result: 'delivered' | 'refused' | 'unanswered'): void {
    this.#webhookAttempts.inc({ result })
  }

  webhookBacklog({ pending, oldestSeconds }: { pending: number; oldestSeconds: number }): void {
    this.#webhooksPending.set(pending)
    this.#oldestWebhook.set(oldestSeconds)
  }

  watchDatabase(pending: () => number): void {
    this.#gauge(
      'vault_database_statements_pending',
      'Statements of requests that run or wait for a connection, and requests that wait to share ' +
        'a statement.',
      pending,
    )
  }

  watchMemory(held: { readonly bodies: number; readonly responses: number }): void {
    this.#gauge(
      'vault_http_request_body_bytes',
      'Bytes of the bodies of requests that have no response yet, as declared.',
      () => held.bodies,
    )
    this.#gauge(
      'vault_http_response_waiting_bytes',
      'Bytes of responses that were made and that their clients have not taken yet.',
      () => held.responses,
    )
  }

  responded({ operation, status, durationMs, code }: Responded): void {
    this.#requestSeconds.observe({ operation, status }, durationMs / 1000)
    if (code !== undefined) this.#refusals.inc({ operation, code })
  }

  #counter(name: string, help: string, labelNames: string[] = []) {
    return new Counter({ name, help, labelNames, registers: [this.registry] })
  }

  /** @param read gives the value whenever the metrics are asked for */
  #gauge(name: string, help: string, read?: () => number) {
    const collect = read && { collect: () => gauge.set(read()) }
    const gauge: Gauge = new Gauge({ name, help, registers: [this.registry], ...collect })
    return gauge
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
